/** Comparison, BETWEEN, IN, IS NULL, IS DISTINCT FROM. */
import {
  BIGINT,
  BOOLEAN,
  type DecimalType,
  DOUBLE,
  decimal,
  type LogicalType,
  sameType,
  type TimestampType,
  withNullable,
} from '../../../state/column/logical-type.js';
import { bindCast, type CastMode, castTo } from '../cast.js';
import { type ComparisonOperator, comparisonCode } from '../code/compare.js';
import type { Generator } from '../code/generator.js';
import { inline } from '../code/template.js';
import { only, type Value } from '../code/value.js';
import type { CallExpr, Expr } from '../expression.js';
import { type CallSite, call, type ScalarFunction, siteOf, strictBoolean } from '../function.js';
import { booleanLiteral } from '../literal.js';
import { compareDoubles } from '../runtime/scalar-order.js';
import { supportsCast } from '../types/cast-rules.js';
import { commonType, plain } from '../types/common-type.js';
import { asDecimal } from '../types/decimal-rules.js';
import * as family from '../types/family.js';
import { sameExpr } from '../walk.js';
import { emitIn } from './in.js';
import { negation } from './negation.js';

const BOOLEAN_NOT_NULL = withNullable(BOOLEAN, false);

/** What is asked of two values: `=`; an order; whether they are the same, as fields of rows are. */
type Question = 'equality' | 'order' | 'identity';

/**
 * Both sides as types that compare: equal types, or DECIMALs of any scale. Text against date and
 * time compares as the latter; where equality is asked, text that is none is NULL. Text is ordered
 * against a number as a number.
 */
function comparable(left: Expr, right: Expr, question: Question): [Expr, Expr] | undefined {
  const [a, b] = [left.type, right.type];
  const ordered = question === 'order';
  if (a.root === 'NULL' || b.root === 'NULL') {
    if (a.root === 'NULL' && 'fields' in b) return undefined;
    const type = a.root === 'NULL' ? b : a;
    return [castTo(left, type), castTo(right, type)];
  }
  if (family.isExact(a) && family.isExact(b) && (family.isDecimal(a) || family.isDecimal(b))) {
    const common = question === 'equality' ? commonType([a, b]) : undefined;
    const rounds = common?.root === 'DECIMAL' && !holdsAll(common, [a, b]);
    const side = (arg: Expr): Expr =>
      castTo(arg, rounds ? common : (asDecimal(arg.type) as LogicalType));
    return [side(left), side(right)];
  }
  if (family.isCharacter(a) && family.isCharacter(b)) return [left, right];
  if (family.isBinary(a) && family.isBinary(b)) return [left, right];
  if (family.isCharacter(a)) return turned(comparable(right, left, question));
  if (family.isCharacter(b)) {
    const mode = readMode(right, a, ordered);
    return mode && [left, bindCast(right, readType(a), mode)];
  }
  if (family.isTimestamp(a) && family.isTimestamp(b) && a.root !== b.root) {
    const type = sharedTimestamp(a, b, question);
    if (type !== undefined) return [castTo(left, type), castTo(right, type)];
  }
  if (question !== 'equality' && family.isApproximate(a) && family.isApproximate(b)) {
    return [asDouble(left), asDouble(right)];
  }
  if (family.isNested(a) && a.root !== b.root) return undefined;
  const common = commonType([a, b]);
  return common && [castTo(left, common), castTo(right, common)];
}

/** Of a plain timestamp and one of the local zone; undefined where their common type is it. */
function sharedTimestamp(a: TimestampType, b: TimestampType, question: Question) {
  if (question === 'order') return plain(a.precision > b.precision ? a : b);
  if (question === 'equality') return undefined;
  return plain({ ...b, precision: Math.max(a.precision, b.precision) });
}

/** Whether the DECIMAL has as many places as each of the types. */
function holdsAll({ scale }: DecimalType, types: readonly LogicalType[]): boolean {
  return types.every((type) => (asDecimal(type)?.scale ?? 0) <= scale);
}

function asDouble(arg: Expr): Expr {
  return castTo(arg, withNullable(DOUBLE, arg.type.nullable));
}

function turned(sides: [Expr, Expr] | undefined): [Expr, Expr] | undefined {
  return sides && [sides[1], sides[0]];
}

/** How a text is read that is compared with a value of the type; undefined where it is not. */
function readMode(text: Expr, type: LogicalType, ordered: boolean): CastMode | undefined {
  const constant = text.kind === 'literal';
  if (family.isDatetime(type)) return ordered || constant ? 'CAST' : 'TRY_CAST';
  if (type.root === 'BOOLEAN') return ordered ? 'CAST' : undefined;
  return ordered && family.isNumeric(type) ? 'CAST' : undefined;
}

/** Texts are read as numbers of as many digits as there are. */
function readType(type: LogicalType): LogicalType {
  if (family.isInteger(type)) return BIGINT;
  return type.root === 'DECIMAL' ? decimal(38, 18) : type;
}

/** Types whose values Calcite lets be compared inside of rows; a text with most. */
function kindOf(type: LogicalType): string {
  if (family.isNumeric(type)) return 'number';
  if (family.isCharacter(type)) return 'text';
  if (family.isBinary(type)) return 'bytes';
  return family.isTimestamp(type) ? 'timestamp' : type.root;
}

function readsText({ root }: LogicalType): boolean {
  return !['ARRAY', 'MAP', 'MULTISET', 'BINARY', 'VARBINARY', 'VARIANT', 'BITMAP'].includes(root);
}

/** Rows are comparable field by field. */
function isComparable(a: LogicalType, b: LogicalType): boolean {
  if ('fields' in a !== 'fields' in b) return false;
  if ('fields' in a && 'fields' in b) {
    const { fields } = b;
    if (a.fields.length !== fields.length) return false;
    return a.fields.every(({ type }, i) => isComparable(type, fields[i]?.type as LogicalType));
  }
  if (a.root === 'NULL' || b.root === 'NULL' || kindOf(a) === kindOf(b)) return true;
  return family.isCharacter(a) ? readsText(b) : family.isCharacter(b) && readsText(a);
}

function areRows(left: Expr, right: Expr): boolean {
  return 'fields' in left.type && 'fields' in right.type;
}

/** `ROW(a, b) = ROW(c, d)` is `a = c AND b = d`; undefined where the two are not written so. */
function fieldByField(left: Expr, right: Expr, site: CallSite): Expr | undefined {
  if (left.kind !== 'call' || right.kind !== 'call') return undefined;
  if (left.name !== 'ROW' || right.name !== 'ROW') return undefined;
  return left.args
    .map((arg, i) => bindFields(arg, right.args[i] as Expr, siteOf(site, '=')))
    .reduce((all, one) => both(site, all, one));
}

/** Rows within rows are values: NULL fields of theirs are equal. */
function bindFields(left: Expr, right: Expr, site: CallSite): Expr | undefined {
  if (!areRows(left, right)) return bindEquality(left, right, site, 'identity');
  const sides = comparable(left, right, 'identity');
  return sides ? call(site, sides, rowBoolean(sides)) : fixed(left, right, false, site);
}

function isWrittenRow(expr: Expr): boolean {
  return expr.kind === 'call' && expr.name === 'ROW';
}

/** NULL also where a field of a row may be. */
function rowBoolean(sides: readonly Expr[]): LogicalType {
  return withNullable(
    BOOLEAN,
    sides.some(({ type }) => family.holdsNull(type)),
  );
}

/** Flink compares objects of different classes, which are never equal. */
function neverEqual(left: LogicalType, right: LogicalType): boolean {
  const nested = (type: LogicalType): boolean => family.isNested(type) && type.root !== 'MULTISET';
  if (nested(left) && nested(right)) {
    if (left.root === 'ROW' && right.root === 'STRUCTURED_TYPE') return true;
    if (left.root === 'STRUCTURED_TYPE') return false;
    return left.root === right.root && commonType([left, right]) === undefined;
  }
  const other = family.isCharacter(left) ? right : family.isCharacter(right) ? left : undefined;
  return other !== undefined && (other.root === 'BOOLEAN' || family.isInterval(other));
}

/** `left = right`. */
export function bindEquality(
  left: Expr,
  right: Expr,
  site: CallSite,
  question: Question = 'equality',
): Expr | undefined {
  if (areRows(left, right)) {
    if (!isComparable(left.type, right.type)) return undefined;
    if (isWrittenRow(left) && isWrittenRow(right)) return fieldByField(left, right, site);
  }
  if (isAlike(left, right)) return fixed(left, right, true, site);
  const sides = comparable(left, right, question);
  if (sides !== undefined) {
    return call(site, sides, strictBoolean(sides), ordering(left, right, question));
  }
  return neverEqual(left.type, right.type) ? fixed(left, right, false, site) : undefined;
}

/** A constant where both sides are not NULL. */
function fixed(left: Expr, right: Expr, value: boolean, site: CallSite): Expr {
  const either = call(siteOf(site, 'OR'), nullTests([left, right], site), BOOLEAN_NOT_NULL);
  const parts = [either, booleanLiteral(null), booleanLiteral(value)];
  return call(siteOf(site, 'CASE'), parts, strictBoolean([left, right]));
}

/**
 * Flink knows the answer of a number compared with itself without a look at it; of those only NaN
 * would give another one.
 */
function isAlike(left: Expr, right: Expr): boolean {
  return family.isApproximate(left.type) && isRepeatable(left) && sameExpr(left, right);
}

function isRepeatable(expr: Expr): boolean {
  return expr.kind !== 'call' || (!VOLATILE.has(expr.name) && expr.args.every(isRepeatable));
}

/** Of what gives numbers; the registry, which knows them all, stands above this file. */
const VOLATILE = new Set(['RAND', 'RAND_INTEGER', 'UNIX_TIMESTAMP', 'JAVASCRIPT FUNCTION']);

/** The option of calls that order their operands as Java's `Double.compare`. */
const TOTAL: CallExpr['option'] = { total: true };

/** A DECIMAL and a double are in that order, but where `=` makes both doubles. */
function ordering(left: Expr, right: Expr, question: Question): CallExpr['option'] {
  const [a, b] = [left.type, right.type];
  const mixed =
    (family.isDecimal(a) && family.isApproximate(b)) ||
    (family.isApproximate(a) && family.isDecimal(b));
  return mixed && question !== 'equality' ? TOTAL : undefined;
}

function compared(
  gen: Generator,
  operator: ComparisonOperator,
  expr: CallExpr,
  sides: readonly [Value, Value],
): string {
  if (expr.option === undefined) return comparisonCode(gen, operator, ...sides);
  const [a, b] = sides.map(only);
  return `${gen.use(compareDoubles)}(${a}, ${b}) ${operator} 0`;
}

function nullTests(sides: readonly Expr[], site: CallSite): readonly Expr[] {
  return sides.map((side) => call(siteOf(site, 'IS NULL'), [side], BOOLEAN_NOT_NULL));
}

export function isOrdered(type: LogicalType): boolean {
  return !family.isNested(type) && !['RAW', 'VARIANT', 'BITMAP'].includes(type.root);
}

/** True of a value and itself. */
const ALIKE: readonly ComparisonOperator[] = ['===', '<=', '>='];

function comparison(name: string, operator: ComparisonOperator): ScalarFunction {
  const ordered = operator !== '===' && operator !== '!==';
  return {
    names: name === '<>' ? ['<>', '!='] : [name],
    signatures: [`value1 ${name} value2`],
    bind(args, site) {
      const [left, right] = args;
      if (args.length !== 2 || left === undefined || right === undefined) return undefined;
      if (ordered && (left.type.root === 'NULL' || right.type.root === 'NULL')) {
        return 'fields' in right.type ? undefined : booleanLiteral(null);
      }
      if (!ordered && areRows(left, right)) {
        if (!isComparable(left.type, right.type)) return undefined;
        const fields = operator === '===' && isWrittenRow(left) && isWrittenRow(right);
        if (fields) return fieldByField(left, right, site);
      }
      if (isAlike(left, right)) return fixed(left, right, ALIKE.includes(operator), site);
      const question = ordered ? 'order' : 'equality';
      const sides = comparable(left, right, question);
      if (sides === undefined) {
        const never = !ordered && neverEqual(left.type, right.type);
        return never ? fixed(left, right, operator === '!==', site) : undefined;
      }
      if (ordered && !isOrdered(sides[0].type)) {
        // Known without a look at the value: no value is less than itself.
        const same = left.type.root !== 'STRUCTURED_TYPE' && sameExpr(left, right);
        return same ? fixed(left, right, operator.endsWith('='), site) : undefined;
      }
      return call(site, sides, rowBoolean(sides), ordering(left, right, question));
    },
    emit(gen, expr) {
      const sides = expr.args.map((arg) => gen.emit(arg)) as [Value, Value];
      if (sides.some(({ nul }) => nul === 'true')) return gen.nothing(expr.type);
      return inline(gen, expr, sides, compared(gen, operator, expr, sides));
    },
  };
}

/** Two nulls are not distinct. */
function emitDistinct(gen: Generator, expr: CallExpr, negated: boolean): Value {
  const [left, right] = expr.args.map((arg) => gen.emit(arg)) as [Value, Value];
  const equal =
    left.nul === 'true' || right.nul === 'true'
      ? 'true'
      : gen.hold(compared(gen, '===', expr, [left, right]));
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
      if (areRows(left, right) && !isComparable(left.type, right.type)) return undefined;
      if (isAlike(left, right)) return booleanLiteral(name === 'IS NOT DISTINCT FROM');
      const sides = comparable(left, right, 'identity');
      if (sides !== undefined) {
        return call(site, sides, BOOLEAN_NOT_NULL, ordering(left, right, 'identity'));
      }
      if (!neverEqual(left.type, right.type)) return undefined;
      const absent = nullTests([left, right], site);
      const both = call(siteOf(site, 'AND'), absent, BOOLEAN_NOT_NULL);
      if (name === 'IS NOT DISTINCT FROM') return both;
      return call(siteOf(site, 'NOT'), [both], BOOLEAN_NOT_NULL);
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
  const place = siteOf(site, name);
  if (isAlike(left, right)) return fixed(left, right, true, place);
  const sides = comparable(left, right, 'order');
  return sides && call(place, sides, strictBoolean(sides), ordering(left, right, 'order'));
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

/** The items become values of the operand's type, whatever they lose by it. */
function bindIn(args: readonly Expr[], site: CallSite): Expr | undefined {
  const [value, ...list] = args;
  if (value === undefined || list.length === 0) return undefined;
  const { type } = value;
  const target = commonType(list.map((item) => item.type));
  if (target === undefined || (type.root === 'NULL' && target.root === 'NULL')) return undefined;
  const nullable = strictBoolean(args);
  if (family.isNested(type) && (neverEqual(type, target) || neverEqual(target, type))) {
    return list
      .map((item) => fixed(value, item, false, site))
      .reduce((a, b) => {
        return call(siteOf(site, 'OR'), [a, b], nullable);
      });
  }
  if (!listed(type, target)) return undefined;
  if (type.root === 'NULL') return booleanLiteral(null);
  const items = list.map((item) => (sameKind(type, item.type) ? item : castTo(item, type)));
  return call(site, [value, ...items], nullable);
}

/** Whether values of a type may be looked for in a list of the other. */
function listed(type: LogicalType, items: LogicalType): boolean {
  if (commonType([type, items]) !== undefined) return true;
  return (
    (family.isCharacter(type) || family.isCharacter(items)) &&
    !family.isBinary(type) &&
    !family.isBinary(items) &&
    supportsCast(items, type) &&
    supportsCast(type, items)
  );
}

/** Compared as they are. */
function sameKind(type: LogicalType, item: LogicalType): boolean {
  if (family.isNested(type)) return sameType(type, item, true);
  return type.root === item.root || (type.root === 'VARCHAR' && item.root === 'CHAR');
}

/** `NOT x` of another operator. */
function negated(name: string, of: string, inner: ScalarFunction): ScalarFunction {
  return {
    names: [name],
    signatures: inner.signatures.map((text) => text.replace(of, name)),
    bind(args, site) {
      const positive = inner.bind(args, { ...site, name: of });
      return positive && negation(positive, site);
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
