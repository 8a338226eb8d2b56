import { MillraceError } from '../../../conf/errors/error.js';
import type { Route } from '../route.js';

/** Flink starts a cluster for the script. */
export const deployScript: Route = {
  method: 'POST',
  path: '/sessions/:session/scripts',
  versions: [4],
  handle({ context, path }) {
    context.sessions.get(path.session ?? '');
    throw new MillraceError('PLAN_UNSUPPORTED', 'Scripts are not deployed to a cluster here', {
      hint: 'POST the script to /sql.',
    });
  },
};
