import { API_VERSIONS, type Route } from '../route.js';

export const info: Route = {
  method: 'GET',
  path: '/info',
  versions: API_VERSIONS,
  handle: ({ context }) => ({ productName: 'Millrace', version: context.version }),
};
