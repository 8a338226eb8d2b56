/**
 * UNNEST: the elements of arrays, maps (key and value) and multisets (each as often as it counts)
 * as rows. Elements are gathered where they stand: no value is copied one by one. NULL has no
 * elements, and an element that is a row and NULL is left out, uncounted, as Flink does.
 */
import { gather } from '../../state/column/gather.js';
import { grownInt32 } from '../../state/column/growth.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type {
  I32Vector,
  ListVector,
  MapVector,
  RowVector,
  Vector,
} from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { isRow, type MadeRows, type MakeRows } from './made-rows.js';

export function unnest(type: LogicalType, ordinality: boolean): MakeRows {
  return (batch, [collection]) => {
    const vector = collection as ListVector | MapVector;
    const places = new Places(batch.count);
    const { elements, counts } = partsOf(vector, type);
    // Keys and values of a map that are rows stay values of one column each.
    const rows = isRow(elementOf(type)) ? (elements[0] as RowVector) : null;
    places.fill(batch, vector, rows?.nulls, counts);
    const columns = (rows?.children ?? elements).map((each) => places.gathered(each));
    return places.made(ordinality ? [...columns, places.ordinals()] : columns);
  };
}

function elementOf(type: LogicalType): LogicalType {
  return type.root === 'ARRAY' || type.root === 'MULTISET' ? type.element : type;
}

/** The vectors that hold elements, and how often each counts. */
function partsOf(
  vector: ListVector | MapVector,
  { root }: LogicalType,
): { readonly elements: readonly Vector[]; readonly counts: Int32Array | null } {
  if (vector.lane === 'list') return { elements: [vector.child], counts: null };
  if (root === 'MAP') return { elements: [vector.keys, vector.values], counts: null };
  return { elements: [vector.keys], counts: (vector.values as I32Vector).values };
}

/** Where the elements stand, in order. */
class Places {
  #origins: Int32Array;
  #ordinals: Int32Array;
  indexes: Int32Array;
  count = 0;

  constructor(capacity: number) {
    this.#origins = new Int32Array(capacity);
    this.#ordinals = new Int32Array(capacity);
    this.indexes = new Int32Array(capacity);
  }

  fill(
    { selection, count }: Batch,
    { starts, ends, nulls }: ListVector | MapVector,
    missing: Uint8Array | null | undefined,
    counts: Int32Array | null,
  ): void {
    for (let i = 0; i < count; i++) {
      const row = selection === null ? i : (selection[i] as number);
      if (nulls !== null && nulls[row] === 1) continue;
      const first = this.count;
      for (let at = starts[row] as number; at < (ends[row] as number); at++) {
        if (missing?.[at] === 1) continue;
        const times = counts === null ? 1 : (counts[at] as number);
        for (let k = 0; k < times; k++) this.#append(row, at, this.count - first + 1);
      }
    }
  }

  #append(row: number, at: number, ordinal: number): void {
    if (this.count === this.indexes.length) {
      this.#origins = grownInt32(this.#origins, this.count + 1);
      this.#ordinals = grownInt32(this.#ordinals, this.count + 1);
      this.indexes = grownInt32(this.indexes, this.count + 1);
    }
    this.#origins[this.count] = row;
    this.#ordinals[this.count] = ordinal;
    this.indexes[this.count++] = at;
  }

  gathered(vector: Vector): Vector {
    return gather(vector, this.indexes, this.count);
  }

  /** The number of each element within its collection, from 1. */
  ordinals(): Vector {
    return { lane: 'i32', values: this.#ordinals, nulls: null };
  }

  made(columns: readonly Vector[]): MadeRows {
    return { count: this.count, origins: this.#origins, columns };
  }
}
