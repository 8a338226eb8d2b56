/**
 * The metadata file of a checkpoint or savepoint: all that a job is restored from, but for the
 * files of state that it names. Paths in it are relative to the job's folder.
 *
 *     bytes 0–7   "MRCKPT" and the format's version, two bytes, big endian
 *     bytes 8–11  CRC-32 of what follows
 *     then        the content, as node:v8 serializes plain data (a format that stays readable)
 */
import { deserialize, serialize } from 'node:v8';
import { crc32 } from 'node:zlib';
import { MillraceError } from '../../conf/errors/error.js';
import type { JobSnapshot } from '../../operators/runtime/snapshot.js';
import type { StateFile } from '../../state/api/snapshot.js';
import type { FileSystem } from '../../state/fs/file-system.js';

export const METADATA_FILE = '_metadata';

const MAGIC = Buffer.from('MRCKPT');
/** Since 2 files may have values without times where their list has a time to live now. */
const VERSION = 2;
const OLDEST_VERSION = 1;
/** What Flink's `_metadata` begins with. */
const FLINK_MAGIC = 0x4960672d;
const HEAD_BYTES = 12;

/** Plain data. */
export interface Metadata {
  readonly jobId: string;
  readonly jobName: string;
  /** Version of Millrace that wrote it. */
  readonly engine: string;
  /** ms since the epoch */
  readonly takenAt: number;
  readonly isSavepoint: boolean;
  /** A savepoint that is the job's, as a user names it: see `savepoint.ts`. */
  readonly claimed?: string;
  /** Descriptions of the operators, by id: for people, and for messages. */
  readonly operators: Readonly<Record<string, string>>;
  readonly snapshot: JobSnapshot;
}

/** All files of keyed state; one that tasks share is there for each. */
export function stateFiles({ nodes }: JobSnapshot): StateFile[] {
  return nodes.flatMap(({ operator }) => operator?.state?.files ?? []);
}

export function encodeMetadata(metadata: Metadata): Uint8Array {
  const content = serialize(metadata);
  const head = Buffer.alloc(HEAD_BYTES);
  MAGIC.copy(head);
  head.writeUInt16BE(VERSION, MAGIC.length);
  head.writeUInt32BE(crc32(content), MAGIC.length + 2);
  return Buffer.concat([head, content]);
}

/** @throws CHECKPOINT_MISSING when there is none, STATE_CORRUPT for one that cannot be read */
export async function readMetadata(files: FileSystem, path: string): Promise<Metadata> {
  const file = `${files.root}/${path}`;
  const bytes = await files.readAll(path).catch((cause: unknown) => {
    if (!(cause instanceof MillraceError) || cause.code !== 'FILE_MISSING') throw cause;
    const reason = 'There is no complete checkpoint or savepoint: its metadata file is missing';
    throw new MillraceError('CHECKPOINT_MISSING', reason, { place: { file }, cause });
  });
  return decodeMetadata(bytes, file);
}

/** @param file for messages */
export function decodeMetadata(bytes: Uint8Array, file: string): Metadata {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(HEAD_BYTES, bytes.length));
  if (head.length < HEAD_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC)) {
    const isFlink = head.length >= 4 && head.readUInt32BE(0) === FLINK_MAGIC;
    const reason = isFlink
      ? 'The file is the metadata of a checkpoint of Apache Flink, which Millrace cannot read'
      : 'The file is no metadata of a checkpoint of Millrace';
    throw new MillraceError('CHECKPOINT_MISSING', reason, { place: { file } });
  }
  const version = head.readUInt16BE(MAGIC.length);
  if (version < OLDEST_VERSION || version > VERSION) {
    const reason = `The metadata has format ${version}; this version reads`;
    throw corrupt(file, `${reason} ${OLDEST_VERSION} to ${VERSION}`);
  }
  const content = Buffer.from(
    bytes.buffer,
    bytes.byteOffset + HEAD_BYTES,
    bytes.length - HEAD_BYTES,
  );
  const expected = head.readUInt32BE(MAGIC.length + 2);
  const found = crc32(content);
  if (found !== expected) {
    throw corrupt(
      file,
      `The metadata has the checksum ${hex(found)}; ${hex(expected)} is expected`,
    );
  }
  return deserialize(content) as Metadata;
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

function corrupt(file: string, reason: string): MillraceError {
  return new MillraceError('STATE_CORRUPT', reason, { place: { file } });
}
