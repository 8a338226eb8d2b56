/**
 * A Parquet file for one reader: its footer, the wanted columns found by name and checked against
 * the table's types, and the bytes of their column chunks.
 */
import { type FileHandle, open } from 'node:fs/promises';
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetMetadataAsync,
  parquetSchema,
  type RowGroup,
  type SchemaTree,
} from 'hyparquet';
import { MillraceError } from '../../../conf/errors/error.js';
import { didYouMean } from '../../../conf/nearest.js';
import { constantVector } from '../../../state/column/scalar-access.js';
import { typeText } from '../../../state/column/type-text.js';
import type { Arrays } from '../../../state/column/vector-pool.js';
import type { Column } from '../../core/spec.js';
import { type ColumnCursor, FlatCursor } from '../../format/parquet/column-cursor.js';
import { type Convert, conversionOf, describeElement } from '../../format/parquet/convert.js';
import { type NestedRead, nestedReadOf, readNested } from '../../format/parquet/nested.js';
import { Pages } from '../../format/parquet/pages.js';
import { unreadable } from './listing.js';

interface FileColumn {
  readonly column: Column;
  /** Undefined: the file does not have it. */
  readonly tree: SchemaTree | undefined;
  /** How it is read: a flat column, or a nested one. */
  readonly convert?: Convert;
  readonly nested?: NestedRead;
}

export class ParquetFile implements AsyncBuffer {
  readonly byteLength: number;
  readonly #path: string;
  readonly #file: FileHandle;
  #metadata: FileMetaData | null = null;
  #columns: readonly FileColumn[] = [];

  private constructor(path: string, file: FileHandle, byteLength: number) {
    this.#path = path;
    this.#file = file;
    this.byteLength = byteLength;
  }

  /** @throws DATA_FILE, DATA_MALFORMED */
  static async open(path: string): Promise<ParquetFile> {
    const handle = await open(path, 'r').catch((error) => unreadable(path, error));
    const { size } = await handle.stat();
    const file = new ParquetFile(path, handle, size);
    try {
      file.#metadata = await parquetMetadataAsync(file);
    } catch (cause) {
      await handle.close();
      if (cause instanceof MillraceError) throw cause;
      const reason = `The file is no Parquet file: ${(cause as Error).message}`;
      throw new MillraceError('DATA_MALFORMED', reason, { place: { file: path }, cause });
    }
    return file;
  }

  get groups(): readonly RowGroup[] {
    return this.#metadata?.row_groups ?? [];
  }

  /**
   * Finds the columns to read. One that the file lacks is NULL in every row, as in Flink, so that
   * a table can have files of before and after a column came. @throws DATA_FILE when one is of
   * another type, or missing and NOT NULL
   */
  select(columns: readonly Column[]): void {
    const schema = parquetSchema(this.#metadata as FileMetaData);
    this.#columns = columns.map((column) => this.#find(schema, column));
  }

  /** The wanted columns of a row group; what is gathered stands in `arrays`. */
  async cursors(group: number, arrays: Arrays): Promise<ColumnCursor[]> {
    const rowGroup = this.groups[group] as RowGroup;
    const before = this.groups
      .slice(0, group)
      .reduce((sum, each) => sum + Number(each.num_rows), 0);
    const end = before + Number(rowGroup.num_rows);
    const metadata = this.#metadata as FileMetaData;
    return Promise.all(
      this.#columns.map(async ({ column: { name, type }, tree, convert, nested }) => {
        if (tree && convert) return this.#flat(rowGroup, tree, convert, arrays);
        if (nested) return readNested(this, metadata, name, { type, read: nested }, before, end);
        return { read: (rows) => constantVector(type, null, rows) };
      }),
    );
  }

  async slice(start: number, end = this.byteLength): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(end - start);
    for (let filled = 0; filled < bytes.length; ) {
      const { bytesRead } = await this.#file
        .read(bytes, filled, bytes.length - filled, start + filled)
        .catch((error) => unreadable(this.#path, error));
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.buffer;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #flat(
    group: RowGroup,
    tree: SchemaTree,
    convert: Convert,
    arrays: Arrays,
  ): Promise<ColumnCursor> {
    const name = tree.path.join('.');
    const chunk = group.columns.find((each) => each.meta_data?.path_in_schema.join('.') === name);
    const meta = chunk?.meta_data;
    if (meta === undefined) throw this.#error(`The file has no data of column '${name}'`);
    // Some writers leave the dictionary's offset at 0, or out.
    const first = Number(meta.dictionary_page_offset || meta.data_page_offset);
    const start = Math.min(first, Number(meta.data_page_offset));
    const bytes = await this.slice(start, start + Number(meta.total_compressed_size));
    return new FlatCursor(new Pages(new Uint8Array(bytes), meta, tree.element, convert), arrays);
  }

  #find(schema: SchemaTree, column: Column): FileColumn {
    const { name, type } = column;
    const tree = schema.children.find((child) => child.element.name === name);
    if (tree === undefined && type.nullable) return { column, tree };
    if (tree === undefined) {
      const names = schema.children.map((child) => child.element.name);
      const hint = didYouMean(name, names) ?? `Its columns are: ${names.join(', ')}.`;
      throw this.#error(`The Parquet file has no column '${name}', which is NOT NULL`, hint);
    }
    const nested = tree.children.length > 0 || tree.element.repetition_type === 'REPEATED';
    if (nested) {
      const read = nestedReadOf(tree, type);
      if (read !== null) return { column, tree, nested: read };
    } else {
      const convert = conversionOf(tree.element, type);
      if (convert !== null) return { column, tree, convert };
    }
    throw this.#error(
      `Column '${name}' is ${describeElement(tree.element)} in the Parquet file, ` +
        `which cannot be read as ${typeText(type)}`,
    );
  }

  #error(reason: string, hint?: string): MillraceError {
    const place = { file: this.#path };
    return new MillraceError('DATA_FILE', reason, hint === undefined ? { place } : { place, hint });
  }
}
