import { gather } from '../column/gather.js';
import type { Vector } from '../column/vector.js';
import type { ValueColumn } from './table.js';

/** The values of slots, copied into a vector of their own. */
export function gatherValues(column: ValueColumn, slots: Int32Array, count: number): Vector {
  const { vector, record } = column;
  if (record === null || vector.lane !== 'f64') return gather(vector, slots, count);
  const values = new Float64Array(count);
  let nulls: Uint8Array | null = null;
  for (let i = 0; i < count; i++) {
    const value = vector.values[(slots[i] as number) * record.stride + record.offset] as number;
    values[i] = value;
    // Of an integer in a record −0 says null.
    if (!Object.is(value, -0) || column.type.root === 'DOUBLE') continue;
    nulls ??= new Uint8Array(count);
    nulls[i] = 1;
    values[i] = 0;
  }
  return { lane: 'f64', values, nulls };
}
