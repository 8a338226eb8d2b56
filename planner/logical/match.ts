/**
 * MATCH_RECOGNIZE in the plan. Its conditions count columns of its input; columns from `VALUE_BASE`
 * on are values of matched rows, which name columns of the input themselves.
 */
import type { Column } from '../../operators/core/spec.js';
import { inputColumns, mapColumns } from '../../operators/expr/walk.js';
import {
  type MatchSpec,
  movedValue,
  VALUE_BASE,
  valueColumns,
} from '../../operators/match/match-spec.js';
import type { SortKey } from '../../operators/rank/rank-spec.js';
import type { LogicalNode } from './node.js';

/** MATCH_RECOGNIZE: the partition's columns, then the measures. */
export interface Match
  extends Pick<MatchSpec, 'partition' | 'variables' | 'skip' | 'withinMs' | 'values' | 'measures'> {
  readonly kind: 'match';
  readonly input: LogicalNode;
  /** The time attribute, then what decides between rows of one time. */
  readonly order: readonly SortKey[];
  readonly output: readonly Column[];
}

/** The columns of its input that it reads. */
export function matchColumns({ partition, order, variables, values }: Match): Set<number> {
  const reads = new Set([...partition, ...order.map(({ column }) => column)]);
  for (const { condition } of variables) {
    if (condition === null) continue;
    for (const column of inputColumns(condition)) if (column < VALUE_BASE) reads.add(column);
  }
  return valueColumns(values, reads);
}

/** The same over an input whose columns stand elsewhere. */
export function movedMatch(node: Match, input: LogicalNode, at: (column: number) => number): Match {
  return {
    ...node,
    input,
    partition: node.partition.map(at),
    order: node.order.map((key) => ({ ...key, column: at(key.column) })),
    variables: node.variables.map((variable) => {
      const { condition } = variable;
      if (condition === null) return variable;
      const moved = mapColumns(condition, (c) => (c < VALUE_BASE ? at(c) : c));
      return { ...variable, condition: moved };
    }),
    values: node.values.map((value) => movedValue(value, at)),
  };
}
