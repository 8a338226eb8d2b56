import { Body } from '../body.js';
import type { Route } from '../route.js';

/** As Flink's JobManager: stops with a savepoint; with `drain` the sources end first. */
export const stopJob: Route = {
  method: 'POST',
  path: '/jobs/:job/stop',
  status: 202,
  handle({ context, path, body }) {
    const fields = new Body(body, ['targetDirectory', 'drain', 'formatType', 'triggerId']);
    const folder = fields.optionalString('targetDirectory');
    const { jobs } = context.engine;
    const coordinator = jobs.coordinator(path.job ?? '');
    const drains = fields.optionalBoolean('drain') === true;
    const taken = drains ? coordinator.drain(folder) : coordinator.savepoint(folder, true);
    return { 'request-id': jobs.savepoints.start(taken) };
  },
};
