/**
 * JSON_ARRAYAGG and JSON_OBJECTAGG over values that are JSON text already. VARCHAR(2000), as in
 * Flink even where the text is longer.
 */
import type { LogicalType } from '../../../state/column/logical-type.js';
import { isCharacter } from '../../../state/column/storage.js';
import { JsonEntries } from '../kept/json-entries.js';
import { KeptAccumulator } from '../kept/kept-accumulator.js';
import { textOf } from '../kept/list-forms.js';
import { ValueList } from '../kept/value-list.js';
import type { AggregateFunction } from './function.js';

const JSON_TEXT: LogicalType = { root: 'VARCHAR', length: 2000, nullable: false };

export const jsonArrayAgg: AggregateFunction = {
  name: 'JSON_ARRAYAGG',
  signature: 'JSON_ARRAYAGG(<any> [NULL | ABSENT ON NULL])',
  nulls: 'never',
  bind: (argTypes, _, option) => ({ type: JSON_TEXT, argTypes, option: option ?? 'ABSENT' }),
  accumulator: ({ argTypes: [type], type: result, option }) => {
    const form = textOf({
      open: '[',
      separator: ',',
      close: ']',
      null: 'null',
      emptyIsNull: false,
    });
    return new KeptAccumulator(new ValueList(type ?? result, form), option === 'NULL');
  },
};

/** A key that is null or there already fails the job. */
export const jsonObjectAgg: AggregateFunction = {
  name: 'JSON_OBJECTAGG',
  signature: 'JSON_OBJECTAGG(<character> VALUE <any> [NULL | ABSENT ON NULL])',
  nulls: 'never',
  bind: (argTypes, _, option) => {
    const [key] = argTypes;
    if (key === undefined || !isCharacter(key)) return null;
    return { type: JSON_TEXT, argTypes, option: option ?? 'NULL' };
  },
  accumulator: ({ argTypes: [key, value], type, option }) =>
    new KeptAccumulator(new JsonEntries(key ?? type, value ?? type, option === 'NULL'), true),
};
