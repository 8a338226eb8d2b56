import { API_VERSIONS, type Route } from '../route.js';

export const operationStatus: Route = {
  method: 'GET',
  path: '/sessions/:session/operations/:operation/status',
  versions: API_VERSIONS,
  handle: ({ context, path }) => ({
    status: context.sessions.get(path.session ?? '').operation(path.operation ?? '').status,
  }),
};
