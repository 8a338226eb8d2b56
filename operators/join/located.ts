import type { KeyRows } from '../../state/api/reads.js';
import type { SortedRows } from '../../state/api/row-list.js';

/** The slots of keys that are there already, by logical row; −1 for one that is not. */
export function located(list: SortedRows, keys: KeyRows): Int32Array {
  const slots = new Int32Array(keys.count);
  list.locate(keys, slots, false);
  return slots;
}
