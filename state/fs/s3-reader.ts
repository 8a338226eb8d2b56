/**
 * Reads objects of one bucket: the requests that state makes by the thousand. Signed requests over
 * kept connections cost a tenth of the SDK's CPU time.
 */
import http from 'node:http';
import https from 'node:https';
import type { Clock } from '../../conf/clock.js';
import { mappedBytes } from '../column/mapped.js';
import { S3Failure } from './s3-error.js';
import { encodeKey, type S3Credentials, S3Signer } from './s3-signature.js';

const KEPT_CONNECTIONS = 256;

export interface S3Answer {
  readonly headers: http.IncomingHttpHeaders;
  readonly bytes: Uint8Array;
}

export interface S3ReaderParts {
  /** The bucket's address. */
  readonly base: URL;
  readonly region: string;
  readonly credentials: () => Promise<S3Credentials>;
  readonly clock: Clock;
  /** A request without a byte for so long is given up, also while it connects. */
  readonly silentMs: number;
}

export class S3Reader {
  readonly #host: string;
  readonly #address: { readonly hostname: string; readonly port: string };
  readonly #path: string;
  readonly #agent: http.Agent | https.Agent;
  readonly #request: typeof http.request;
  readonly #signer: S3Signer;
  readonly #credentials: () => Promise<S3Credentials>;
  readonly #clock: Clock;
  readonly #silentMs: number;

  constructor({ base, region, credentials, clock, silentMs }: S3ReaderParts) {
    const { host, hostname, port, pathname } = base;
    this.#host = host;
    this.#address = { hostname, port };
    this.#path = pathname === '/' ? '' : pathname;
    const isSecure = base.protocol === 'https:';
    const kept = { keepAlive: true, maxFreeSockets: KEPT_CONNECTIONS };
    this.#agent = isSecure ? new https.Agent(kept) : new http.Agent(kept);
    this.#request = isSecure ? https.request : http.request;
    this.#signer = new S3Signer(region);
    this.#credentials = credentials;
    this.#clock = clock;
    this.#silentMs = silentMs;
  }

  /**
   * The object, or a range of it.
   * @param range as HTTP has it, `bytes=0-9`
   * @throws S3Failure, errors of the connection
   */
  async get(key: string, range?: string): Promise<S3Answer> {
    return this.#send('GET', key, range === undefined ? {} : { range });
  }

  /** Its headers alone. @throws as `get` */
  async head(key: string): Promise<S3Answer> {
    return this.#send('HEAD', key, {});
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(
    method: string,
    key: string,
    given: Readonly<Record<string, string>>,
  ): Promise<S3Answer> {
    const path = `${this.#path}/${encodeKey(key)}`;
    const credentials = await this.#credentials();
    const headers = this.#signer.sign(
      method,
      path,
      { ...given, host: this.#host },
      credentials,
      this.#clock.now(),
    );
    return new Promise((resolve, reject) => {
      const timeout = this.#silentMs;
      const options = { ...this.#address, method, path, headers, agent: this.#agent, timeout };
      const request = this.#request(options, (response) => {
        receive(response).then((bytes) => {
          const status = response.statusCode as number;
          if (status < 300) resolve({ headers: response.headers, bytes });
          else reject(new S3Failure(status, wordOf(bytes)));
        }, reject);
      });
      request.on('timeout', () => {
        request.destroy(new Error(`no answer for ${timeout / 1000} s`));
      });
      request.on('error', reject);
      request.end();
    });
  }
}

function receive(response: http.IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : joined(chunks));
    });
    response.on('error', reject);
  });
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = mappedBytes(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** S3's word in the XML of a failure. */
function wordOf(body: Uint8Array): string {
  return /<Code>(\w+)<\/Code>/.exec(Buffer.from(body).toString())?.[1] ?? '';
}
