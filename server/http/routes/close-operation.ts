import { API_VERSIONS, type Route } from '../route.js';

export const closeOperation: Route = {
  method: 'DELETE',
  path: '/sessions/:session/operations/:operation/close',
  versions: API_VERSIONS,
  handle: ({ context, path }) => ({
    status: context.sessions.get(path.session ?? '').closeOperation(path.operation ?? '').status,
  }),
};
