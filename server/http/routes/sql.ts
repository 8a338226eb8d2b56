/**
 * `POST /sql`, for people: the body is a script, the reply what it gives, in the form that `Accept`
 * asks for; anything will do: newline-delimited JSON. `?detach` does not wait for INSERTs. When the
 * client closes the connection, the statement that runs is cancelled.
 */
import { MillraceError } from '../../../conf/errors/error.js';
import { unknownName } from '../body.js';
import { asServerError } from '../error-reply.js';
import type { Route } from '../route.js';
import { EventOutput } from '../script/event-output.js';
import { rowFormatOf } from '../script/formats.js';
import { ResponseStream } from '../script/response-stream.js';
import { RowOutput } from '../script/row-output.js';
import { runScript, type ScriptOutput } from '../script/script.js';

export const sql: Route = {
  method: 'POST',
  path: '/sql',
  async handle(call) {
    const { context, body, query, reply, request } = call;
    const unknown = Object.keys(query).find((name) => name !== 'detach');
    if (unknown !== undefined) throw unknownName('The query has', unknown, ['detach']);
    const session = context.sessions.make();
    const statements = session.readScript(body);
    if (statements.length === 0) {
      throw new MillraceError('HTTP_BAD_REQUEST', 'The script holds no statement');
    }
    const detach = readDetach(query.detach);
    const accept = request.headers.accept ?? '*/*';
    const run = (stream: ResponseStream, output: ScriptOutput): Promise<void> => {
      const { clock } = context.engine;
      return runScript(session, statements, body, output, { detach, clock, gone: stream.gone });
    };
    if (accept.includes('text/event-stream')) {
      const stream = new ResponseStream(reply, 'text/event-stream; charset=utf-8');
      await sendEvents(stream, new EventOutput(stream), run);
    } else {
      const format = await rowFormatOf(accept);
      const stream = new ResponseStream(reply, format.contentType);
      const output = new RowOutput(stream, statements, (shape) =>
        format.encoder(shape, session.zone),
      );
      await sendRows(stream, output, run, format.failure);
    }
    return undefined;
  },
};

type Run<O> = (stream: ResponseStream, output: O) => Promise<void>;

async function sendEvents(
  stream: ResponseStream,
  output: EventOutput,
  run: Run<EventOutput>,
): Promise<void> {
  try {
    await run(stream, output);
  } catch (error) {
    await output.error(asServerError(error));
  }
  stream.end();
}

/** A failure behind the first row cuts the connection: the reply must not look whole. */
async function sendRows(
  stream: ResponseStream,
  output: RowOutput,
  run: Run<RowOutput>,
  failure: (error: MillraceError) => string,
): Promise<void> {
  try {
    await run(stream, output);
    await output.finish();
    stream.end();
  } catch (error) {
    if (!stream.started) throw error;
    stream.cut(failure(asServerError(error)));
  }
}

function readDetach(value: unknown): boolean {
  if (value === undefined || value === 'false') return false;
  if (value === '' || value === 'true') return true;
  throw new MillraceError(
    'HTTP_BAD_REQUEST',
    `detach is '${String(value)}'; allowed is true or false`,
  );
}
