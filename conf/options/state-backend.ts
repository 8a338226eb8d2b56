/** `state.backend.*` beside what each backend has of its own. */
import { option } from '../option.js';

export const STATE_BACKEND_TYPE = option.enumeration({
  key: 'state.backend.type',
  fallback: ['state.backend'],
  values: ['hashmap', 'rocksdb', 'forst'],
  default: 'hashmap',
  doc:
    'Where the state of operators lives. hashmap: in memory, each checkpoint a whole copy; ' +
    'rocksdb: in sorted files of a local folder, of which checkpoints copy what is new; forst: ' +
    'in sorted files where the checkpoints are, which these name and restores read on demand.',
});
