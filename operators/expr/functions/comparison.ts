/** Comparison, BETWEEN, IN, IS NULL, IS DISTINCT FROM. */
import { BOOLEAN, type LogicalType, withNullable } from '../../../state/column/logical-type.js';
import { bindCast, castTo } from '../cast.js';
import { type ComparisonOperator, comparisonCode } from '../code/compare.js';
import type { Generator } from '../code/generator.js';
import { inline } from '../code/template.js';
import type { Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { type CallSite, call, type ScalarFunction, siteOf, strictBoolean } from '../function.js';
import { commonType } from '../types/common-type.js';
import { asDecimal } from '../types/decimal-rules.js';
import * as family from '../types/family.js';
import { emitIn } from './in.js';

const BOOLEAN_NOT_NULL = withNullable(BOOLEAN, false);

/**
 * Both sides as types that compare: equal types, or DECIMALs of any scale. Character against date
 * and time compares as the latter; character against number is refused, as in Flink.
 */
export function comparable(left: Expr, right: Expr): [Expr, Expr] | undefined {
  const [a, b] = [left.type, right.type];
  if (a.root === 'NULL' || b.root === 'NULL') {
    const type = a.root === 'NULL' ? b : a;
    return [castTo(left, type), castTo(right, type)];
  }
  if (family.isExact(a) && family.isExact(b) && (family.isDecimal(a) || family.isDecimal(b))) {
    const side = (arg: Expr): Expr => castTo(arg, asDecimal(arg.type) as LogicalType);
    return [side(left), side(right)];
  }
  if (family.isCharacter(a) && family.isCharacter(b)) return [left, right];
  if (family.isBinary(a) && family.isBinary(b)) return [left, right];
  if (family.isCharacter(a) && readsAs(b)) return [bindCast(left, b, 'CAST'), right];
  if (family.isCharacter(b) && readsAs(a)) return [left, bindCast(right, a, 'CAST')];
  const common = commonType([a, b]);
  return common && [castTo(left, common), castTo(right, common)];
}

/** Types as which a string is read when it is compared with them. */
function readsAs(type: LogicalType): boolean {
  return family.isDatetime(type) || type.root === 'BOOLEAN';
}

function isOrdered(type: LogicalType): boolean {
  return !family.isNested(type) && !['RAW', 'VARIANT', 'BITMAP'].includes(type.root);
}

function comparison(name: string, operator: ComparisonOperator): ScalarFunction {
  const ordered = operator !== '===' && operator !== '!==';
  return {
    names: name === '<>' ? ['<>', '!='] : [name],
    signatures: [`value1 ${name} value2`],
    bind(args, site) {
      const [left, right] = args;
      if (args.length !== 2 || left === undefined || right === undefined) return undefined;
      const sides = comparable(left, right);
      if (sides === undefined || (ordered && !isOrdered(sides[0].type))) return undefined;
      return call(site, sides, strictBoolean(sides));
    },
    emit(gen, expr) {
      const [left, right] = expr.args.map((arg) => gen.emit(arg)) as [Value, Value];
      if (left.nul === 'true' || right.nul === 'true') return gen.nothing(expr.type);
      return inline(gen, expr, [left, right], comparisonCode(gen, operator, left, right));
    },
  };
}

/** Two nulls are not distinct. */
function emitDistinct(gen: Generator, expr: CallExpr, negated: boolean): Value {
  const [left, right] = expr.args.map((arg) => gen.emit(arg)) as [Value, Value];
  const equal =
    left.nul === 'true' || right.nul === 'true'
      ? 'true'
      : gen.hold(comparisonCode(gen, '===', left, right));
  const [a, b] = [`(${left.nul})`, `(${right.nul})`];
  const same = gen.hold(`${a} || ${b} ? ${a} === ${b} : ${equal}`);
  const code = gen.hold(negated ? same : `!${same}`);
  return { type: expr.type, repr: 'bool', parts: [code], nul: 'false' };
}

function distinct(name: string): ScalarFunction {
  return {
    names: [name],
    signatures: [`value1 ${name} value2`],
    bind(args, site) {
      const [left, right] = args;
      if (args.length !== 2 || left === undefined || right === undefined) return undefined;
      const sides = comparable(left, right);
      return sides && call(site, sides, BOOLEAN_NOT_NULL);
    },
    emit: (gen, expr) => emitDistinct(gen, expr, name === 'IS NOT DISTINCT FROM'),
  };
}

function nullTest(name: string): ScalarFunction {
  return {
    names: [name],
    signatures: [`value ${name}`],
    bind: (args, site) => (args.length === 1 ? call(site, args, BOOLEAN_NOT_NULL) : undefined),
    emit(gen, expr) {
      const { nul } = gen.emit(expr.args[0] as Expr);
      const code = gen.hold(name === 'IS NULL' ? nul : `!(${nul})`);
      return { type: expr.type, repr: 'bool', parts: [code], nul: 'false' };
    },
  };
}

function bindComparison(site: CallSite, name: string, left: Expr, right: Expr): Expr | undefined {
  const sides = comparable(left, right);
  return sides && call(siteOf(site, name), sides, strictBoolean(sides));
}

function both(site: CallSite, left: Expr | undefined, right: Expr | undefined): Expr | undefined {
  if (left === undefined || right === undefined) return undefined;
  return call(siteOf(site, 'AND'), [left, right], strictBoolean([left, right]));
}

function bindBetween(args: readonly Expr[], site: CallSite): Expr | undefined {
  const [value, low, high] = args;
  if (args.length !== 3 || value === undefined || low === undefined || high === undefined) {
    return undefined;
  }
  const within = (from: Expr, to: Expr): Expr | undefined =>
    both(site, bindComparison(site, '>=', value, from), bindComparison(site, '<=', value, to));
  const plain = within(low, high);
  if (site.option !== 'SYMMETRIC') return plain;
  const turned = within(high, low);
  if (plain === undefined || turned === undefined) return undefined;
  return call(siteOf(site, 'OR'), [plain, turned], strictBoolean([plain, turned]));
}

/** Value and list as one type; DECIMALs of other scales are brought to the common one. */
function bindIn(args: readonly Expr[], site: CallSite): Expr | undefined {
  const [value, ...list] = args;
  if (value === undefined || list.length === 0) return undefined;
  const target = commonType(list.map((item) => item.type));
  if (target === undefined) return undefined;
  const temporal = family.isCharacter(target) && readsAs(value.type);
  const type = temporal ? value.type : commonType([value.type, target]);
  if (type === undefined) return undefined;
  const sides = args.map((arg) => (temporal ? bindCast(arg, type, 'CAST') : castTo(arg, type)));
  return call(site, sides, strictBoolean(sides));
}

/** `NOT x` of another operator. */
function negated(name: string, of: string, inner: ScalarFunction): ScalarFunction {
  return {
    names: [name],
    signatures: inner.signatures.map((text) => text.replace(of, name)),
    bind(args, site) {
      const positive = inner.bind(args, { ...site, name: of });
      return positive && call(siteOf(site, 'NOT'), [positive], positive.type);
    },
  };
}

const between: ScalarFunction = {
  names: ['BETWEEN'],
  signatures: ['value1 BETWEEN [ASYMMETRIC | SYMMETRIC] value2 AND value3'],
  bind: bindBetween,
};

const inList: ScalarFunction = {
  names: ['IN'],
  signatures: ['value1 IN (value2 [, value3]*)'],
  bind: bindIn,
  emit: emitIn,
};

export const comparisonFunctions: readonly ScalarFunction[] = [
  comparison('=', '==='),
  comparison('<>', '!=='),
  comparison('<', '<'),
  comparison('<=', '<='),
  comparison('>', '>'),
  comparison('>=', '>='),
  distinct('IS DISTINCT FROM'),
  distinct('IS NOT DISTINCT FROM'),
  nullTest('IS NULL'),
  nullTest('IS NOT NULL'),
  between,
  negated('NOT BETWEEN', 'BETWEEN', between),
  inList,
  negated('NOT IN', 'IN', inList),
];
