/**
 * What a statement became when it was executed: a finished table, a running query, or a running job
 * that writes to sinks.
 */
import type { Column } from '../../operators/core/spec.js';
import type { JobRun } from '../../operators/runtime/job-run.js';
import type { StatementResult } from '../../planner/catalog/result.js';
import { STRING } from '../../state/column/logical-type.js';
import type { RowQueue } from '../jobs/row-queue.js';

export type Execution =
  | { readonly kind: 'table'; readonly result: StatementResult }
  | QueryExecution
  | { readonly kind: 'insert'; readonly run: JobRun };

export interface QueryExecution {
  readonly kind: 'query';
  readonly run: JobRun;
  readonly rows: RowQueue;
  readonly columns: readonly Column[];
  /** Every row is +I: none is taken back. */
  readonly insertOnly: boolean;
}

/** What an INSERT answers once it is submitted. */
export function submitted(run: JobRun): StatementResult {
  return {
    columns: [{ name: 'job id', type: STRING }],
    rows: [[run.id]],
    resultKind: 'SUCCESS_WITH_CONTENT',
  };
}
