import { byTask, metersOf, wantedMetrics } from '../metrics.js';
import type { Route } from '../route.js';

/** As Flink's JobManager: names of metrics, or with `get=` the values of some. */
export const vertexMetrics: Route = {
  method: 'GET',
  path: '/jobs/:job/vertices/:vertex/metrics',
  handle: ({ context, path, query }) => {
    const run = context.engine.jobs.get(path.job ?? '');
    return byTask(metersOf(run, path.vertex ?? ''), wantedMetrics(query));
  },
};
