/**
 * Files in a folder of an S3 bucket. The SDK writes, lists and deletes; reads go through a client
 * of their own (`s3-reader.ts`).
 *
 * `putIfAbsent` is a put with `If-None-Match: *`, which of many writers lets one win; a nonce goes
 * with it as metadata. Where the server says that the object exists it is looked at: with our nonce
 * it is a put of ours whose answer was lost.
 * Requests that fail in passing are tried again (`retry.ts`).
 */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Clock, systemClock } from '../../conf/clock.js';
import { MillraceError } from '../../conf/errors/error.js';
import { Random } from '../../conf/random.js';
import type { FileEntry, FileSystem, FileSystemSpec, FileWriter } from './file-system.js';
import { checkPath } from './path.js';
import { Retry } from './retry.js';
import { connectS3, type S3Connection } from './s3-connection.js';
import { failureOf, s3Error } from './s3-error.js';
import type { S3Settings } from './s3-settings.js';
import { encodeKey } from './s3-signature.js';
import { S3Writer, type UploadCalls } from './s3-writer.js';

export interface S3Parts {
  readonly clock?: Clock;
  readonly random?: Random;
  /** Larger objects are copied in parts of this size; S3 copies up to 5 GiB as one. */
  readonly copyBytes?: number;
  /** Requests without a byte for so long are given up. */
  readonly silentMs?: number;
}

const COPY_BYTES = 1024 ** 3;
/** What S3 takes in one request. */
const DELETED_AT_ONCE = 1000;
const NONCE = 'millrace-nonce';

export class S3FileSystem implements FileSystem {
  readonly scheme = 's3';
  readonly root: string;
  readonly spec: FileSystemSpec;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #settings: S3Settings;
  readonly #clock: Clock;
  readonly #retry: Retry;
  readonly #copyBytes: number;
  readonly #silentMs: number | undefined;
  #connection: Promise<S3Connection> | undefined;

  /** @param folder the bucket, and behind '/' a folder in it */
  constructor(folder: string, settings: S3Settings, parts: S3Parts = {}) {
    const { bucket, prefix } = placeOf(folder);
    this.#bucket = bucket;
    this.#prefix = prefix;
    this.root = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
    this.spec = { scheme: 's3', folder, s3: settings };
    this.#settings = settings;
    this.#clock = parts.clock ?? systemClock;
    const seed = Math.trunc(performance.now() * 1000) + process.pid * 2 ** 20;
    this.#retry = new Retry(this.#clock, parts.random ?? new Random(seed));
    this.#copyBytes = parts.copyBytes ?? COPY_BYTES;
    this.#silentMs = parts.silentMs;
  }

  async read(path: string, offset: number, length: number): Promise<Uint8Array> {
    if (length === 0) return new Uint8Array(0);
    const range = `bytes=${offset}-${offset + length - 1}`;
    return this.#attempt(path, async ({ reader }, key) => {
      try {
        return (await reader.get(key, range)).bytes;
      } catch (error) {
        // The file ends before `offset`.
        if (failureOf(error)?.status === 416) return new Uint8Array(0);
        throw error;
      }
    });
  }

  readAll(path: string): Promise<Uint8Array> {
    return this.#attempt(path, async ({ reader }, key) => (await reader.get(key)).bytes);
  }

  size(path: string): Promise<number> {
    return this.#attempt(path, async ({ reader }, key) => {
      return Number((await reader.head(key)).headers['content-length']);
    });
  }

  write(path: string, bytes: Uint8Array): Promise<void> {
    return this.#attempt(path, async ({ sdk, client }, key) => {
      await client.send(new sdk.PutObjectCommand({ ...this.#at(key), Body: bytes }));
    });
  }

  async create(path: string): Promise<FileWriter> {
    checkPath(path);
    return new S3Writer(this.#uploadCalls(path));
  }

  putIfAbsent(path: string, bytes: Uint8Array): Promise<'written' | 'exists'> {
    const nonce = randomUUID();
    return this.#attempt(path, async ({ sdk, client, reader }, key) => {
      const command = new sdk.PutObjectCommand({
        ...this.#at(key),
        Body: bytes,
        IfNoneMatch: '*',
        Metadata: { [NONCE]: nonce },
      });
      try {
        await client.send(command);
        return 'written';
      } catch (error) {
        if (failureOf(error)?.status !== 412) throw error;
      }
      const { headers } = await reader.head(key);
      return headers[`x-amz-meta-${NONCE}`] === nonce ? 'written' : 'exists';
    });
  }

  async *list(folder: string): AsyncIterable<FileEntry> {
    if (folder !== '') checkPath(folder);
    const below = folder === '' ? this.#prefix : `${this.#prefix}${folder}/`;
    const entries: FileEntry[] = [];
    let next: string | undefined;
    do {
      const from = next;
      const page = await this.#attemptAt(below, ({ sdk, client }) =>
        client.send(
          new sdk.ListObjectsV2Command({
            Bucket: this.#bucket,
            Prefix: below,
            ...(from === undefined ? {} : { ContinuationToken: from }),
          }),
        ),
      );
      for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
        // Consoles mark folders by empty objects.
        if (Key.endsWith('/')) continue;
        const modifiedAt = LastModified?.getTime() ?? 0;
        entries.push({ path: Key.slice(this.#prefix.length), sizeBytes: Size, modifiedAt });
      }
      next = page.NextContinuationToken;
    } while (next !== undefined);
    // Some servers list a folder among names as if its name did not end in '/'.
    yield* entries.sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  async delete(paths: readonly string[]): Promise<void> {
    for (const path of paths) checkPath(path);
    for (let i = 0; i < paths.length; i += DELETED_AT_ONCE) {
      const keys = paths.slice(i, i + DELETED_AT_ONCE).map((path) => this.#prefix + path);
      await this.#attemptAt(keys[0] as string, ({ sdk, client }) =>
        this.#delete(sdk, client, keys),
      );
    }
  }

  async copy(from: string, to: string): Promise<void> {
    checkPath(from);
    await this.#copy(this.#bucket, this.#prefix + from, to);
  }

  /** From any bucket of the same server. */
  async copyFrom({ folder, s3 }: FileSystemSpec, from: string, to: string): Promise<boolean> {
    if (!isDeepStrictEqual(s3, this.#settings)) return false;
    checkPath(from);
    const { bucket, prefix } = placeOf(folder);
    await this.#copy(bucket, prefix + from, to);
    return true;
  }

  async close(): Promise<void> {
    const connection = await this.#connection?.catch(() => undefined);
    connection?.client.destroy();
    connection?.reader.close();
  }

  async #copy(bucket: string, key: string, to: string): Promise<void> {
    checkPath(to);
    const { ContentLength: sizeBytes = 0 } = await this.#attemptAt(key, ({ sdk, client }) =>
      client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: key })),
    );
    const source = `${bucket}/${encodeKey(key)}`;
    if (sizeBytes > this.#copyBytes) return this.#copyInParts(source, sizeBytes, to);
    await this.#attemptAt(key, async ({ sdk, client }) => {
      const at = this.#at(this.#prefix + to);
      await client.send(new sdk.CopyObjectCommand({ ...at, CopySource: source }));
    });
  }

  async #delete(
    sdk: S3Connection['sdk'],
    client: S3Connection['client'],
    keys: readonly string[],
  ): Promise<void> {
    const { Errors } = await client.send(
      new sdk.DeleteObjectsCommand({
        Bucket: this.#bucket,
        Delete: { Objects: keys.map((Key) => ({ Key })), Quiet: true },
      }),
    );
    const failed = Errors?.find(({ Code }) => Code !== 'NoSuchKey');
    if (failed === undefined) return;
    const isRefused = failed.Code === 'AccessDenied';
    throw new MillraceError(
      isRefused ? 'FILE_REFUSED' : 'FILE_UNREACHABLE',
      `${this.#place(failed.Key ?? '')} was not deleted: ${failed.Code}`,
    );
  }

  async #copyInParts(source: string, sizeBytes: number, to: string): Promise<void> {
    const calls = this.#uploadCalls(to);
    const upload = await calls.begin();
    const tags: string[] = [];
    try {
      for (let start = 0; start < sizeBytes; start += this.#copyBytes) {
        const end = Math.min(start + this.#copyBytes, sizeBytes) - 1;
        const tag = await this.#attempt(to, async ({ sdk, client }, key) => {
          const command = new sdk.UploadPartCopyCommand({
            ...this.#at(key),
            UploadId: upload,
            PartNumber: tags.length + 1,
            CopySource: source,
            CopySourceRange: `bytes=${start}-${end}`,
          });
          return (await client.send(command)).CopyPartResult?.ETag ?? '';
        });
        tags.push(tag);
      }
      await calls.complete(upload, tags);
    } catch (error) {
      await calls.abort(upload).catch(() => undefined);
      throw error;
    }
  }

  #uploadCalls(path: string): UploadCalls {
    return {
      put: (bytes) => this.write(path, bytes),
      begin: () =>
        this.#attempt(path, async ({ sdk, client }, key) => {
          const command = new sdk.CreateMultipartUploadCommand(this.#at(key));
          return (await client.send(command)).UploadId ?? '';
        }),
      part: (UploadId, PartNumber, Body) =>
        this.#attempt(path, async ({ sdk, client }, key) => {
          const part = { ...this.#at(key), UploadId, PartNumber, Body };
          return (await client.send(new sdk.UploadPartCommand(part))).ETag ?? '';
        }),
      complete: (upload, tags) => this.#complete(path, upload, tags),
      abort: (UploadId) =>
        this.#attempt(path, async ({ sdk, client }, key) => {
          const upload = { ...this.#at(key), UploadId };
          await client.send(new sdk.AbortMultipartUploadCommand(upload));
        }),
    };
  }

  /** An upload that is gone, while the object stands with its tag, was completed before. */
  #complete(path: string, upload: string, tags: readonly string[]): Promise<void> {
    let mayBeDone = false;
    return this.#attempt(path, async ({ sdk, client, reader }, key) => {
      const Parts = tags.map((ETag, i) => ({ ETag, PartNumber: i + 1 }));
      const whole = { ...this.#at(key), UploadId: upload, MultipartUpload: { Parts } };
      try {
        await client.send(new sdk.CompleteMultipartUploadCommand(whole));
      } catch (error) {
        const isGone = failureOf(error)?.word === 'NoSuchUpload';
        if (!isGone || !mayBeDone) {
          mayBeDone = true;
          throw error;
        }
        await reader.head(key);
      }
    });
  }

  #connect(): Promise<S3Connection> {
    const ms = this.#silentMs;
    const silentMs = ms === undefined ? undefined : { read: ms, other: ms };
    return connectS3(this.#bucket, this.#settings, this.#clock, silentMs);
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: key };
  }

  #place(key: string): string {
    return `s3://${this.#bucket}/${key}`;
  }

  async #attempt<T>(
    path: string,
    action: (connection: S3Connection, key: string) => Promise<T>,
  ): Promise<T> {
    checkPath(path);
    const key = this.#prefix + path;
    return this.#attemptAt(key, (connection) => action(connection, key));
  }

  /** @throws FILE_MISSING, FILE_UNREACHABLE, FILE_REFUSED that name bucket and key */
  #attemptAt<T>(key: string, action: (connection: S3Connection) => Promise<T>): Promise<T> {
    return this.#retry.run(async () => {
      try {
        this.#connection ??= this.#connect();
        return await action(await this.#connection);
      } catch (error) {
        throw s3Error(this.#place(key), error);
      }
    });
  }
}

/** Of `bucket/folder`: the bucket, and what names of objects begin with. */
function placeOf(folder: string): { readonly bucket: string; readonly prefix: string } {
  const [bucket = '', ...names] = folder.split('/').filter((name) => name !== '');
  return { bucket, prefix: names.map((name) => `${name}/`).join('') };
}
