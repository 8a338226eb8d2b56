import { API_VERSIONS, type Route } from '../route.js';

/** Keeps a session from being idle. */
export const heartbeat: Route = {
  method: 'POST',
  path: '/sessions/:session/heartbeat',
  versions: API_VERSIONS,
  handle({ context, path }) {
    context.sessions.get(path.session ?? '');
    return {};
  },
};
