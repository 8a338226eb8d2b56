/** VALUES: rows of constants; a row that holds more than constants is a query of its own. */

import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import { commonType } from '../../operators/expr/types/common-type.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { typeText } from '../../state/column/type-text.js';
import type { LogicalNode } from '../logical/node.js';
import { project } from '../logical/project.js';
import { union } from '../logical/union.js';
import { oneRow, values } from '../logical/values.js';
import type { Values } from '../parser/ast/query.js';
import type { BindContext, BoundQuery } from './context.js';
import { ExpressionBinder } from './expression.js';
import { castConstant } from './literal-cast.js';
import { QueryValues } from './query-values.js';
import { Scope } from './scope.js';
import { noSpecialCalls } from './special-calls.js';

/** Columns are called EXPR$0, EXPR$1, … and have the common type of their values. */
export function bindValues(node: Values, context: BindContext): BoundQuery {
  const special = noSpecialCalls('VALUES');
  const inputs: LogicalNode[] = [];
  const rows = node.rows.map((row) => {
    const queries = new QueryValues();
    const binder = new ExpressionBinder(context, Scope.empty, special, new WeakMap(), queries);
    const bound = row.items.map((item) => binder.bind(item));
    const attached = queries.attach(oneRow(), (expr) => expr);
    inputs.push(attached.node);
    return bound.map(attached.replace);
  });
  const width = rows[0]?.length ?? 0;
  for (const [i, row] of node.rows.entries()) {
    if (row.items.length === width) continue;
    const reason = `Row ${i + 1} has ${row.items.length} values, the first has ${width}`;
    throw context.error('BIND_INVALID', reason, row);
  }
  const types = Array.from({ length: width }, (_, i) => columnType(node, rows, i, context));
  const names = types.map((_, i) => `EXPR$${i}`);
  const output = types.map((type, i): Column => ({ name: names[i] as string, type }));
  const folded = rows.map((row) =>
    row.map((expr, i) => castConstant(expr, types[i] as LogicalType)),
  );
  return { node: rowsNode(folded, inputs, output, names), names };
}

function columnType(
  node: Values,
  rows: readonly (readonly Expr[])[],
  index: number,
  context: BindContext,
): LogicalType {
  const all = rows.map((row) => (row[index] as Expr).type);
  const type = commonType(all);
  if (type !== undefined) return type;
  const first = all[0] as LogicalType;
  const at = all.findIndex((each) => commonType([first, each]) === undefined);
  const [a, b] = [typeText(first), typeText(all[at] ?? first)];
  const item = node.rows[at]?.items[index] ?? node;
  const reason = `Column ${index + 1} of VALUES has ${a} and ${b}, which have no common type`;
  throw context.error('BIND_TYPE', reason, item);
}

function rowsNode(
  rows: readonly (readonly Expr[])[],
  inputs: readonly LogicalNode[],
  output: readonly Column[],
  names: readonly string[],
): LogicalNode {
  const constant = (row: readonly Expr[]): boolean => row.every((expr) => expr.kind === 'literal');
  if (rows.every(constant)) {
    const scalars = rows.map((row) => row.map((e) => (e.kind === 'literal' ? e.value : null)));
    return values(output, scalars as Scalar[][]);
  }
  const each = rows.map((row, i) => project(inputs[i] as LogicalNode, row, names));
  const [only] = each;
  return each.length === 1 && only ? only : union(each, output);
}
