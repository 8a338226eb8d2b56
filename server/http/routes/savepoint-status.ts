import { describe } from '../../../conf/errors/error.js';
import { asServerError } from '../error-reply.js';
import type { Route } from '../route.js';

export const savepointStatus: Route = {
  method: 'GET',
  path: '/jobs/:job/savepoints/:trigger',
  handle({ context, path }) {
    const outcome = context.engine.jobs.savepoints.outcome(path.trigger ?? '');
    if (outcome.kind === 'pending') return { status: { id: 'IN_PROGRESS' } };
    if (outcome.kind === 'taken') {
      return { status: { id: 'COMPLETED' }, operation: { location: outcome.location } };
    }
    const cause = describe(asServerError(outcome.error));
    return {
      status: { id: 'COMPLETED' },
      operation: { 'failure-cause': { 'stack-trace': cause } },
    };
  },
};
