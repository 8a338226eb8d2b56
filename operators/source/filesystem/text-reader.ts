/**
 * Reads one split of a file of text records. The position is the offset of the next record's first
 * byte (of the inflated stream where the file is compressed).
 */
import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { createGunzip, createInflate } from 'node:zlib';
import { MillraceError } from '../../../conf/errors/error.js';
import type { Vector } from '../../../state/column/vector.js';
import type { VectorPool } from '../../../state/column/vector-pool.js';
import { Batch } from '../../core/batch.js';
import type { ReadResult, SplitReader } from '../../core/source.js';
import { repairUtf8 } from '../../format/column/bytes.js';
import type { TextDecoding } from '../../format/format.js';
import { RecordError, type Scanner } from '../../format/scanner.js';
import { type Chunk, ChunkReader, type ChunkSizes, isCompressed } from './chunks.js';
import type { FileSplit } from './splits.js';

const NEWLINE = 10;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** Puts partition and metadata columns between or behind the decoded ones. */
export type Complete = (decoded: readonly Vector[], rows: number) => Vector[];

export interface TextReaderParts extends ChunkSizes {
  readonly split: FileSplit;
  readonly decoding: TextDecoding;
  readonly wanted: readonly number[];
  readonly complete: Complete;
  readonly batchRows: number;
  readonly vectors: VectorPool;
}

export class TextReader implements SplitReader {
  readonly #parts: TextReaderParts;
  readonly #scanner: Scanner;
  #chunks: ChunkReader | null = null;
  #opening: Promise<ChunkReader> | null = null;
  #chunk: Chunk | null = null;
  /** The chunk is valid UTF-8. */
  #valid = true;
  /** Offset in the file of the chunk buffer's first byte. */
  #base = 0;
  #offset: number;

  constructor(parts: TextReaderParts) {
    this.#parts = parts;
    this.#scanner = parts.decoding.createScanner(parts.wanted);
    const { position } = parts.split;
    this.#offset = position === undefined ? -1 : (position as number);
  }

  next(): ReadResult | Promise<ReadResult> {
    const chunk = this.#chunk;
    if (chunk !== null && chunk.from < chunk.to) {
      try {
        const batch = this.#scan(chunk);
        if (batch !== null) return { kind: 'batch', batch };
      } catch (error) {
        if (error instanceof RecordError) return this.#fail(error);
        throw error;
      }
    }
    if (this.#chunk?.final === true) return { kind: 'end' };
    return this.#fill().then(() => this.next());
  }

  position(): number {
    return Math.max(0, this.#offset);
  }

  progress(): number | undefined {
    const { split } = this.#parts;
    if (isCompressed(split.file.path)) return undefined;
    const { sizeBytes } = split.file;
    return sizeBytes === 0 ? 1 : Math.min(1, this.position() / sizeBytes);
  }

  /** The file may be about to be opened: a job is cancelled whenever. */
  async close(): Promise<void> {
    const chunks = await this.#opening?.catch(() => undefined);
    await chunks?.close();
  }

  /** A batch of the chunk's records; null when it holds no whole record any more. */
  #scan(chunk: Chunk): Batch | null {
    const scanner = this.#scanner;
    const { batchRows, vectors } = this.#parts;
    vectors.reclaim();
    scanner.begin(batchRows, vectors);
    scanner.scan(chunk.bytes, chunk.from, chunk.to, chunk.final, this.#valid);
    const { rows, position } = scanner;
    const stuck = position === chunk.from;
    this.#chunk = { ...chunk, from: position, to: stuck ? position : chunk.to };
    this.#offset = this.#base + Math.min(position, chunk.filled);
    if (rows === 0) return stuck || position >= chunk.to ? null : this.#scan(this.#chunk);
    const taken = scanner.take(chunk.bytes);
    const decoded = this.#valid ? taken : taken.map((vector) => repairUtf8(vector, rows));
    return new Batch(this.#parts.complete(decoded, rows), rows);
  }

  async #fill(): Promise<void> {
    if (this.#chunks === null) {
      await this.#start();
      return;
    }
    const chunk = await this.#chunks.next(this.#chunk).catch((error) => this.#locate(error));
    this.#base = this.#offset - chunk.from;
    // Looked at before escapes are undone in place, which may leave parts of characters behind.
    this.#valid = isUtf8(chunk.bytes.subarray(chunk.from, chunk.to));
    this.#chunk = chunk;
  }

  /** Opens the file at its beginning or at the split's position. */
  async #start(): Promise<void> {
    const { split, decoding } = this.#parts;
    const resumed = this.#offset >= 0;
    this.#offset = this.position();
    this.#opening = ChunkReader.open(split.file.path, this.#offset, this.#parts);
    this.#chunks = await this.#opening;
    await this.#fill();
    if (resumed) return;
    this.#skipMark();
    for (let line = 0; line < decoding.skipLines; line++) await this.#skipLine();
  }

  async #skipLine(): Promise<void> {
    for (let chunk = this.#chunk; chunk !== null; chunk = this.#chunk) {
      const newline = chunk.bytes.subarray(0, chunk.filled).indexOf(NEWLINE, chunk.from);
      if (newline >= 0) return this.#moveTo(newline + 1);
      this.#moveTo(chunk.filled);
      if (chunk.final) {
        this.#chunk = { ...chunk, from: chunk.to };
        return;
      }
      await this.#fill();
    }
  }

  #skipMark(): void {
    const chunk = this.#chunk as Chunk;
    const marked = BYTE_ORDER_MARK.every((byte, i) => chunk.bytes[chunk.from + i] === byte);
    if (marked && chunk.filled - chunk.from >= 3) this.#moveTo(chunk.from + 3);
  }

  #moveTo(position: number): void {
    const chunk = this.#chunk as Chunk;
    this.#offset += position - chunk.from;
    this.#chunk = { ...chunk, from: position };
  }

  async #fail(error: RecordError): Promise<never> {
    const { path } = this.#parts.split.file;
    const byte = this.#base + error.at;
    const line = await lineOf(path, byte).catch(() => ({}));
    throw new MillraceError('DATA_MALFORMED', `The record is malformed: ${error.reason}`, {
      place: { file: path, byte, ...line },
    });
  }

  /** Adds where the record begins that could not be read. */
  async #locate(error: unknown): Promise<never> {
    if (!(error instanceof MillraceError)) throw error;
    const { path } = this.#parts.split.file;
    const byte = this.position();
    const line = await lineOf(path, byte).catch(() => ({}));
    throw error.at({ file: path, byte, ...line });
  }
}

/** Line and column, from 1, of a byte: counted only when an error needs them. */
async function lineOf(path: string, byte: number): Promise<{ line: number; column: number }> {
  const raw = createReadStream(path);
  const inflate = /\.deflate$/i.test(path) ? createInflate() : createGunzip();
  let line = 1;
  let lineStart = 0;
  let offset = 0;
  for await (const part of isCompressed(path) ? raw.pipe(inflate) : raw) {
    const bytes = part as Buffer;
    const end = Math.min(bytes.length, byte - offset);
    for (
      let at = bytes.indexOf(NEWLINE);
      at >= 0 && at < end;
      at = bytes.indexOf(NEWLINE, at + 1)
    ) {
      line++;
      lineStart = offset + at + 1;
    }
    offset += bytes.length;
    if (offset >= byte) break;
  }
  return { line, column: byte - lineStart + 1 };
}
