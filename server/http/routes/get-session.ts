import { API_VERSIONS, type Route } from '../route.js';

export const getSession: Route = {
  method: 'GET',
  path: '/sessions/:session',
  versions: API_VERSIONS,
  handle: ({ context, path }) => ({
    properties: context.sessions.get(path.session ?? '').properties(),
  }),
};
