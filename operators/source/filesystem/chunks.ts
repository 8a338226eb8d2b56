/**
 * The bytes of a file as chunks that hold whole lines, the next one always being read while the
 * last is parsed. A chunk's buffer is handed out and never used again, since vectors point into
 * it. Room stands free before the bytes of a chunk, so that the unread end of the last chunk, a
 * part of a line, is put there and the line is in one piece.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import { MillraceError } from '../../../conf/errors/error.js';
import { unreadable } from './listing.js';

const CHUNK_BYTES = 1 << 20;
const HEADROOM_BYTES = 1 << 16;
const NEWLINE = 10;

/** A record larger than this is an error: it is rather a missing newline or quote. */
const LARGEST_RECORD_BYTES = 1 << 26;

/** Smaller ones are for tests. */
export interface ChunkSizes {
  /** Read at once. */
  readonly chunkBytes?: number;
  readonly largestRecordBytes?: number;
}

/** Gets bytes in order. */
interface ByteSource {
  /** Fills a range; fewer bytes than its length only at the end. */
  fill(into: Uint8Array, offset: number, length: number): Promise<number>;
  close(): Promise<void>;
}

/** Bytes `from` to `to` are whole lines, but for the last one of a final chunk's file. */
export interface Chunk {
  readonly bytes: Uint8Array;
  readonly from: number;
  /** Behind the last newline. */
  readonly to: number;
  /** Behind the last byte read. */
  readonly filled: number;
  /** No bytes follow that belong to these lines. */
  readonly final: boolean;
}

interface Block {
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly end: boolean;
}

export class ChunkReader {
  readonly #source: ByteSource;
  readonly #chunkBytes: number;
  readonly #largestBytes: number;
  #ahead: Promise<Block>;

  private constructor(source: ByteSource, sizes: ChunkSizes) {
    this.#source = source;
    this.#chunkBytes = sizes.chunkBytes ?? CHUNK_BYTES;
    this.#largestBytes = sizes.largestRecordBytes ?? LARGEST_RECORD_BYTES;
    this.#ahead = this.#readAhead();
  }

  /** @param start first byte of the first line. @throws DATA_FILE */
  static async open(path: string, start: number, sizes: ChunkSizes): Promise<ChunkReader> {
    const source = isCompressed(path)
      ? await InflatedSource.open(path, start)
      : await FileSource.open(path, start);
    return new ChunkReader(source, sizes);
  }

  /** The next chunk, with the bytes `from` to `filled` of the last one before it. */
  async next(last: Chunk | null): Promise<Chunk> {
    const tail = last === null ? new Uint8Array(0) : last.bytes.subarray(last.from, last.filled);
    const block = await this.#ahead;
    if (tail.length > this.#largestBytes) {
      const reason = `A record is longer than ${this.#largestBytes} bytes`;
      const hint = 'A newline or a closing quote may be missing.';
      throw new MillraceError('DATA_MALFORMED', reason, { hint });
    }
    if (!block.end) this.#ahead = this.#readAhead();
    return wholeLines(join(tail, block), block.end);
  }

  async close(): Promise<void> {
    await this.#ahead.catch(() => undefined);
    await this.#source.close();
  }

  #readAhead(): Promise<Block> {
    const ahead = this.#read();
    // Whoever asks for the block sees the failure; until then it is nobody's.
    ahead.catch(() => undefined);
    return ahead;
  }

  async #read(): Promise<Block> {
    const bytes = Buffer.allocUnsafeSlow(HEADROOM_BYTES + this.#chunkBytes + 1);
    const length = await this.#source.fill(bytes, HEADROOM_BYTES, this.#chunkBytes);
    return { bytes, length, end: length < this.#chunkBytes };
  }
}

/** Puts the tail before the block: in its free room, or in a larger buffer. */
function join(tail: Uint8Array, block: Block): Chunk {
  if (tail.length <= HEADROOM_BYTES) {
    const from = HEADROOM_BYTES - tail.length;
    block.bytes.set(tail, from);
    const filled = HEADROOM_BYTES + block.length;
    return { bytes: block.bytes, from, to: from, filled, final: false };
  }
  const filled = tail.length + block.length;
  const bytes = Buffer.allocUnsafeSlow(filled + 1);
  bytes.set(tail);
  bytes.set(block.bytes.subarray(HEADROOM_BYTES, HEADROOM_BYTES + block.length), tail.length);
  return { bytes, from: 0, to: 0, filled, final: false };
}

/** The chunk up to its last newline; at the end of the file the last line gets one. */
function wholeLines(chunk: Chunk, end: boolean): Chunk {
  const { bytes, from, filled } = chunk;
  if (!end) {
    const newline = bytes.subarray(from, filled).lastIndexOf(NEWLINE);
    return { ...chunk, to: from + newline + 1 };
  }
  if (filled > from && bytes[filled - 1] !== NEWLINE) {
    bytes[filled] = NEWLINE;
    return { ...chunk, to: filled + 1, final: true };
  }
  return { ...chunk, to: filled, final: true };
}

/** Files that Flink inflates by their extension. */
export function isCompressed(path: string): boolean {
  return /\.(gz|gzip|deflate)$/i.test(path);
}

class FileSource implements ByteSource {
  readonly #file: FileHandle;
  readonly #path: string;
  #offset: number;

  private constructor(file: FileHandle, path: string, offset: number) {
    this.#file = file;
    this.#path = path;
    this.#offset = offset;
  }

  static async open(path: string, offset: number): Promise<FileSource> {
    const file = await open(path, 'r').catch((error) => unreadable(path, error));
    return new FileSource(file, path, offset);
  }

  async fill(into: Uint8Array, offset: number, length: number): Promise<number> {
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await this.#file
        .read(into, offset + filled, length - filled, this.#offset)
        .catch((error) => unreadable(this.#path, error));
      if (bytesRead === 0) break;
      this.#offset += bytesRead;
      filled += bytesRead;
    }
    return filled;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Offsets count inflated bytes; going on from one inflates and drops what is before it. */
class InflatedSource implements ByteSource {
  readonly #stream: Readable;
  readonly #parts: AsyncIterator<Uint8Array>;
  readonly #path: string;
  #rest: Uint8Array = new Uint8Array(0);

  private constructor(stream: Readable, path: string) {
    this.#stream = stream;
    this.#parts = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    this.#path = path;
  }

  static async open(path: string, offset: number): Promise<InflatedSource> {
    const raw = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    const inflate = /\.deflate$/i.test(path) ? createInflate() : createGunzip();
    raw.on('error', (error) => inflate.destroy(error));
    const source = new InflatedSource(raw.pipe(inflate), path);
    const dropped = new Uint8Array(Math.min(offset, CHUNK_BYTES));
    for (let left = offset; left > 0; left -= dropped.length) {
      await source.fill(dropped, 0, Math.min(left, dropped.length));
    }
    return source;
  }

  async fill(into: Uint8Array, offset: number, length: number): Promise<number> {
    let filled = 0;
    while (filled < length) {
      if (this.#rest.length === 0) {
        const part = await this.#parts.next().catch((error) => unreadable(this.#path, error));
        if (part.done === true) break;
        this.#rest = part.value;
      }
      const taken = this.#rest.subarray(0, length - filled);
      into.set(taken, offset + filled);
      filled += taken.length;
      this.#rest = this.#rest.subarray(taken.length);
    }
    return filled;
  }

  async close(): Promise<void> {
    this.#stream.destroy();
  }
}
