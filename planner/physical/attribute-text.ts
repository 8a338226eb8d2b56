/** Parts of a plan as EXPLAIN prints them. */

import type { Column } from '../../operators/core/spec.js';
import { aggregateName, type DescribeStyle, describeExpr } from '../../operators/expr/describe.js';
import type { AggregateCall, Expr } from '../../operators/expr/expression.js';
import type { SortKey } from '../../operators/rank/rank-spec.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import type { Attribute } from './node.js';

export function columnList(columns: readonly Column[]): string {
  return columns.map((column) => column.name).join(', ');
}

export function columnName(index: number, columns: readonly Column[]): string {
  return columns[index]?.name ?? `$${index}`;
}

export function columnNames(indexes: readonly number[], columns: readonly Column[]): string {
  return indexes.map((index) => columnName(index, columns)).join(', ');
}

/** An attribute that holds expressions, in both styles. */
export function styled(name: string, text: (style: DescribeStyle) => string): Attribute {
  return [name, text('infix'), text('prefix')];
}

export function expressionText(expr: Expr, input: readonly Column[], style: DescribeStyle): string {
  const names = input.map((column) => column.name);
  return describeExpr(expr, names, style);
}

export function scalarText(value: Scalar, type: LogicalType): string {
  return describeExpr({ kind: 'literal', value, type }, []);
}

/** `a, (b + 1) AS c`. */
export function projectionText(
  expressions: readonly Expr[],
  input: readonly Column[],
  output: readonly Column[],
  style: DescribeStyle,
): string {
  return expressions
    .map((expr, i) => {
      const text = expressionText(expr, input, style);
      const name = columnName(i, output);
      return text === name ? text : `${text} AS ${name}`;
    })
    .join(', ');
}

/** `a ASC, b DESC`; the order of NULLs only where it is not the default, NULLs as the least. */
export function orderText(order: readonly SortKey[], columns: readonly Column[]): string {
  return order
    .map((key) => {
      const usual = key.nullsFirst !== key.descending;
      const nulls = usual ? '' : key.nullsFirst ? ' NULLS FIRST' : ' NULLS LAST';
      return `${columnName(key.column, columns)} ${key.descending ? 'DESC' : 'ASC'}${nulls}`;
    })
    .join(', ');
}

/** `COUNT(DISTINCT a) FILTER b`. */
function callText(call: AggregateCall, input: readonly Column[]): string {
  const columns = call.args.length === 0 ? '*' : columnNames(call.args, input);
  if (['ROW_NUMBER', 'RANK', 'DENSE_RANK'].includes(call.name)) return `${call.name}()`;
  const args = call.name === 'LAG' ? `${columns}, ${String(call.option)}` : columns;
  const text = `${aggregateName(call)}(${call.distinct ? 'DISTINCT ' : ''}${args})`;
  return call.filter === null ? text : `${text} FILTER ${columnName(call.filter, input)}`;
}

/** The keys, then `COUNT(*) AS n` for each aggregate. */
export function aggregateText(
  keys: readonly number[],
  calls: readonly AggregateCall[],
  input: readonly Column[],
  output: readonly Column[],
): string {
  const own = keys.map((key) => columnName(key, input));
  const made = functionsText(calls, input, output.slice(keys.length));
  return [...own, ...(calls.length === 0 ? [] : [made])].join(', ');
}

/** `COUNT(*) AS n` for each aggregate. */
export function functionsText(
  calls: readonly AggregateCall[],
  input: readonly Column[],
  results: readonly Column[],
): string {
  return calls.map((call, i) => `${callText(call, input)} AS ${columnName(i, results)}`).join(', ');
}
