/** How much of a sorted file belongs to which table, for people who look at state. */
import { LONGEST_VARINT, VarintReader, writeVarint } from './varint.js';

export interface TableSize {
  /** The table's number, which stands in its keys behind the key group. */
  readonly table: number;
  entries: number;
  /** Deleted keys among the entries. */
  deleted: number;
  /** Before prefix and block compression. */
  keyBytes: number;
  valueBytes: number;
}

/** Counts entries in the order of their keys. */
export class TableSizes {
  readonly #sizes = new Map<number, TableSize>();
  #current: TableSize | undefined;

  /** @param valueBytes −1 = the key is deleted */
  add(keys: Uint8Array, start: number, end: number, valueBytes: number): void {
    const table = ((keys[start + 2] as number) << 8) | (keys[start + 3] as number);
    let size = this.#current;
    if (size?.table !== table) {
      size = this.#sizes.get(table) ?? zero(table);
      this.#sizes.set(table, size);
      this.#current = size;
    }
    size.entries++;
    size.keyBytes += end - start;
    if (valueBytes < 0) size.deleted++;
    else size.valueBytes += valueBytes;
  }

  list(): TableSize[] {
    return [...this.#sizes.values()].sort((a, b) => a.table - b.table);
  }
}

export function encodeTableSizes(sizes: readonly TableSize[]): Uint8Array {
  const bytes = new Uint8Array((sizes.length * 5 + 1) * LONGEST_VARINT);
  let at = writeVarint(bytes, 0, sizes.length);
  for (const { table, entries, deleted, keyBytes, valueBytes } of sizes) {
    for (const number of [table, entries, deleted, keyBytes, valueBytes]) {
      at = writeVarint(bytes, at, number);
    }
  }
  return bytes.subarray(0, at);
}

export function decodeTableSizes(bytes: Uint8Array): TableSize[] {
  const reader = new VarintReader(bytes);
  return Array.from({ length: reader.next() }, () => ({
    table: reader.next(),
    entries: reader.next(),
    deleted: reader.next(),
    keyBytes: reader.next(),
    valueBytes: reader.next(),
  }));
}

function zero(table: number): TableSize {
  return { table, entries: 0, deleted: 0, keyBytes: 0, valueBytes: 0 };
}
