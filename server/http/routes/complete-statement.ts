import { MillraceError } from '../../../conf/errors/error.js';
import { complete } from '../../sessions/complete.js';
import { Body } from '../body.js';
import type { Route } from '../route.js';

/** What may stand at a position of an unfinished statement. A GET with a body, as in Flink. */
export const completeStatement: Route = {
  method: 'GET',
  path: '/sessions/:session/complete-statement',
  versions: [2, 3, 4],
  handle({ context, path, body }) {
    const session = context.sessions.get(path.session ?? '');
    const given = new Body(body, ['statement', 'position']);
    const statement = given.string('statement');
    const position = given.optionalNumber('position') ?? statement.length;
    if (!Number.isInteger(position) || position < 0 || position > statement.length) {
      const reason = `position is ${position}; allowed is 0 to ${statement.length}`;
      throw new MillraceError('HTTP_BAD_REQUEST', reason);
    }
    return { candidates: complete(statement, position, session.planner) };
  },
};
