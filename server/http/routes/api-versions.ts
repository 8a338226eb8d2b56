import { API_VERSIONS, type Route } from '../route.js';

/** Clients know V1 to V4 only, and refuse a list that names another. */
export const apiVersions: Route = {
  method: 'GET',
  path: '/api_versions',
  versions: API_VERSIONS,
  handle: () => ({ versions: API_VERSIONS.map((version) => `V${version}`) }),
};
