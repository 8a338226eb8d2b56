/** Jobs as JSON: the fields of Flink's JobManager that have a meaning here, and the progress. */
import { describe } from '../../conf/errors/error.js';
import type { JobRun } from '../../operators/runtime/job-run.js';
import { nodeOf, parallelismOf } from '../../operators/runtime/stages.js';
import { stateMetrics } from './metrics.js';
import { progressJson } from './progress-json.js';

export function jobSummary(run: JobRun, now: number): Record<string, unknown> {
  return {
    id: run.id,
    name: run.spec.name,
    status: run.state,
    'start-time': run.startedAt,
    duration: (run.endedAt ?? now) - run.startedAt,
    progress: progressJson(run.progress()),
  };
}

export function jobDetail(run: JobRun, now: number): Record<string, unknown> {
  const progress = run.progress();
  return {
    jid: run.id,
    name: run.spec.name,
    isStoppable: false,
    state: run.state,
    'start-time': run.startedAt,
    'end-time': run.endedAt ?? -1,
    duration: (run.endedAt ?? now) - run.startedAt,
    now,
    ...(run.error === undefined ? {} : { error: describe(run.error) }),
    progress: progressJson(progress),
    'state-backend': progress.state,
    vertices: progress.nodes.map(
      ({ id, description, rowsIn, rowsOut, lateRows, state }, index) => ({
        id,
        name: description,
        parallelism: parallelismOf(run.spec, nodeOf(run.spec, index)),
        status: run.state,
        metrics: {
          'read-records': rowsIn,
          'write-records': rowsOut,
          numLateRecordsDropped: lateRows,
          ...(state === null ? {} : stateMetrics(state)),
        },
      }),
    ),
  };
}
