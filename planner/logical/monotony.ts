/**
 * How the values of a column move when the changes of a row replace it: Top-N over rows that only
 * get better needs no others than its N (Flink's `FlinkRelMdModifiedMonotonicity`). Known of the
 * results of an aggregate over inserted rows, through projections and conditions on its keys.
 */
import { isComparison, MIRRORED } from '../../operators/expr/comparisons.js';
import type { AggregateCall, Expr } from '../../operators/expr/expression.js';
import { inputColumns } from '../../operators/expr/walk.js';
import type { SortKey } from '../../operators/rank/rank-spec.js';
import type { Aggregate } from './aggregate.js';
import { conjuncts } from './expressions.js';
import { inputsOf } from './graph.js';
import type { LogicalNode } from './node.js';

type Trend = 'constant' | 'rising' | 'falling';

/**
 * The columns of the key by which changes replace rows, each by one that the order puts no later;
 * null where that is not known.
 * @param partition is within the key
 */
export function improvingKey(
  input: LogicalNode,
  partition: readonly number[],
  order: readonly SortKey[],
): readonly number[] | null {
  const key = keyOf(input);
  if (key === null || order.length === 0) return null;
  if (!partition.every((column) => key.includes(column))) return null;
  return order.every((each) => improves(each, input)) ? key : null;
}

/** NULL stands before the first value, so it has to be the last in the order. */
function improves({ column, descending, nullsFirst }: SortKey, input: LogicalNode): boolean {
  const trend = trendOf(input, column);
  if (trend === 'constant') return true;
  if (nullsFirst && input.output[column]?.type.nullable === true) return false;
  return trend === (descending ? 'rising' : 'falling');
}

/** The places of the keys of the aggregate below; null where there is none, or one is left out. */
function keyOf(node: LogicalNode): readonly number[] | null {
  switch (node.kind) {
    case 'aggregate':
      return node.keys.length === 0 ? null : [...node.keys.keys()];
    case 'filter':
    case 'watermark':
      return keyOf(node.input);
    case 'project': {
      const places = keyOf(node.input)?.map((key) =>
        node.expressions.findIndex((expr) => expr.kind === 'column' && expr.index === key),
      );
      if (places === undefined || places.includes(-1)) return null;
      return places.sort((a, b) => a - b);
    }
    default:
      return null;
  }
}

function trendOf(node: LogicalNode, column: number): Trend | null {
  switch (node.kind) {
    case 'project': {
      const expr = node.expressions[column];
      return expr?.kind === 'column' ? trendOf(node.input, expr.index) : null;
    }
    case 'filter': {
      // Another condition may let a row in, or out, as its values move.
      const reads = [...inputColumns(node.condition)];
      const isFixed = reads.every((each) => trendOf(node.input, each) === 'constant');
      return isFixed ? trendOf(node.input, column) : null;
    }
    case 'watermark':
      return trendOf(node.input, column);
    case 'aggregate': {
      const call = node.calls[column - node.keys.length];
      if (call === undefined) return 'constant';
      return isInsertOnly(node.input) ? trendOfCall(call, node) : null;
    }
    default:
      return null;
  }
}

function trendOfCall(call: AggregateCall, { input }: Aggregate): Trend | null {
  switch (call.name) {
    case 'COUNT':
    case 'MAX':
      return 'rising';
    case 'MIN':
      return 'falling';
    case 'SUM': {
      const [argument] = call.args as [number];
      return signOf(input, argument) ?? signOfFiltered(input, argument, call.filter);
    }
    default:
      return null;
  }
}

/** What adding values of the column does to a sum; null where they may have either sign. */
function signOf(node: LogicalNode, column: number): Trend | null {
  switch (node.kind) {
    case 'project': {
      const expr = node.expressions[column];
      if (expr?.kind === 'column') return signOf(node.input, expr.index);
      return expr?.kind === 'literal' ? signOfLiteral(expr.value, '>=') : null;
    }
    case 'filter':
      return signWhere(node.condition, column) ?? signOf(node.input, column);
    default:
      return null;
  }
}

/** `SUM(v) FILTER (WHERE v > 0)`. */
function signOfFiltered(node: LogicalNode, column: number, filter: number | null): Trend | null {
  if (node.kind !== 'project' || filter === null) return null;
  const [argument, condition] = [node.expressions[column], node.expressions[filter]];
  if (argument?.kind !== 'column' || condition === undefined) return null;
  return signWhere(condition, argument.index);
}

function signWhere(condition: Expr, column: number): Trend | null {
  const signs = conjuncts(condition).map((part) => signBy(part, column));
  return signs.find((sign) => sign !== null) ?? null;
}

/** By a comparison of the column with a constant. */
function signBy(condition: Expr, column: number): Trend | null {
  if (condition.kind !== 'call' || !isComparison(condition.name)) return null;
  const [a, b] = condition.args as [Expr, Expr];
  const isSwapped = b.kind === 'column';
  const [subject, limit] = isSwapped ? [b, a] : [a, b];
  if (subject.kind !== 'column' || subject.index !== column || limit.kind !== 'literal')
    return null;
  return signOfLiteral(limit.value, isSwapped ? MIRRORED[condition.name] : condition.name);
}

function signOfLiteral(value: unknown, comparison: string): Trend | null {
  if (typeof value !== 'number' && typeof value !== 'bigint') return null;
  if (value >= 0 && comparison !== '<' && comparison !== '<=') return 'rising';
  return value <= 0 && comparison !== '>' && comparison !== '>=' ? 'falling' : null;
}

/** Certainly: the physical plan knows more. */
function isInsertOnly(node: LogicalNode): boolean {
  switch (node.kind) {
    case 'scan':
      return !node.table.kinds.update && !node.table.kinds.delete;
    case 'to-changelog':
    case 'window-aggregate':
      return true;
    case 'aggregate':
    case 'from-changelog':
    case 'sort':
      return false;
    case 'rank':
      return node.windowEnd !== null;
    case 'join':
      return node.type === 'inner' && inputsOf(node).every(isInsertOnly);
    default:
      return inputsOf(node).every(isInsertOnly);
  }
}
