import { jobSummary } from '../job-json.js';
import type { Route } from '../route.js';

export const listJobs: Route = {
  method: 'GET',
  path: '/jobs',
  handle: ({ context }) => ({
    jobs: context.engine.jobs.list().map((run) => jobSummary(run, context.engine.clock.now())),
  }),
};
