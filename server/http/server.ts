/**
 * The HTTP surface: registers the routes under their versions, hands bodies over as text whatever
 * their content type says (curl says form data for JSON), and turns every failure into Flink's
 * error shape.
 */
import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { MillraceError } from '../../conf/errors/error.js';
import { MAX_BODY_SIZE } from '../../conf/options/millrace.js';
import { asServerError, errorReply } from './error-reply.js';
import {
  type ApiVersion,
  DEFAULT_VERSION,
  JsonText,
  type Route,
  type ServerContext,
} from './route.js';
import { apiVersions } from './routes/api-versions.js';
import { cancelJob } from './routes/cancel-job.js';
import { cancelOperation } from './routes/cancel-operation.js';
import { closeOperation } from './routes/close-operation.js';
import { closeSession } from './routes/close-session.js';
import { completeStatement } from './routes/complete-statement.js';
import { configureSession } from './routes/configure-session.js';
import { deployScript } from './routes/deploy-script.js';
import { executeStatement } from './routes/execute-statement.js';
import { fetchResults } from './routes/fetch-results.js';
import { getJob } from './routes/get-job.js';
import { getSession } from './routes/get-session.js';
import { heartbeat } from './routes/heartbeat.js';
import { info } from './routes/info.js';
import { jobCheckpoints } from './routes/job-checkpoints.js';
import { listJobs } from './routes/list-jobs.js';
import { memory } from './routes/memory.js';
import { openSession } from './routes/open-session.js';
import { operationStatus } from './routes/operation-status.js';
import { refreshMaterializedTable } from './routes/refresh-materialized-table.js';
import { savepointStatus } from './routes/savepoint-status.js';
import { sql } from './routes/sql.js';
import { stopJob } from './routes/stop-job.js';
import { subtaskMetrics } from './routes/subtask-metrics.js';
import { triggerCheckpoint } from './routes/trigger-checkpoint.js';
import { triggerSavepoint } from './routes/trigger-savepoint.js';
import { vertexMetrics } from './routes/vertex-metrics.js';

const routes: readonly Route[] = [
  apiVersions,
  info,
  openSession,
  getSession,
  closeSession,
  heartbeat,
  configureSession,
  completeStatement,
  executeStatement,
  operationStatus,
  cancelOperation,
  closeOperation,
  fetchResults,
  deployScript,
  refreshMaterializedTable,
  listJobs,
  getJob,
  vertexMetrics,
  subtaskMetrics,
  memory,
  cancelJob,
  jobCheckpoints,
  triggerCheckpoint,
  triggerSavepoint,
  savepointStatus,
  stopJob,
  sql,
];

const JSON_TYPE = 'application/json; charset=utf-8';

export function createHttpServer(context: ServerContext): FastifyInstance {
  const maxBodySize = context.engine.configuration.get(MAX_BODY_SIZE);
  const server = Fastify({
    bodyLimit: maxBodySize,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    // Routes have no schema: the compilers of schemas, half of Fastify's code, are not loaded.
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    http: { requireHostHeader: false },
    frameworkErrors: (error, _request, reply) => sendError(reply, badRequest(error.message)),
    clientErrorHandler: refuseBytes,
  });
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body: Buffer, done) => {
    if (isUtf8(body)) done(null, body.toString());
    else done(badRequest('The body is no UTF-8'));
  });
  // Node would refuse both without a body: no host below, an unknown expectation is passed over.
  server.server.on('checkExpectation', server.routing);
  server.addHook('onRequest', async ({ headers, raw }) => {
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity') throw badRequest(`The body has the encoding '${encoding}'`);
    if (headers.host !== undefined || raw.httpVersion === '1.0') return;
    throw badRequest('The request has no Host header');
  });
  server.setErrorHandler((error, _request, reply) =>
    sendError(reply, asServerError(error, maxBodySize)),
  );
  server.setNotFoundHandler(refuseRequest);
  for (const route of routes) {
    for (const { url, version } of places(route)) register(server, context, route, url, version);
  }
  return server;
}

function places(route: Route): { url: string; version: ApiVersion }[] {
  const { versions, path } = route;
  if (versions === undefined) return [{ url: path, version: DEFAULT_VERSION }];
  const prefixed = versions.map((version) => ({ url: `/v${version}${path}`, version }));
  if (!versions.includes(DEFAULT_VERSION)) return prefixed;
  return [{ url: path, version: DEFAULT_VERSION }, ...prefixed];
}

function register(
  server: FastifyInstance,
  context: ServerContext,
  route: Route,
  url: string,
  version: ApiVersion,
): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const body = await route.handle({
      context,
      version,
      path: request.params as Record<string, string>,
      query: request.query as Record<string, unknown>,
      body: typeof request.body === 'string' ? request.body : '',
      request,
      reply,
    });
    if (body === undefined) return reply;
    reply.code(route.status ?? 200).type(JSON_TYPE);
    return reply.send(body instanceof JsonText ? body.text : JSON.stringify(body));
  };
  server.route({ method: route.method, url, handler });
}

/**
 * No route has both the method and the path. Fastify could be given a route for every method that
 * is not allowed, but those hundreds of routes would take a tenth of the server's start.
 */
function refuseRequest(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.replace(/[?#].*/s, '');
  const allowed = new Set<string>();
  for (const route of routes) {
    if (places(route).some(({ url }) => matches(url, path))) allowed.add(route.method);
  }
  if (allowed.size === 0) {
    return sendError(reply, new MillraceError('HTTP_NOT_FOUND', `Not found: ${request.url}`));
  }
  const list = [...allowed].sort().join(', ');
  const reason = `${request.method} is not allowed for ${request.url}; allowed is ${list}`;
  reply.header('allow', list);
  return sendError(reply, new MillraceError('HTTP_METHOD', reason));
}

/** @param url of a route: a part that starts with a colon stands for any text but none */
function matches(url: string, path: string): boolean {
  const [wanted, found] = [url.split('/'), path.split('/')];
  if (wanted.length !== found.length) return false;
  return wanted.every((part, i) => (part.startsWith(':') ? found[i] !== '' : part === found[i]));
}

function noSchema(): never {
  throw new MillraceError('BUG_INVARIANT', 'No route has a schema');
}

function badRequest(reason: string): MillraceError {
  return new MillraceError('HTTP_BAD_REQUEST', reason);
}

/** What came is no HTTP: there is no request to reply to, only a socket. */
function refuseBytes(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const large = error.code === 'HPE_HEADER_OVERFLOW';
  const reason = large ? 'The head of the request is too large' : 'The request is no HTTP';
  const text = JSON.stringify(errorReply(badRequest(reason)).body);
  const status = large ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const head = `content-type: ${JSON_TYPE}\r\ncontent-length: ${Buffer.byteLength(text)}`;
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n${head}\r\n\r\n${text}`);
}

function sendError(reply: FastifyReply, error: MillraceError): FastifyReply {
  const { status, body } = errorReply(error);
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(body));
}
