/** Runs one statement that sets a session up, as the init file of Flink's client does. */
import { MillraceError } from '../../../conf/errors/error.js';
import type { Statement } from '../../../planner/parser/ast/statement.js';
import { Body } from '../body.js';
import { refuseTimeout } from '../execution-timeout.js';
import type { Route } from '../route.js';
import { warn } from '../warnings.js';

/** Kinds of statements that set a session up, as Flink lists them. */
const ALLOWED: ReadonlySet<Statement['kind']> = new Set<Statement['kind']>([
  'set',
  'reset',
  'createTable',
  'alterTable',
  'createMaterializedTable',
  'alterMaterializedTable',
  'createCatalog',
  'alterCatalog',
  'createDatabase',
  'alterDatabase',
  'createView',
  'alterView',
  'createFunction',
  'alterFunction',
  'createModel',
  'alterModel',
  'drop',
  'useCatalog',
  'useDatabase',
  'useModules',
  'loadModule',
  'unloadModule',
  'changeJar',
]);

export const configureSession: Route = {
  method: 'POST',
  path: '/sessions/:session/configure-session',
  versions: [2, 3, 4],
  async handle({ context, path, body, reply }) {
    const session = context.sessions.get(path.session ?? '');
    const given = new Body(body, ['statement', 'executionTimeout']);
    refuseTimeout(given);
    const text = given.string('statement');
    const statement = session.read(text);
    if (!ALLOWED.has(statement.kind)) {
      throw new MillraceError('HTTP_BAD_REQUEST', 'This statement cannot set up a session', {
        hint: 'Submit it to /statements. Here stand SET, RESET, USE, and CREATE, ALTER or DROP.',
      });
    }
    session.execute(statement, text);
    warn(reply.raw, session.logNotices());
    await session.saved();
    return {};
  },
};
