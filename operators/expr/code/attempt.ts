/**
 * A conversion that may not succeed: its function gives null where it does not. CAST then fails at
 * its place, TRY_CAST gives NULL.
 */

import { bareText } from '../../../state/column/type-text.js';
import type { CallExpr } from '../expression.js';
import { failCast } from '../runtime/cast-failure.js';
import type { Generator } from './generator.js';
import { only, type Repr, type Value } from './value.js';

/** @param convert writes what leads to the converted value, and gives its code */
export function attempt(
  gen: Generator,
  expr: CallExpr,
  value: Value,
  repr: Repr,
  convert: () => string,
): Value {
  const tries = expr.name === 'TRY_CAST';
  const result = gen.slots(repr, expr.type);
  const nul = tries ? gen.variable(value.nul, 'n') : value.nul;
  gen.unlessNull(value.nul, () => {
    const held = gen.hold(convert());
    gen.line(`if (${held} === null) {`);
    if (tries) gen.line(`${nul} = true;`);
    else gen.append(gen.branch(() => failure(gen, expr, value)).lines);
    gen.line('} else {');
    if (repr === 'time') {
      gen.line(`${result.parts[0]} = ${held}.ms; ${result.parts[1]} = ${held}.nanos;`);
    } else {
      gen.line(`${result.parts[0]} = ${held};`);
    }
    gen.line('}');
  });
  return { ...result, nul };
}

function failure(gen: Generator, expr: CallExpr, value: Value): Value {
  const shown = only(gen.as({ ...value, nul: 'false' }, 'box'));
  const types = `${gen.use(value.type)}, ${gen.use(bareText(expr.type))}`;
  gen.line(`${gen.use(failCast)}(${gen.site(expr)}, ${shown}, ${types});`);
  return value;
}
