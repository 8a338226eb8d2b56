/**
 * A column as it stands at a moment, filled in later: page after page, from the column's arrays as
 * they are when the page is copied. Bytes and the items of collections, which are only ever
 * appended, are shared.
 */
import type { BigVector, BytesVector, ListVector, MapVector, Vector } from '../column/vector.js';

export interface FrozenColumn {
  /** Takes slots `from` to `to` − 1 as they are. */
  take(from: number, to: number): void;
  /** The column, once all was taken. */
  vector(): Vector;
}

type Lane =
  | Uint8Array<ArrayBuffer>
  | Int32Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>
  | BigInt64Array<ArrayBuffer>;

/** @param current the column as it is; its lane stays until all was taken */
export function frozenColumn(current: () => Vector, end: number): FrozenColumn {
  const now = current();
  const nulls = now.nulls === null ? null : new Uint8Array(end);
  const takeNulls = (from: number, to: number): void => {
    if (nulls !== null) copyPart(nulls, current().nulls as Uint8Array, from, to);
  };
  const parts = partsOf(now, current, end);
  return {
    take(from, to) {
      takeNulls(from, to);
      parts.take(from, to);
    },
    vector: () => ({ ...parts.vector(), nulls }),
  };
}

function partsOf(now: Vector, current: () => Vector, end: number): FrozenColumn {
  switch (now.lane) {
    case 'big': {
      const values: bigint[] = new Array(end);
      return {
        take(from, to) {
          const source = (current() as BigVector).values;
          for (let slot = from; slot < to; slot++) values[slot] = source[slot] as bigint;
        },
        vector: () => ({ lane: 'big', values, nulls: null }),
      };
    }
    case 'row': {
      const children = now.children.map((_, c) =>
        frozenColumn(() => (current() as typeof now).children[c] as Vector, end),
      );
      return {
        take(from, to) {
          for (const child of children) child.take(from, to);
        },
        vector: () => ({ ...now, children: children.map((child) => child.vector()) }),
      };
    }
    case 'bytes':
    case 'list':
    case 'map': {
      const [starts, ends] = [new Int32Array(end), new Int32Array(end)];
      const source = (): BytesVector | ListVector | MapVector => current() as typeof now;
      return {
        take(from, to) {
          copyPart(starts, source().starts, from, to);
          copyPart(ends, source().ends, from, to);
        },
        vector: () => ({ ...source(), starts, ends }),
      };
    }
    case 'time': {
      const values = new Float64Array(end);
      const nanos = now.nanos === null ? null : new Int32Array(end);
      return {
        take(from, to) {
          const source = current() as typeof now;
          copyPart(values, source.values, from, to);
          if (nanos !== null) copyPart(nanos, source.nanos as Int32Array, from, to);
        },
        vector: () => ({ ...now, values, nanos }),
      };
    }
    default: {
      const values = new (now.values.constructor as new (length: number) => Lane)(end);
      return {
        take: (from, to) => copyPart(values, (current() as typeof now).values, from, to),
        vector: () => ({ ...now, values }) as Vector,
      };
    }
  }
}

function copyPart(to: Lane, source: ArrayLike<unknown>, first: number, end: number): void {
  const part = (source as Uint8Array).subarray(first, end);
  (to as Uint8Array).set(part, first);
}
