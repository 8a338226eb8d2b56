/**
 * How an operator reaches its state. Asynchronously: it names what a batch will read, and that is
 * brought near while other batches wait for theirs. Synchronously: whatever it touches is read
 * where it touches it, which only a store on this machine can do (`state/local/`).
 *
 * Every operator that names its reads can do both, with the same results.
 */
import type { Configuration } from '../../conf/configuration.js';
import { FORST_SYNC_ENFORCE_LOCAL } from '../../conf/options/forst.js';
import { STATE_BACKEND_TYPE } from '../../conf/options/state-backend.js';
import { ASYNC_STATE } from '../../conf/options/table-exec.js';
import type { Operator } from '../core/operator.js';

/** Ends the sentence `Its state is synchronous: …`; null where it is not, or all is in memory. */
export function synchronousBecause(
  operator: Pick<Operator, 'reads'>,
  settings: Configuration,
): string | null {
  const type = settings.get(STATE_BACKEND_TYPE);
  if (type === 'hashmap') return null;
  if (operator.reads === undefined) return 'the operator cannot name what it will read';
  if (type === 'rocksdb' || settings.get(ASYNC_STATE)) return null;
  return settings.get(FORST_SYNC_ENFORCE_LOCAL) ? `${ASYNC_STATE.key} is false` : null;
}
