/** Mutates a request: its method, path, query, headers, body, or how its bytes are framed. */
import { gzipSync } from 'node:zlib';
import type { Random } from '../../conf/random.js';
import { hit, mutateJson } from './json-mutator.js';
import type { Request } from './request.js';

const METHODS = [
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'CONNECT', 'PROPFIND'],
  ...['get', '', 'G\0T', '\u00c9', 'A'.repeat(2000), 'GET GET'],
];

const SEGMENTS = [
  ...['', '.', '..', '%', '%zz', '%00', '%ff', '%2F', '%E2%82%AC', 'x'.repeat(300), '__proto__'],
  ...['-1', '0', '1', '007', '1.5', '1e9', 'NaN', '99999999999999999999', '0x0', ':token', '*'],
  ...['v0', 'v1', 'v2', 'v3', 'v4', 'v5', 'v99', 'V4', 'v', 'v04', 'jobs', 'sessions', 'result'],
];

const QUERIES = [
  ...[
    '?',
    '?&&&',
    '?=',
    '?rowFormat',
    '?rowFormat=',
    '?rowFormat=json',
    '?rowFormat=JSON&rowFormat=x',
  ],
  ...['?rowFormat[]=JSON', '?detach=1', '?detach&detach', '?detach=maybe', '?mode=stop', '?mode='],
  ...[
    '?%',
    '?%00=%ff',
    '?__proto__=x',
    `?${'a=b&'.repeat(3000)}`,
    '?a;b',
    '#x',
    '?rowFormat=%F0%9F%98%80',
  ],
];

const HEADERS: readonly (readonly [string, string])[] = [
  ...['application/json', 'text/plain', '', ';;', 'application/json; charset=utf-16'].map(
    (it) => ['content-type', it] as const,
  ),
  ...['multipart/form-data', 'application/x-www-form-urlencoded', 'a'.repeat(5000)].map(
    (it) => ['content-type', it] as const,
  ),
  ...['0', '-1', '99999999999', 'abc', '1e3', '5, 5', '3', '+7', ''].map(
    (it) => ['content-length', it] as const,
  ),
  ...['chunked', 'gzip', 'chunked, chunked', 'identity', 'x'].map(
    (it) => ['transfer-encoding', it] as const,
  ),
  ...['gzip', 'br', 'x', 'identity'].map((it) => ['content-encoding', it] as const),
  ...['', 'text/csv;q=0', 'image/png', '*/*,'.repeat(500), 'text/*', ';', 'a/b, text/csv'].map(
    (it) => ['accept', it] as const,
  ),
  ...['', 'a b', '[::1', 'x:99999'].map((it) => ['host', it] as const),
  ...['100-continue', '200-ok'].map((it) => ['expect', it] as const),
  ...['upgrade', 'keep-alive', 'close, x'].map((it) => ['connection', it] as const),
  ...['websocket', 'h2c'].map((it) => ['upgrade', it] as const),
  ['accept-version', '9'],
  ['x', 'y'.repeat(20_000)],
  ['bad header', 'x'],
  ['x', '\0'],
  ['x', 'a\r\n b'],
  ['x', '\u00ff'],
  ['', 'x'],
];

export function mutateRequest(request: Request, random: Random): Request {
  let mutated = request;
  const rounds = random.nextInt(1, 2);
  for (let round = 0; round < rounds; round++) mutated = mutateOnce(mutated, random);
  return mutated;
}

function mutateOnce(request: Request, random: Random): Request {
  switch (random.nextInt(0, 9)) {
    case 0:
      return { ...request, method: random.pick(METHODS) ?? '' };
    case 1:
    case 2:
      return { ...request, target: mutatePath(request.target, random) };
    case 3:
      return { ...request, target: mutateQuery(request.target, random) };
    case 4:
    case 5:
      return mutateHeaders(request, random);
    case 6:
      return mutateFraming(request, random);
    default: {
      const json = request.body.toString('latin1', 0, 1) === '{';
      const body = json ? mutateJson(request.body, random) : hit(request.body, random);
      return { ...request, body };
    }
  }
}

function mutatePath(target: string, random: Random): string {
  const [path = '', ...query] = target.split('?');
  const segments = path.split('/').slice(1);
  const at = random.nextInt(0, segments.length - 1);
  const other = random.pick(SEGMENTS) ?? '';
  const old = segments[at] as string;
  const changed = random.pick([
    segments.toSpliced(at, 1),
    segments.toSpliced(at, 1, other),
    segments.toSpliced(at, 1, other),
    segments.toSpliced(at, 0, other),
    segments.toSpliced(at, 0, old),
    segments.with(at, `${old.slice(0, -1)}0`),
    segments.with(at, old.toUpperCase()),
    [...segments, ''],
    ['', ...segments],
  ]) as string[];
  const absolute = random.nextInt(0, 20) === 0 ? 'http://x' : '';
  return [`${absolute}/${changed.join('/')}`, ...query].join('?');
}

function mutateQuery(target: string, random: Random): string {
  const [path = ''] = target.split('?');
  return path + (random.pick(QUERIES) ?? '');
}

function mutateHeaders(request: Request, random: Random): Request {
  const { headers } = request;
  if (random.nextInt(0, 9) === 0) {
    return { ...request, headers: headers.toSpliced(random.nextInt(0, headers.length - 1), 1) };
  }
  if (random.nextInt(0, 19) === 0) {
    const many = Array.from({ length: 2500 }, (_, i) => [`h${i}`, 'x'] as const);
    return { ...request, headers: [...headers, ...many] };
  }
  const header = random.pick(HEADERS) as readonly [string, string];
  const framed = header[0] === 'content-length' || header[0] === 'transfer-encoding';
  const framing = framed && random.nextBoolean() ? 'headers' : request.framing;
  return { ...request, framing, headers: [...headers, header] };
}

function mutateFraming(request: Request, random: Random): Request {
  switch (random.nextInt(0, 3)) {
    case 0:
      return { ...request, framing: 'chunks' };
    case 1:
      return { ...request, framing: 'headers' };
    case 2: {
      const body = gzipSync(request.body);
      return { ...request, body, headers: [...request.headers, ['content-encoding', 'gzip']] };
    }
    default:
      return { ...request, share: random.nextDouble() };
  }
}
