/**
 * CAST between collections and rows: element by element. The elements are cast by a compiled loop
 * of their own, made once, that is run over the boxed elements of one value.
 */
import { MillraceError } from '../../../conf/errors/error.js';
import { type Field, type LogicalType, sameType } from '../../../state/column/logical-type.js';
import { type Scalar, ScalarMap } from '../../../state/column/scalar.js';
import { castTo } from '../cast.js';
import type { Generator } from '../code/generator.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr, Expr, Span } from '../expression.js';

/** The cast that the elements' casts are parts of. */
interface At {
  readonly gen: Generator;
  readonly span: Span | undefined;
}

type ScalarCast = (value: Scalar) => Scalar;

export function toNested(gen: Generator, expr: CallExpr, value: Value): Value {
  const box = gen.as(value, 'box');
  const cast = nestedCast({ gen, span: expr.span }, value.type, expr.type);
  gen.fails = true;
  const { type } = expr;
  const tries = expr.name === 'TRY_CAST';
  const run = gen.use(nullable(tries ? trying(cast) : cast));
  const code = gen.hold(`${run}(${only(box)})`);
  const nul = tries ? gen.hold(`${code} === null`, 'n') : value.nul;
  return { type, repr: 'box', parts: [code], nul };
}

/** Null where the cast of an element fails. */
function trying(cast: ScalarCast): ScalarCast {
  return (value) => {
    try {
      return cast(value);
    } catch (error) {
      if (error instanceof MillraceError && error.kind === 'user') return null;
      throw error;
    }
  };
}

function elementCast(at: At, from: LogicalType, to: LogicalType): ScalarCast {
  if ('fields' in to || 'element' in to || 'key' in to) return nullable(nestedCast(at, from, to));
  const column: Expr = { kind: 'column', index: 0, type: from };
  if (sameType(from, to, true)) return (value) => value;
  return at.gen.input.scalarFunction(castTo(column, to, 'CAST', at.span));
}

function nullable(cast: ScalarCast): ScalarCast {
  return (value) => (value === null ? null : cast(value));
}

/** The cast of a value that is not null. */
function nestedCast(at: At, from: LogicalType, to: LogicalType): ScalarCast {
  if ('element' in from && 'element' in to) {
    const cast = elementCast(at, from.element, to.element);
    if (to.root === 'ARRAY') return (value) => (value as readonly Scalar[]).map(cast);
    return (value) =>
      new ScalarMap((value as ScalarMap).entries.map(([item, count]) => [cast(item), count]));
  }
  if (from.root === 'MAP' && to.root === 'MAP') {
    const key = elementCast(at, from.key, to.key);
    const item = elementCast(at, from.value, to.value);
    return (value) =>
      new ScalarMap((value as ScalarMap).entries.map(([k, v]) => [key(k), item(v)]));
  }
  if ('fields' in from && 'fields' in to) {
    const casts = to.fields.map((field, i) =>
      elementCast(at, (from.fields[i] as Field).type, field.type),
    );
    return (value) => casts.map((cast, i) => cast((value as readonly Scalar[])[i] ?? null));
  }
  return (value) => value;
}
