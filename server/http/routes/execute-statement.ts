import { Body } from '../body.js';
import { refuseTimeout } from '../execution-timeout.js';
import { API_VERSIONS, type Route } from '../route.js';

/** Submits a statement; its errors show when the result is fetched. */
export const executeStatement: Route = {
  method: 'POST',
  path: '/sessions/:session/statements',
  versions: API_VERSIONS,
  handle({ context, path, body }) {
    const session = context.sessions.get(path.session ?? '');
    const given = new Body(body, ['statement', 'executionTimeout', 'executionConfig']);
    refuseTimeout(given);
    const settings = given.strings('executionConfig');
    return { operationHandle: session.submit(given.string('statement'), settings).id };
  },
};
