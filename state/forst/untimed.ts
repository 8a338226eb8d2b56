/**
 * Values of a file that have no time of writing, of tables that were given a time to live later:
 * whoever reads the file puts one in front. Which tables these are stands beside the file in each
 * manifest, so the file stays as it is, and a compaction writes the times for good.
 */
import type { UntimedTable } from '../api/snapshot.js';
import { putNumber, WRITTEN_SIZE } from '../keyed/layout.js';
import { copyBytes, type Entries, type EntryBuffer } from './entries.js';

export class Untimed {
  readonly tables: readonly UntimedTable[];
  readonly #written: ReadonlyMap<number, UntimedTable['written']>;

  constructor(tables: readonly UntimedTable[]) {
    this.tables = tables;
    this.#written = new Map(tables.map(({ table, written }) => [table, written]));
  }

  /** When the value of the key at `start` counts as written; null = it is as its table's. */
  timeOf(keys: Uint8Array, start: number): number | null {
    const written = this.#written.get(
      ((keys[start + 2] as number) << 8) | (keys[start + 3] as number),
    );
    if (written === undefined) return null;
    return written[written.length > 1 ? (keys[start + 4] as number) : 0] ?? null;
  }

  /** Adds entries of the file, with their times. */
  addAll(from: Entries, to: EntryBuffer): void {
    const { keys, keyOffsets, values, valueOffsets, deleted } = from;
    for (let i = 0; i < from.count; i++) {
      const [keyStart, keyEnd] = [keyOffsets[i] as number, keyOffsets[i + 1] as number];
      if (deleted[i] === 1) {
        to.addDeleted(keys, keyStart, keyEnd);
        continue;
      }
      const [start, end] = [valueOffsets[i] as number, valueOffsets[i + 1] as number];
      const time = this.timeOf(keys, keyStart);
      if (time === null) to.add(keys, keyStart, keyEnd, values, start, end);
      else addTimed(to, from, i, time);
    }
  }
}

/** Adds entry `i` of `from`, a written one without a time, as written at `time`. */
function addTimed(to: EntryBuffer, from: Entries, i: number, time: number): void {
  const { keys, keyOffsets, values, valueOffsets } = from;
  const [keyStart, keyEnd] = [keyOffsets[i] as number, keyOffsets[i + 1] as number];
  const [start, end] = [valueOffsets[i] as number, valueOffsets[i + 1] as number];
  to.reserve(keyEnd - keyStart, WRITTEN_SIZE + end - start);
  const { keyBytes, valueBytes } = to;
  copyBytes(keys, keyStart, keyEnd, to.keys, keyBytes);
  putNumber(time, to.values, valueBytes);
  copyBytes(values, start, end, to.values, valueBytes + WRITTEN_SIZE);
  to.end(keyBytes + keyEnd - keyStart, valueBytes + WRITTEN_SIZE + end - start, 0);
}

/**
 * The tables of a file with one more, or more lists of one.
 * @param untimed by list (one, where it has no lists): its values lack times
 */
export function withUntimed(
  tables: readonly UntimedTable[],
  table: number,
  untimed: readonly boolean[],
  time: number,
): readonly UntimedTable[] {
  const known = tables.find((one) => one.table === table);
  const written = untimed.map((lacks, list) => (lacks ? time : (known?.written[list] ?? null)));
  return [...tables.filter((one) => one !== known), { table, written }];
}

/** Whether the same values count as written at the same times. */
export function sameTimes(
  a: readonly UntimedTable[] = [],
  b: readonly UntimedTable[] = [],
): boolean {
  const isIn = (one: UntimedTable): boolean =>
    b.some(
      ({ table, written }) =>
        table === one.table && written.every((time, list) => time === one.written[list]),
    );
  return a.length === b.length && a.every(isIn);
}
