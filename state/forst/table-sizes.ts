/** How much of a sorted file belongs to which table, and what its filter knows of the table. */
import { MEASURED, measureAt } from '../keyed/layout.js';
import { LONGEST_VARINT, VarintReader, writeVarint } from './varint.js';

export interface TableSize extends RowTable {
  entries: number;
  /** Deleted keys among the entries. */
  deleted: number;
  /** Before prefix and block compression. */
  keyBytes: number;
  valueBytes: number;
}

/** A table of which a key may have many entries. */
export interface RowTable {
  /** The table's number, which stands in its keys behind the key group. */
  readonly table: number;
  /**
   * Bytes at an entry's end that tell it apart from others of its key; 0 = keys are entries;
   * `MEASURED` = the end of each says how many.
   */
  readonly apartBytes: number;
}

/** Counts entries in the order of their keys. */
export class TableSizes {
  readonly #sizes = new Map<number, TableSize>();
  readonly #rows: readonly RowTable[];
  #current: TableSize | undefined;

  constructor(rows: readonly RowTable[]) {
    this.#rows = rows;
  }

  /**
   * @param valueBytes −1 = the key is deleted
   * @returns how many bytes tell the entry apart
   */
  add(keys: Uint8Array, start: number, end: number, valueBytes: number): number {
    const table = ((keys[start + 2] as number) << 8) | (keys[start + 3] as number);
    let size = this.#current;
    if (size?.table !== table) {
      size = this.#sizes.get(table) ?? this.#zero(table);
      this.#sizes.set(table, size);
      this.#current = size;
    }
    size.entries++;
    size.keyBytes += end - start;
    if (valueBytes < 0) size.deleted++;
    else size.valueBytes += valueBytes;
    return size.apartBytes === MEASURED ? measureAt(keys, end) : size.apartBytes;
  }

  list(): TableSize[] {
    return [...this.#sizes.values()].sort((a, b) => a.table - b.table);
  }

  #zero(table: number): TableSize {
    const apartBytes = this.#rows.find((one) => one.table === table)?.apartBytes ?? 0;
    return { table, apartBytes, entries: 0, deleted: 0, keyBytes: 0, valueBytes: 0 };
  }
}

export function encodeTableSizes(sizes: readonly TableSize[]): Uint8Array {
  const bytes = new Uint8Array((sizes.length * 6 + 1) * LONGEST_VARINT);
  let at = writeVarint(bytes, 0, sizes.length);
  for (const { table, entries, deleted, keyBytes, valueBytes, apartBytes } of sizes) {
    for (const number of [table, entries, deleted, keyBytes, valueBytes, apartBytes]) {
      at = writeVarint(bytes, at, number);
    }
  }
  return bytes.subarray(0, at);
}

/** @param version of the file's format */
export function decodeTableSizes(bytes: Uint8Array, version: number): TableSize[] {
  const reader = new VarintReader(bytes);
  return Array.from({ length: reader.next() }, () => ({
    table: reader.next(),
    entries: reader.next(),
    deleted: reader.next(),
    keyBytes: reader.next(),
    valueBytes: reader.next(),
    apartBytes: version < 2 ? 0 : reader.next(),
  }));
}
