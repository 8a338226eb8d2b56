/**
 * Keeping a batch beyond the call that it came with. Its arrays may come from the pool of the
 * operator that made it, which uses them again when its `push` has returned.
 */
import { Pins } from '../../state/column/vector-pool.js';
import type { Batch } from './batch.js';

/** The batch stays what it is until the pins are released; for ever if they never are. */
export function retain(batch: Batch): Pins {
  const pins = new Pins();
  for (const column of batch.columns) pins.vector(column);
  pins.array(batch.kinds);
  pins.array(batch.selection);
  return pins;
}
