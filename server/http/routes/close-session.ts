import { API_VERSIONS, type Route } from '../route.js';

export const closeSession: Route = {
  method: 'DELETE',
  path: '/sessions/:session',
  versions: API_VERSIONS,
  handle({ context, path }) {
    context.sessions.close(path.session ?? '');
    return { status: 'CLOSED' };
  },
};
