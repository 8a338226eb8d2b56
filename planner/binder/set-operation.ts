/** UNION, INTERSECT, EXCEPT: operands brought to common column types. */

import type { Column } from '../../operators/core/spec.js';
import { castTo } from '../../operators/expr/cast.js';
import { commonType } from '../../operators/expr/types/common-type.js';
import { type LogicalType, sameType } from '../../state/column/logical-type.js';
import { typeText } from '../../state/column/type-text.js';
import { aggregate } from '../logical/aggregate.js';
import { column } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import { project } from '../logical/project.js';
import { union } from '../logical/union.js';
import type { QueryBody, SetOperation } from '../parser/ast/query.js';
import type { BindContext, BoundQuery } from './context.js';

export function bindSetOperation(
  node: SetOperation,
  context: BindContext,
  bindBody: (body: QueryBody, context: BindContext) => BoundQuery,
): BoundQuery {
  const operands = node.operands.map((operand) => bindBody(operand, context));
  const first = operands[0] as BoundQuery;
  const width = first.names.length;
  for (const [i, operand] of operands.entries()) {
    if (operand.names.length === width) continue;
    const counts = `${width} and ${operand.names.length}`;
    const reason = `Column count mismatch in ${node.operator}: ${counts}`;
    throw context.error('BIND_TYPE', reason, node.operands[i] as QueryBody);
  }
  const output = first.names.map((name, i): Column => {
    const types = operands.map(({ node: each }) => (each.output[i] as Column).type);
    return { name, type: columnType(node, types, name, context) };
  });
  if (node.operator !== 'UNION') {
    throw context.unsupported(`${node.operator}${node.all ? ' ALL' : ''}`, node);
  }
  const inputs = operands.map((operand) => cast(operand.node, output));
  const all = union(inputs, output);
  if (node.all) return { node: all, names: first.names };
  return { node: aggregate(all, [...output.keys()], [], []), names: first.names };
}

function columnType(
  node: SetOperation,
  types: readonly LogicalType[],
  name: string,
  context: BindContext,
): LogicalType {
  const type = commonType(types);
  if (type !== undefined) return type;
  const first = types[0] as LogicalType;
  const at = types.findIndex((each) => commonType([first, each]) === undefined);
  const [a, b] = [typeText(first), typeText(types[at] ?? first)];
  const given = `Column '${name}' of ${node.operator} has ${a} and ${b}`;
  const reason = `${given}, which have no common type`;
  throw context.error('BIND_TYPE', reason, node.operands[at] ?? node);
}

/** The input with these types; nullability may be wider above than below. */
function cast(input: LogicalNode, output: readonly Column[]): LogicalNode {
  const fits = input.output.every((c, i) => sameType(c.type, (output[i] as Column).type, true));
  if (fits) return input;
  const expressions = input.output.map((c, i) =>
    castTo(column(i, c.type), (output[i] as Column).type),
  );
  return project(
    input,
    expressions,
    output.map((c) => c.name),
  );
}
