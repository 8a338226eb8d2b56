/** What S3 does wrong, by a server that answers as it is told. */
import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import { S3FileSystem } from './s3.js';
import { s3Settings } from './s3-settings.js';
import { S3Signer } from './s3-signature.js';
import { openUrl } from './url.js';

/** Answers a request; `undefined` = the object is treated as a server does. */
type Script = (
  request: http.IncomingMessage,
  attempt: number,
) => number | 'cut' | 'silent' | undefined;

/** One object a path, with its nonce. */
class ToldServer {
  readonly requests: string[] = [];
  readonly waits: number[] = [];
  readonly objects = new Map<string, { readonly body: Buffer; readonly nonce: string }>();
  readonly #server: http.Server;

  constructor(script: Script) {
    this.#server = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.requests.push(`${request.method} ${request.url}`);
        const told = script(request, this.requests.length);
        if (typeof told === 'number') {
          this.#fail(response, told);
          return;
        }
        if (told === 'silent') return;
        this.#serve(request, Buffer.concat(chunks), told === 'cut' ? undefined : response);
        if (told === 'cut') request.socket.destroy();
      });
    });
  }

  async open(): Promise<S3FileSystem> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = this.#server.address() as AddressInfo;
    const settings = s3Settings(
      new Configuration([
        ['s3.endpoint', `http://127.0.0.1:${port}`],
        ['s3.path.style.access', 'true'],
        ['s3.access-key', 'key'],
        ['s3.secret-key', 'hidden-secret'],
      ]),
    );
    const after = (ms: number, fire: () => void) => {
      this.waits.push(ms);
      setImmediate(fire);
      return { cancel: () => undefined };
    };
    const clock = { now: Date.now, after };
    return new S3FileSystem('bucket/job', settings, { clock, silentMs: 200 });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #fail(response: http.ServerResponse, status: number): void {
    const words: Record<number, string> = { 409: 'ConditionalRequestConflict', 503: 'SlowDown' };
    const word = words[status] ?? 'AccessDenied';
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<Error><Code>${word}</Code><Message>told</Message></Error>`);
  }

  #serve(request: http.IncomingMessage, body: Buffer, response?: http.ServerResponse): void {
    const path = (request.url ?? '').split('?')[0] as string;
    const found = this.objects.get(path);
    if (request.method === 'PUT') {
      if (request.headers['if-none-match'] === '*' && found !== undefined) {
        response?.writeHead(412).end();
        return;
      }
      const nonce = request.headers['x-amz-meta-millrace-nonce'];
      this.objects.set(path, { body, nonce: String(nonce) });
      response?.writeHead(200, { etag: '"tag"' }).end();
    } else if (found === undefined) {
      response?.writeHead(404).end();
    } else {
      const headers = {
        'content-length': found.body.length,
        'x-amz-meta-millrace-nonce': found.nonce,
      };
      response?.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : found.body);
    }
  }
}

async function told(
  script: Script,
  body: (fs: S3FileSystem, server: ToldServer) => Promise<void>,
): Promise<void> {
  const server = new ToldServer(script);
  const fs = await server.open();
  try {
    await body(fs, server);
  } finally {
    await fs.close();
    server.close();
  }
}

const bytes = Buffer.from('mine');

test('a put whose answer was lost is found by its nonce; another one stands', async () => {
  await told(
    (_, attempt) => (attempt === 1 ? 'cut' : undefined),
    async (fs, server) => {
      assert.equal(await fs.putIfAbsent('log/1', bytes), 'written');
      assert.deepEqual(
        server.requests.map((line) => line.split('?')[0]),
        ['PUT /bucket/job/log/1', 'PUT /bucket/job/log/1', 'HEAD /bucket/job/log/1'],
      );
      assert.equal(await fs.putIfAbsent('log/1', Buffer.from('other')), 'exists');
      assert.equal(Buffer.from(await fs.readAll('log/1')).toString(), 'mine');
    },
  );
});

test('409, 503 and cut connections are tried again, with growing random waits', async () => {
  const answers: (number | 'cut')[] = [409, 503, 'cut', 500, 429];
  await told(
    () => answers.shift(),
    async (fs, server) => {
      assert.equal(await fs.putIfAbsent('log/2', bytes), 'written');
      assert.equal(server.waits.length, 5);
      for (const [i, ms] of server.waits.entries()) assert.ok(ms > 0 && ms <= 100 * 2 ** i);
      answers.push(503, 'cut');
      assert.equal(await fs.size('log/2'), 4);
      assert.equal(server.waits.length, 7);
    },
  );
});

test('a server that takes requests and does not answer is given up, and tried again', async () => {
  const answers: ('silent' | undefined)[] = ['silent', undefined, 'silent', 'silent'];
  await told(
    () => answers.shift(),
    async (fs, server) => {
      await fs.write('file', bytes);
      assert.equal(Buffer.from(await fs.readAll('file')).toString(), 'mine');
      assert.deepEqual([server.requests.length, server.waits.length], [5, 3]);
      answers.push(...Array.from({ length: 8 }, () => 'silent' as const));
      await assert.rejects(fs.size('file'), {
        code: 'FILE_UNREACHABLE',
        message: /s3:\/\/bucket\/job\/file: no answer for 0.2 s/,
      });
    },
  );
});

test('a server that stays away is FILE_UNREACHABLE after 8 attempts', async () => {
  await told(
    () => 503,
    async (fs, server) => {
      const unreachable = {
        code: 'FILE_UNREACHABLE',
        message: 's3://bucket/job/a: SlowDown (HTTP 503)',
      };
      await assert.rejects(fs.read('a', 0, 10), unreachable);
      assert.equal(server.requests.length, 8);
      await assert.rejects(fs.write('a', bytes), unreachable);
      server.close();
      await assert.rejects(fs.readAll('a'), {
        code: 'FILE_UNREACHABLE',
        message: /^s3:\/\/bucket\/job\/a: E/,
      });
    },
  );
});

test('a refusal is not tried again', async () => {
  await told(
    () => 403,
    async (fs, server) => {
      await assert.rejects(fs.write('a', bytes), {
        code: 'FILE_REFUSED',
        message: 's3://bucket/job/a: AccessDenied (HTTP 403)',
        hint: /^Grant/,
      });
      assert.equal(server.requests.length, 1);
    },
  );
});

test('signatures are those of Amazon (the example of their documentation)', () => {
  const credentials = {
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const headers = { host: 'examplebucket.s3.amazonaws.com', range: 'bytes=0-9' };
  const time = Date.UTC(2013, 4, 24);
  const signed = new S3Signer('us-east-1').sign('GET', '/test.txt', headers, credentials, time);
  assert.match(
    signed.authorization ?? '',
    /f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41$/,
  );
});

test('a folder by its URL; what is none says what is allowed', () => {
  const root = (url: string): string => openUrl(url, new Configuration()).root;
  assert.equal(root('s3://bucket/a//b/'), 's3://bucket/a/b');
  assert.equal(root('s3a://bucket'), 's3://bucket');
  assert.equal(root('file:///tmp/x'), 'file:///tmp/x');
  assert.equal(root('file:/tmp/x'), 'file:///tmp/x');
  assert.equal(root('/tmp/x y'), 'file:///tmp/x y');
  assert.equal(root('memory:a'), 'memory:a');
  for (const [url, message] of [
    ['s3://', /names no bucket/],
    ['hdfs://name/x', /allowed are file:, s3:/],
    ['file://host/x', /no local folder/],
  ] as const) {
    assert.throws(() => openUrl(url, new Configuration()), { code: 'CONFIG_VALUE', message });
  }
  const half = new Configuration([['s3.secret.key', 'hidden-secret']]);
  assert.throws(() => openUrl('s3://bucket', half), {
    code: 'CONFIG_VALUE',
    message: "'s3.access-key' is not set; allowed is both keys of S3, or none",
  });
});
