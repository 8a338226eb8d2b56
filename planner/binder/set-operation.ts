/** UNION, INTERSECT, EXCEPT: operands brought to common column types. */

import { bindAggregate } from '../../operators/aggregate/bind-aggregate.js';
import type { Column } from '../../operators/core/spec.js';
import { bindCall } from '../../operators/expr/bind.js';
import { castTo } from '../../operators/expr/cast.js';
import type { AggregateCall, Expr } from '../../operators/expr/expression.js';
import { bigintLiteral } from '../../operators/expr/literal.js';
import { commonType } from '../../operators/expr/types/common-type.js';
import { type LogicalType, sameType, withNullable } from '../../state/column/logical-type.js';
import { typeText } from '../../state/column/type-text.js';
import { aggregate } from '../logical/aggregate.js';
import { correlate } from '../logical/correlate.js';
import { column, conjunction } from '../logical/expressions.js';
import { filter } from '../logical/filter.js';
import { join } from '../logical/join.js';
import type { LogicalNode } from '../logical/node.js';
import { pick, project } from '../logical/project.js';
import { union } from '../logical/union.js';
import type { QueryBody, SetOperation } from '../parser/ast/query.js';
import type { BindContext, BoundQuery } from './context.js';

export function bindSetOperation(
  node: SetOperation,
  context: BindContext,
  bindBody: (body: QueryBody, context: BindContext) => BoundQuery,
): BoundQuery {
  const operands = context.each(node.operands, (operand) => bindBody(operand, context));
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
  const inputs = operands.map((operand) => cast(operand.node, output));
  if (node.operator !== 'UNION') {
    const combine = node.all ? combineAll : combineDistinct;
    const [head, ...rest] = inputs as [LogicalNode, ...LogicalNode[]];
    const combined = rest.reduce((left, right) => combine(node.operator, left, right), head);
    return { node: combined, names: first.names };
  }
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

type Operator = SetOperation['operator'];

/** Rows of the left side that are, or are not, on the right, each once. */
function combineDistinct(operator: Operator, left: LogicalNode, right: LogicalNode): LogicalNode {
  const width = left.output.length;
  const equal = left.output.map(({ type }, i): Expr => {
    const other = column(width + i, (right.output[i] as Column).type);
    const nullable = type.nullable && other.type.nullable;
    return bindCall(nullable ? 'IS NOT DISTINCT FROM' : '=', [column(i, type), other]);
  });
  const type = operator === 'INTERSECT' ? 'semi' : 'anti';
  const found = join(type, left, right, conjunction(equal));
  return aggregate(found, [...left.output.keys()], [], []);
}

/**
 * Each row as often as it stands on both sides, or more often on the left: both sides together,
 * counted by row, and the rows made again of their counts.
 */
function combineAll(operator: Operator, left: LogicalNode, right: LogicalNode): LogicalNode {
  const width = left.output.length;
  const names = [...left.output.map(({ name }) => name), 'l', 'r'];
  const [none, one] = [bigintLiteral(0n), bigintLiteral(1n)];
  const marked = (input: LogicalNode, marks: readonly Expr[]): LogicalNode => {
    const own = input.output.map(({ type }, i) => column(i, type));
    return project(input, [...own, ...marks], names);
  };
  const sides = [marked(left, [one, none]), marked(right, [none, one])];
  const output = (sides[0] as LogicalNode).output.map((own, i): Column => {
    const nullable = sides.some((side) => (side.output[i] as Column).type.nullable);
    return { ...own, type: withNullable(own.type, nullable) };
  });
  const counts = [width, width + 1].map((place) => sumOf(column(place, one.type), place));
  const keys = [...Array(width).keys()];
  const counted = aggregate(union(sides, output), keys, counts, ['l', 'r']);
  const [a, b] = counts.map(({ type }, i) => column(width + i, type)) as [Expr, Expr];
  const times = operator === 'INTERSECT' ? bindCall('LEAST', [a, b]) : bindCall('-', [a, b]);
  const own = counted.output.slice(0, width);
  const rows = project(
    counted,
    [...own.map(({ type }, i) => column(i, type)), times],
    [...own.map(({ name }) => name), 'times'],
  );
  const kept = filter(rows, bindCall('>', [column(width, times.type), none]));
  const made = correlate(kept, { kind: 'replicate' }, [width], [], {
    outer: false,
    condition: null,
  });
  return pick(made, keys);
}

function sumOf(arg: Expr, place: number): AggregateCall {
  const { name, args, type } = bindAggregate('SUM', [arg], { distinct: false });
  const argTypes = args.map((each) => each.type);
  return { name, args: [place], argTypes, distinct: false, filter: null, type };
}
