/**
 * Whether a row group can hold rows that pass a filter, by the least and greatest values that its
 * footer tells. Understood are comparisons of a column with a literal, and AND and OR of them; what
 * is not understood may match.
 */
import type { RowGroup, Statistics } from 'hyparquet';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import { isComparison, MIRRORED } from '../../expr/comparisons.js';
import type { CallExpr, Expr } from '../../expr/expression.js';

/** @param names the file's name of each column that the filter speaks of */
export function mayMatch(filter: Expr, names: readonly string[], group: RowGroup): boolean {
  if (filter.kind === 'literal') return filter.value !== false;
  if (filter.kind !== 'call') return true;
  const matches = (arg: Expr): boolean => mayMatch(arg, names, group);
  if (filter.name === 'AND') return filter.args.every(matches);
  if (filter.name === 'OR') return filter.args.some(matches);
  return compares(filter, names, group);
}

function compares({ name, args }: CallExpr, names: readonly string[], group: RowGroup): boolean {
  const [left, right] = args;
  if (!isComparison(name) || left === undefined || right === undefined) return true;
  if (left.kind === 'literal') return test(MIRRORED[name], right, left, names, group);
  return test(name, left, right, names, group);
}

function test(
  operator: string,
  column: Expr,
  literal: Expr,
  names: readonly string[],
  group: RowGroup,
): boolean {
  if (column.kind !== 'column' || literal.kind !== 'literal') return true;
  const name = names[column.index];
  const chunk = group.columns.find(
    ({ meta_data: meta }) => meta?.path_in_schema.join('.') === name,
  );
  const statistics = chunk?.meta_data?.statistics;
  if (statistics === undefined || literal.value === null) return true;
  const least = bound(statistics.min_value, column.type, -1n);
  const greatest = bound(statistics.max_value, column.type, 1n);
  if (least === undefined || greatest === undefined) return true;
  const value = literal.value;
  const toLeast = compare(value, least);
  const toGreatest = compare(value, greatest);
  switch (operator) {
    case '=':
      return toLeast >= 0 && toGreatest <= 0;
    case '<':
      return toLeast > 0;
    case '<=':
      return toLeast >= 0;
    case '>':
      return toGreatest < 0;
    default:
      return toGreatest <= 0;
  }
}

const MILLI = 1_000_000n;

/** A bound as a scalar of the type. Times come in whole milliseconds: `slack` widens them. */
function bound(
  value: Statistics['min_value'],
  type: LogicalType,
  slack: bigint,
): Scalar | undefined {
  switch (type.root) {
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'BIGINT':
      return typeof value === 'bigint' || typeof value === 'number' ? value : undefined;
    case 'DOUBLE':
      return typeof value === 'number' && !Number.isNaN(value) ? value : undefined;
    case 'DATE':
      return value instanceof Date ? value.getTime() / 86_400_000 : undefined;
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return value instanceof Date ? (BigInt(value.getTime()) + slack) * MILLI : undefined;
    case 'VARCHAR':
      return typeof value === 'string' ? value : undefined;
    default:
      return undefined;
  }
}

/** Numbers by value, text by its bytes; 0, which leaves nothing out, for anything else. */
function compare(a: Scalar, b: Scalar): number {
  if (typeof a === 'string' && typeof b === 'string') {
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  }
  const numeric = (value: Scalar): value is number | bigint =>
    typeof value === 'number' || typeof value === 'bigint';
  if (!numeric(a) || !numeric(b)) return 0;
  return a < b ? -1 : a > b ? 1 : 0;
}
