import { MillraceError } from '../../../conf/errors/error.js';
import type { Route } from '../route.js';

/** As Flink's JobManager: `PATCH /jobs/:id?mode=cancel`, cancel being the default. */
export const cancelJob: Route = {
  method: 'PATCH',
  path: '/jobs/:job',
  status: 202,
  handle({ context, path, query }) {
    if (query.mode !== undefined && query.mode !== 'cancel') {
      const reason = `mode is '${String(query.mode)}'; allowed is cancel`;
      throw new MillraceError('HTTP_BAD_REQUEST', reason);
    }
    context.engine.jobs.get(path.job ?? '').cancel();
    return {};
  },
};
