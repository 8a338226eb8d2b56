import { metersOf, overTasks, wantedMetrics } from '../metrics.js';
import type { Route } from '../route.js';

/** As Flink's JobManager: metrics over all tasks of a vertex. */
export const subtaskMetrics: Route = {
  method: 'GET',
  path: '/jobs/:job/vertices/:vertex/subtasks/metrics',
  handle: ({ context, path, query }) => {
    const run = context.engine.jobs.get(path.job ?? '');
    return overTasks(metersOf(run, path.vertex ?? ''), wantedMetrics(query));
  },
};
