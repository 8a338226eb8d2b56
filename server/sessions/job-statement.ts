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

/** The answer; null for any other statement. @throws JOB_MISSING, PLAN_UNSUPPORTED */
export function runJobStatement(statement: Statement, jobs: JobRegistry): StatementResult | null {
  switch (statement.kind) {
    case 'show':
      return statement.objects === 'JOBS' ? table(jobs.list()) : null;
    case 'describeJob':
      return table([jobs.get(statement.job.value)]);
    case 'stopJob':
      if (statement.withSavepoint || statement.withDrain) {
        const what = statement.withSavepoint ? 'WITH SAVEPOINT' : 'WITH DRAIN';
        throw new MillraceError('PLAN_UNSUPPORTED', `STOP JOB ${what} is not supported`);
      }
      jobs.get(statement.job.value).cancel();
      return OK;
    default:
      return null;
  }
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
