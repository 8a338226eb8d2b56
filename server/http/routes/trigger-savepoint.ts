import { Body } from '../body.js';
import type { Route } from '../route.js';

/** As Flink's JobManager: answers at once; `savepoint-status.ts` says what became of it. */
export const triggerSavepoint: Route = {
  method: 'POST',
  path: '/jobs/:job/savepoints',
  status: 202,
  handle({ context, path, body }) {
    const fields = new Body(body, ['target-directory', 'cancel-job', 'formatType', 'triggerId']);
    const folder = fields.optionalString('target-directory');
    const stops = fields.optionalBoolean('cancel-job') === true;
    const { jobs } = context.engine;
    const taken = jobs.coordinator(path.job ?? '').savepoint(folder, stops);
    return { 'request-id': jobs.savepoints.start(taken) };
  },
};
