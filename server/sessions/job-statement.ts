/** The statements about jobs: SHOW JOBS, DESCRIBE JOB, STOP JOB. */
import { MillraceError } from '../../conf/errors/error.js';
import type { Column } from '../../operators/core/spec.js';
import type { JobRun } from '../../operators/runtime/job-run.js';
import { OK, type StatementResult } from '../../planner/catalog/result.js';
import type { Statement } from '../../planner/parser/ast/statement.js';
import { STRING, timestampLtz } from '../../state/column/logical-type.js';
import type { JobRegistry } from '../jobs/job-registry.js';

const COLUMNS: readonly Column[] = [
  { name: 'job id', type: STRING },
  { name: 'job name', type: STRING },
  { name: 'status', type: STRING },
  { name: 'start time', type: timestampLtz(3) },
];

/**
 * The answer; null for any other statement. A promise where a savepoint is awaited.
 * @throws JOB_MISSING, PLAN_UNSUPPORTED, CONFIG_VALUE, CHECKPOINT_FAILED
 */
export function runJobStatement(
  statement: Statement,
  jobs: JobRegistry,
): StatementResult | Promise<StatementResult> | null {
  switch (statement.kind) {
    case 'show':
      return statement.objects === 'JOBS' ? table(jobs.list()) : null;
    case 'describeJob':
      return table([jobs.get(statement.job.value)]);
    case 'stopJob':
      return stop(statement, jobs);
    default:
      return null;
  }
}

type StopJob = Statement & { readonly kind: 'stopJob' };

function stop(
  { job, withSavepoint, withDrain }: StopJob,
  jobs: JobRegistry,
): StatementResult | Promise<StatementResult> {
  const run = jobs.get(job.value);
  if (!withSavepoint) {
    if (withDrain) {
      const reason = 'STOP JOB WITH DRAIN is possible WITH SAVEPOINT only';
      throw new MillraceError('PLAN_UNSUPPORTED', reason);
    }
    run.cancel();
    return OK;
  }
  const coordinator = jobs.coordinator(run.id);
  const path = withDrain ? coordinator.drain(undefined) : coordinator.savepoint(undefined, true);
  return path.then(async (text) => {
    await run.done;
    const columns = [{ name: 'savepoint path', type: STRING }];
    return { columns, rows: [[text]], resultKind: 'SUCCESS_WITH_CONTENT' };
  });
}

function table(runs: readonly JobRun[]): StatementResult {
  const rows = runs.map((run) => [
    run.id,
    run.spec.name,
    run.state,
    BigInt(run.startedAt) * 1_000_000n,
  ]);
  return { columns: COLUMNS, rows, resultKind: 'SUCCESS_WITH_CONTENT' };
}
