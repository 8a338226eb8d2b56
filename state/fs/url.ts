/** The file system of a folder as users write it: `s3://bucket/a`, `file:///a`, `/a`. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import type { FileSystem } from './file-system.js';
import { LocalFileSystem } from './local.js';
import { MemoryFileSystem } from './memory.js';
import { S3FileSystem } from './s3.js';
import { s3Settings } from './s3-settings.js';

/** `s3a` and `s3p` are what Flink's two plugins for S3 are asked for by. */
const URL_PARTS =
  /^(?:(s3[ap]?):\/\/(?<object>.*)|(?<memory>memory:.*)|(?<scheme>[a-z][\w+.-]+):.*)$/i;
const BUCKET = /^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9](?:\/|$)/i;

/**
 * @param url a path without a scheme is local
 * @throws CONFIG_VALUE
 */
export function openUrl(url: string, config: Configuration): FileSystem {
  const { object, memory, scheme } = URL_PARTS.exec(url)?.groups ?? {};
  if (object !== undefined) {
    if (!BUCKET.test(object)) {
      throw new MillraceError('CONFIG_VALUE', `'${url}' names no bucket; allowed is s3://bucket/…`);
    }
    return new S3FileSystem(object, s3Settings(config));
  }
  if (memory !== undefined) return new MemoryFileSystem(memory);
  if (scheme === undefined) return new LocalFileSystem(resolve(url));
  if (scheme.toLowerCase() === 'file') return new LocalFileSystem(localPath(url));
  const reason = `'${url}' is in no known file system; allowed are file:, s3:, and plain paths`;
  throw new MillraceError('CONFIG_VALUE', reason);
}

/** `file:/a`, which Flink writes, is `file:///a`. */
function localPath(url: string): string {
  try {
    return fileURLToPath(url);
  } catch (cause) {
    const reason = `'${url}' is no local folder; allowed is file:///folder`;
    throw new MillraceError('CONFIG_VALUE', reason, { cause });
  }
}
