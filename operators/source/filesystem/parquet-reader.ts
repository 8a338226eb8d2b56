/**
 * Reads row groups of a Parquet file. The position is the row group and the row in it. The column
 * chunks of the next row group are read from the file while the last one is decoded. Row groups in
 * which no row can pass the filter are passed over.
 */
import type { RowGroup } from 'hyparquet';
import { MillraceError } from '../../../conf/errors/error.js';
import type { Vector } from '../../../state/column/vector.js';
import type { VectorPool } from '../../../state/column/vector-pool.js';
import { Batch } from '../../core/batch.js';
import type { ReadResult, SplitReader } from '../../core/source.js';
import type { Column } from '../../core/spec.js';
import type { Expr } from '../../expr/expression.js';
import type { ColumnCursor } from '../../format/parquet/column-cursor.js';
import { mayMatch } from '../../format/parquet/pruning.js';
import { ParquetFile } from './parquet-file.js';
import type { FileSplit } from './splits.js';
import type { Complete } from './text-reader.js';

export interface ParquetPosition {
  readonly group: number;
  readonly row: number;
}

export interface ParquetReaderParts {
  readonly split: FileSplit;
  readonly columns: readonly Column[];
  readonly complete: Complete;
  readonly batchRows: number;
  readonly vectors: VectorPool;
  /** Rows that fail it may be left out; its columns are those of `columns`. */
  readonly filter: Expr | null;
}

export class ParquetReader implements SplitReader {
  readonly #parts: ParquetReaderParts;
  readonly #file: ParquetFile;
  readonly #end: number;
  #cursors: readonly ColumnCursor[] | null = null;
  #ahead: Promise<ColumnCursor[]> | null = null;
  #aheadGroup = -1;
  #group: number;
  #row: number;

  private constructor(parts: ParquetReaderParts, file: ParquetFile) {
    this.#parts = parts;
    this.#file = file;
    this.#end = file.groups.length;
    const position = parts.split.position as ParquetPosition | undefined;
    this.#group = position?.group ?? 0;
    this.#row = position?.row ?? 0;
    if (this.#row === 0) this.#group = this.#nextWanted(this.#group);
    this.#readAhead(this.#group);
  }

  /** @throws DATA_FILE, DATA_MALFORMED */
  static async open(parts: ParquetReaderParts): Promise<ParquetReader> {
    const file = await ParquetFile.open(parts.split.file.path);
    try {
      file.select(parts.columns);
    } catch (error) {
      await file.close();
      throw error;
    }
    return new ParquetReader(parts, file);
  }

  next(): ReadResult | Promise<ReadResult> {
    while (this.#group < this.#end) {
      const left = this.#rowsOf(this.#group) - this.#row;
      if (left === 0) this.#nextGroup();
      else if (this.#cursors === null) return this.#begin().then(() => this.next());
      else return { kind: 'batch', batch: this.#batch(this.#cursors, left) };
    }
    return { kind: 'end' };
  }

  position(): ParquetPosition {
    return { group: this.#group, row: this.#row };
  }

  progress(): number {
    const total = this.#rowsUpTo(this.#end);
    return total === 0 ? 1 : (this.#rowsUpTo(this.#group) + this.#row) / total;
  }

  async close(): Promise<void> {
    await this.#ahead?.catch(() => undefined);
    await this.#file.close();
  }

  #batch(cursors: readonly ColumnCursor[], left: number): Batch {
    const rows = Math.min(left, this.#parts.batchRows);
    this.#parts.vectors.reclaim();
    const decoded = this.#decode(cursors, rows);
    this.#row += rows;
    return new Batch(this.#parts.complete(decoded, rows), rows);
  }

  /** Passes over rows of a row group that was begun, at most `left` of them. */
  #skip(cursors: readonly ColumnCursor[], left: number): number {
    const rows = Math.min(left, this.#parts.batchRows);
    this.#parts.vectors.reclaim();
    this.#decode(cursors, rows);
    return rows;
  }

  #decode(cursors: readonly ColumnCursor[], rows: number): Vector[] {
    try {
      return cursors.map((cursor) => cursor.read(rows));
    } catch (cause) {
      const place = { file: this.#parts.split.file.path };
      if (cause instanceof MillraceError) throw cause.at(place);
      const reason = `The Parquet file is malformed: ${(cause as Error).message}`;
      throw new MillraceError('DATA_MALFORMED', reason, { place, cause });
    }
  }

  async #begin(): Promise<void> {
    if (this.#aheadGroup !== this.#group) this.#readAhead(this.#group);
    const cursors = (await this.#ahead) ?? [];
    for (let row = 0; row < this.#row; ) row += this.#skip(cursors, this.#row - row);
    this.#cursors = cursors;
    this.#readAhead(this.#nextWanted(this.#group + 1));
  }

  #nextGroup(): void {
    this.#group = this.#nextWanted(this.#group + 1);
    this.#row = 0;
    this.#cursors = null;
  }

  /** The first row group from `from` on that can hold rows which pass the filter. */
  #nextWanted(from: number): number {
    const { filter, columns } = this.#parts;
    if (filter === null) return from;
    const names = columns.map((column) => column.name);
    let group = from;
    while (group < this.#end && !mayMatch(filter, names, this.#file.groups[group] as RowGroup)) {
      group++;
    }
    return group;
  }

  #readAhead(group: number): void {
    if (group >= this.#end) return;
    this.#aheadGroup = group;
    this.#ahead = this.#file.cursors(group, this.#parts.vectors);
    // Whoever asks for the row group sees the failure; until then it is nobody's.
    this.#ahead.catch(() => undefined);
  }

  #rowsOf(group: number): number {
    return Number(this.#file.groups[group]?.num_rows ?? 0);
  }

  #rowsUpTo(group: number): number {
    let rows = 0;
    for (let i = 0; i < group; i++) rows += this.#rowsOf(i);
    return rows;
  }
}
