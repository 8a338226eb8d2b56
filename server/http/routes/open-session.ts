import { Body } from '../body.js';
import { API_VERSIONS, type Route } from '../route.js';

export const openSession: Route = {
  method: 'POST',
  path: '/sessions',
  versions: API_VERSIONS,
  handle({ context, body }) {
    const given = new Body(body, ['sessionName', 'properties']);
    const name = given.optionalString('sessionName');
    const session = context.sessions.open(given.strings('properties'), name);
    return { sessionHandle: session.id };
  },
};
