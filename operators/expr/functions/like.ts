/** LIKE, with patterns prepared once where they are constant. */
import { BOOLEAN } from '../../../state/column/logical-type.js';
import type { Generator } from '../code/generator.js';
import { nullOf } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { call, type ScalarFunction, siteOf, strict } from '../function.js';
import { isNullLiteral, stringValue } from '../literal.js';
import { fit, TEXT } from '../param.js';
import { LikeCache, likeMatcher } from '../runtime/like.js';

const like: ScalarFunction = {
  names: ['LIKE'],
  signatures: ['string1 LIKE string2 [ESCAPE char]'],
  bind(args, site) {
    const texts = fit(args, [TEXT, TEXT, TEXT], 2);
    return texts && call(site, texts, strict(BOOLEAN, texts));
  },
  emit: emitLike,
};

function emitLike(gen: Generator, expr: CallExpr): Value {
  const [text, pattern, escapeChar] = expr.args as [Expr, Expr, Expr | undefined];
  if (expr.args.some(isNullLiteral)) return gen.nothing(expr.type);
  const constant = stringValue(pattern);
  const escapes = escapeChar === undefined || stringValue(escapeChar) !== undefined;
  const value = gen.as(gen.emit(text), 'bytes');
  if (constant !== undefined && escapes) {
    // A bad pattern fails when a row meets it, as every other failure.
    let code: string;
    try {
      const matcher = likeMatcher(constant, escapeChar && stringValue(escapeChar), expr.span);
      code = `${gen.use(matcher)}(${value.parts.join(', ')})`;
    } catch (error) {
      gen.fails = true;
      code = `${gen.use(rethrow(error))}()`;
    }
    const result = gen.variable('false');
    gen.unlessNull(value.nul, () => gen.line(`${result} = ${code};`));
    return { type: expr.type, repr: 'bool', parts: [result], nul: value.nul };
  }
  return emitVariable(gen, expr, value, [pattern, escapeChar]);
}

function rethrow(error: unknown): () => never {
  return () => {
    throw error;
  };
}

function emitVariable(
  gen: Generator,
  expr: CallExpr,
  value: Value,
  [pattern, escapeChar]: [Expr, Expr | undefined],
): Value {
  const others = [pattern, ...(escapeChar === undefined ? [] : [escapeChar])].map((arg) =>
    gen.emit(arg),
  );
  const nul = nullOf(gen, [value, ...others]);
  const result = gen.variable('false');
  gen.unlessNull(nul, () => {
    const [form, char] = others.map((other) => only(gen.as(other, 'str')));
    const args = [...value.parts, form, char ?? 'undefined', gen.site(expr)].join(', ');
    gen.line(`${result} = ${gen.use(new LikeCache())}.matches(${args});`);
  });
  return { type: expr.type, repr: 'bool', parts: [result], nul };
}

const notLike: ScalarFunction = {
  names: ['NOT LIKE'],
  signatures: ['string1 NOT LIKE string2 [ESCAPE char]'],
  bind(args, site) {
    const positive = like.bind(args, siteOf(site, 'LIKE'));
    return positive && call(siteOf(site, 'NOT'), [positive], positive.type);
  },
};

export const likeFunctions: readonly ScalarFunction[] = [like, notLike];
