/** An HTTP request in parts that can be mutated one by one, and its bytes. */

export interface Request {
  readonly method: string;
  /** Path and query as they are sent. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** How the body's end is told: the length, chunks, or whatever the headers say. */
  readonly framing: 'length' | 'chunks' | 'headers';
  /** How much of the bytes is sent before the client ends its side, from 0 to 1. */
  readonly share: number;
}

/** A well-formed request. @param body a string is sent as it is, an object as JSON */
export function request(
  method: string,
  target: string,
  body: string | object = '',
  headers: Request['headers'] = [],
): Request {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const head = [['host', 'localhost'], ['connection', 'close'], ...headers] as const;
  return { method, target, headers: head, body: Buffer.from(text), framing: 'length', share: 1 };
}

/** The bytes; `latin1`, so that any byte can stand in a head. */
export function bytesOf({ method, target, headers, body, framing, share }: Request): Buffer {
  const lines = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, it]) => `${name}: ${it}`)];
  if (framing === 'chunks') lines.push('transfer-encoding: chunked');
  else if (framing === 'length' && body.length > 0) lines.push(`content-length: ${body.length}`);
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const whole = Buffer.concat([head, ...(framing === 'chunks' ? chunked(body) : [body])]);
  return whole.subarray(0, Math.ceil(whole.length * share));
}

/** The server may wait for more of it than comes, and drop it. */
export function mayBeIncomplete({ headers, framing, share }: Request): boolean {
  const framed = headers.some(
    ([name]) => name === 'content-length' || name === 'transfer-encoding',
  );
  return share < 1 || framed || framing === 'headers';
}

/** In two chunks. */
function chunked(body: Buffer): Buffer[] {
  const middle = body.length >> 1;
  const chunks = [body.subarray(0, middle), body.subarray(middle)].filter(({ length }) => length);
  const framed = chunks.flatMap((chunk) => [
    Buffer.from(`${chunk.length.toString(16)}\r\n`),
    chunk,
    Buffer.from('\r\n'),
  ]);
  return [...framed, Buffer.from('0\r\n\r\n')];
}
