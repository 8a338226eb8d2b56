/**
 * Signatures of requests to S3 without a body: AWS Signature Version 4, in headers. A key is
 * derived per day and secret, then a request costs two hashes.
 */
import { createHash, createHmac } from 'node:crypto';

export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

/** Of no bytes. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export class S3Signer {
  readonly #region: string;
  #derived: { readonly day: string; readonly secret: string; readonly key: Buffer } | undefined;

  constructor(region: string) {
    this.#region = region;
  }

  /**
   * The headers of a signed request: those given, and the signature's.
   * @param path encoded, as it is sent
   * @param headers names in lower case; `host` among them
   * @param now ms since the epoch
   */
  sign(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    credentials: S3Credentials,
    now: number,
  ): Record<string, string> {
    const time = `${new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
    const day = time.slice(0, 8);
    const all: Record<string, string> = {
      ...headers,
      'x-amz-content-sha256': EMPTY_SHA256,
      'x-amz-date': time,
    };
    const { accessKeyId, secretAccessKey, sessionToken } = credentials;
    if (sessionToken !== undefined) all['x-amz-security-token'] = sessionToken;
    const names = Object.keys(all).sort();
    const signed = names.join(';');
    const lines = names.map((name) => `${name}:${all[name]}\n`).join('');
    const request = `${method}\n${path}\n\n${lines}\n${signed}\n${EMPTY_SHA256}`;
    const scope = `${day}/${this.#region}/s3/aws4_request`;
    const digest = createHash('sha256').update(request).digest('hex');
    const signature = createHmac('sha256', this.#key(day, secretAccessKey))
      .update(`AWS4-HMAC-SHA256\n${time}\n${scope}\n${digest}`)
      .digest('hex');
    all.authorization =
      `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},` +
      `SignedHeaders=${signed},Signature=${signature}`;
    return all;
  }

  #key(day: string, secret: string): Buffer {
    if (this.#derived?.day === day && this.#derived.secret === secret) return this.#derived.key;
    const hmac = (key: string | Buffer, text: string): Buffer =>
      createHmac('sha256', key).update(text).digest();
    const ofRegion = hmac(hmac(`AWS4${secret}`, day), this.#region);
    const key = hmac(hmac(ofRegion, 's3'), 'aws4_request');
    this.#derived = { day, secret, key };
    return key;
  }
}

/** A key of a bucket as it stands in a path: all but letters, digits, `-._~` and `/` escaped. */
export function encodeKey(key: string): string {
  const code = (c: string): string => `%${c.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(key)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, code);
}
