/** LISTAGG and ARRAY_AGG: all values in order of arrival. */
import { isCharacter } from '../../../state/column/storage.js';
import { stringValue } from '../../expr/literal.js';
import { KeptAccumulator } from '../kept/kept-accumulator.js';
import { arrayOf, textOf } from '../kept/list-forms.js';
import { ValueList } from '../kept/value-list.js';
import type { AggregateFunction } from './function.js';

/** Of the type of its values, in Flink even where that is CHAR(n) and the text is longer. */
export const listagg: AggregateFunction = {
  name: 'LISTAGG',
  signature: 'LISTAGG(<character> [, <character literal>])',
  nulls: 'argument',
  bind: (argTypes, args) => {
    const [type] = argTypes;
    if (type === undefined || argTypes.length > 2 || !isCharacter(type)) return null;
    const separator = args[1] === undefined ? ',' : stringValue(args[1]);
    return separator === undefined ? null : { type, argTypes: [type, null], option: separator };
  },
  accumulator: ({ argTypes: [type], type: result, option }) => {
    const separator = String(option);
    const form = textOf({ open: '', separator, close: '', null: '', emptyIsNull: true });
    return new KeptAccumulator(new ValueList(type ?? result, form));
  },
};

/** NULL over nothing; nulls are values unless IGNORE NULLS is asked for. */
export const arrayAgg: AggregateFunction = {
  name: 'ARRAY_AGG',
  signature: 'ARRAY_AGG(<any>)',
  nulls: 'content',
  bind: (argTypes, _, option) => {
    const [element] = argTypes;
    if (element === undefined || argTypes.length > 1 || element.root === 'NULL') return null;
    const type = { root: 'ARRAY', element, nullable: true } as const;
    return { type, argTypes, option: option ?? 'RESPECT' };
  },
  accumulator: ({ argTypes: [element], type, option }) =>
    new KeptAccumulator(new ValueList(element ?? type, arrayOf), option === 'RESPECT'),
};
