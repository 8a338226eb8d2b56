import { API_VERSIONS, type Route } from '../route.js';

export const cancelOperation: Route = {
  method: 'POST',
  path: '/sessions/:session/operations/:operation/cancel',
  versions: API_VERSIONS,
  handle: ({ context, path }) => ({
    status: context.sessions
      .get(path.session ?? '')
      .operation(path.operation ?? '')
      .cancel(),
  }),
};
