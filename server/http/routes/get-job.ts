import { jobDetail } from '../job-json.js';
import type { Route } from '../route.js';

export const getJob: Route = {
  method: 'GET',
  path: '/jobs/:job',
  handle: ({ context, path }) =>
    jobDetail(context.engine.jobs.get(path.job ?? ''), context.engine.clock.now()),
};
