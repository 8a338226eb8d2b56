import type { Route } from '../route.js';

/** As Flink's JobManager, with what this server knows: counts, the last ones, what was restored. */
export const jobCheckpoints: Route = {
  method: 'GET',
  path: '/jobs/:job/checkpoints',
  handle({ context, path }) {
    const { statistics, settings } = context.engine.jobs.coordinator(path.job ?? '');
    const { counts, records, lastRestored, matched } = statistics;
    return {
      counts: {
        total: counts.triggered,
        completed: counts.completed,
        failed: counts.failed,
        in_progress: records.filter(({ status }) => status === 'IN_PROGRESS').length,
        restored: counts.restored,
      },
      latest: { restored: lastRestored },
      history: records.map((record) => ({
        id: record.id,
        status: record.status,
        is_savepoint: record.isSavepoint,
        trigger_timestamp: record.triggeredAt,
        end_to_end_duration: record.durationMs,
        state_size: record.stateBytes,
        external_path: record.path,
        failure_message: record.failure,
      })),
      ...(matched === null ? {} : { 'restored-operators': matched }),
      warnings: settings.warnings,
    };
  },
};
