import { MillraceError } from '../../../conf/errors/error.js';
import type { Route } from '../route.js';

export const refreshMaterializedTable: Route = {
  method: 'POST',
  path: '/sessions/:session/materialized-tables/:identifier/refresh',
  versions: [3],
  handle({ context, path }) {
    context.sessions.get(path.session ?? '');
    throw new MillraceError('PLAN_UNSUPPORTED', 'Materialized tables are not supported');
  },
};
