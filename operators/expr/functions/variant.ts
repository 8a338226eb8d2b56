/** PARSE_JSON and what is read out of a VARIANT. */
import { INT, type LogicalType, STRING, withNullable } from '../../../state/column/logical-type.js';
import { castTo } from '../cast.js';
import type { Generator } from '../code/generator.js';
import { runFunction } from '../code/template.js';
import type { Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { type CallSite, call, type ScalarFunction } from '../function.js';
import { FLAG, TEXT } from '../param.js';
import * as run from '../runtime/variant.js';
import * as family from '../types/family.js';
import { customFunction } from './define.js';

const VARIANT: LogicalType = { root: 'VARIANT', nullable: true };

function parser(name: string, tries: boolean): ScalarFunction {
  return customFunction({
    names: [name],
    signatures: [`${name}(string [, allowDuplicateKeys BOOLEAN])`],
    params: [TEXT, FLAG],
    minimum: 1,
    returns: tries ? () => VARIANT : VARIANT,
    emit: (gen, expr) =>
      runFunction(gen, expr, tries ? run.tryParseVariant : run.parseVariant, {
        takes: ['str', 'bool'],
        gives: 'box',
        maybeNull: tries,
        fails: !tries,
        extra: expr.args.length === 1 ? ['false'] : [],
      }),
  });
}

/** `variant[INT]` and `variant['name']`; a part of ITEM. */
export function bindVariantItem(from: Expr, key: Expr, site: CallSite): CallExpr | undefined {
  const type = withNullable(VARIANT, true);
  if (family.isInteger(key.type)) return call(site, [from, castTo(key, INT)], type);
  const named = family.isCharacter(key.type) || key.type.root === 'NULL';
  return named ? call(site, [from, castTo(key, STRING)], type) : undefined;
}

export function emitVariantItem(gen: Generator, expr: CallExpr): Value {
  const byIndex = family.isInteger((expr.args[1] as Expr).type);
  return runFunction(gen, expr, byIndex ? run.variantElement : run.variantField, {
    takes: ['box', byIndex ? 'num' : 'str'],
    gives: 'box',
    maybeNull: true,
    fails: true,
  });
}

export const variantFunctions: readonly ScalarFunction[] = [
  parser('PARSE_JSON', false),
  parser('TRY_PARSE_JSON', true),
];
