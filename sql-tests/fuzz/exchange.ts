/** Sends bytes over a connection of their own and reads what comes back, whatever it is. */
import { connect, type Socket } from 'node:net';

export interface Reply {
  /** 0 when no head of a reply came. */
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
  /**
   * `whole`: to its end; `cut`: the server closed the connection before; `left`: the client did,
   * because it had enough or had waited too long.
   */
  readonly end: 'whole' | 'cut' | 'left';
}

export interface ExchangeOptions {
  readonly port: number;
  readonly bytes: Buffer;
  /** The client ends its side when no reply comes soon: the server may wait for more of it. */
  readonly incomplete: boolean;
  /** The reply to HEAD has no body, whatever its head says. */
  readonly headOnly: boolean;
  /** Asked now and then: the client has waited long enough. */
  enough(started: boolean): boolean;
}

/** Of a reply that does not end. */
const ENOUGH_BYTES = 1 << 18;
const ASK_MS = 50;
const END_MS = 100;

export function exchange(options: ExchangeOptions): Promise<Reply> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const socket: Socket = connect({ host: '127.0.0.1', port: options.port });
    const finish = (end: Reply['end']): void => {
      clearInterval(asking);
      socket.destroy();
      resolve(readReply(Buffer.concat(chunks), end, options.headOnly));
    };
    const start = performance.now();
    const asking = setInterval(() => {
      const late = split(Buffer.concat(chunks)) === null && performance.now() - start > END_MS;
      if (options.incomplete && late && !socket.writableEnded) socket.end();
      if (options.enough(length > 0)) finish('left');
    }, ASK_MS);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > ENOUGH_BYTES) finish('left');
      else if (isWhole(Buffer.concat(chunks), options.headOnly)) finish('whole');
    });
    socket.on('error', () => {});
    socket.on('close', () => finish('cut'));
    socket.write(options.bytes);
  });
}

interface Parts {
  readonly head: string;
  readonly body: Buffer;
}

/** Null until the head is complete. `100 Continue` comes before the reply. */
function split(bytes: Buffer): Parts | null {
  const at = bytes.indexOf('\r\n\r\n');
  if (at < 0) return null;
  const head = bytes.toString('latin1', 0, at);
  const body = bytes.subarray(at + 4);
  return /^HTTP\/1\.1 1\d\d/.test(head) ? split(body) : { head, body };
}

function isWhole(bytes: Buffer, headOnly: boolean): boolean {
  const parts = split(bytes);
  if (parts === null) return false;
  if (headOnly) return true;
  if (header(parts.head, 'transfer-encoding') === 'chunked') return unchunk(parts.body).whole;
  const length = header(parts.head, 'content-length');
  return length !== '' && parts.body.length >= Number(length);
}

function readReply(bytes: Buffer, end: Reply['end'], headOnly: boolean): Reply {
  const parts = split(bytes);
  if (parts === null) return { status: 0, contentType: '', body: '', end };
  const { head } = parts;
  const chunks = header(head, 'transfer-encoding') === 'chunked';
  const closes = !chunks && header(head, 'content-length') === '';
  const length = closes ? undefined : Number(header(head, 'content-length'));
  const body = chunks ? unchunk(parts.body).bytes : parts.body.subarray(0, length);
  return {
    status: Number(head.slice(9, 12)),
    contentType: header(head, 'content-type'),
    body: body.toString(),
    end: end === 'cut' && (closes || isWhole(bytes, headOnly)) ? 'whole' : end,
  };
}

function header(head: string, name: string): string {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(head)?.[1]?.trim() ?? '';
}

function unchunk(body: Buffer): { readonly bytes: Buffer; readonly whole: boolean } {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const line = body.indexOf('\r\n', at);
    const size = line < 0 ? Number.NaN : Number.parseInt(body.toString('latin1', at, line), 16);
    if (size === 0) return { bytes: Buffer.concat(parts), whole: true };
    if (Number.isNaN(size)) return { bytes: Buffer.concat(parts), whole: false };
    parts.push(body.subarray(line + 2, line + 2 + size));
    at = line + 2 + size + 2;
  }
}
