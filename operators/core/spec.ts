/**
 * A job as the planner hands it to the runtime: a graph of operator specs, all plain data that can
 * be cloned to a worker and stored in the job registry. Nodes stand in topological order.
 */
import type { LogicalType } from '../../state/column/logical-type.js';
import type { OperatorSpec } from './operator-spec.js';

/** How rows of an edge find the task of the consumer. */
export type Exchange =
  /**
   * Task i to task i; same parallelism; chained where the consumer is stateless.
   * @param keys by whose key group the rows lie already, where the consumer needs that
   */
  | { readonly kind: 'forward'; readonly keys?: readonly number[] }
  /** By key group of these columns. */
  | { readonly kind: 'hash'; readonly keys: readonly number[] }
  /** All rows to task 0; the consumer has parallelism 1. */
  | { readonly kind: 'single' }
  | { readonly kind: 'broadcast' };

export interface InputSpec {
  /** Index of the producing node. */
  readonly node: number;
  readonly exchange: Exchange;
}

export interface Column {
  readonly name: string;
  readonly type: LogicalType;
}

export interface NodeSpec {
  /** Stable operator id: the same for the same operator in the same place of the same query. */
  readonly id: string;
  /** One line for people, as in EXPLAIN. */
  readonly description: string;
  readonly operator: OperatorSpec;
  readonly inputs: readonly InputSpec[];
  readonly output: readonly Column[];
  /** Absent = the job's. 1 where the operator must be alone. */
  readonly parallelism?: 1;
}

export interface JobSpec {
  readonly name: string;
  readonly nodes: readonly NodeSpec[];
  readonly parallelism: number;
  readonly maxParallelism: number;
  /** Effective options of the session, key → text. */
  readonly options: Readonly<Record<string, string>>;
}
