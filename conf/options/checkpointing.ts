/** `execution.checkpointing.*`: when and how a job's state is saved. */
import { option } from '../option.js';

export const CHECKPOINT_INTERVAL = option.duration({
  key: 'execution.checkpointing.interval',
  min: 10,
  doc: 'The period of checkpoints. When unset there are none but savepoints.',
});

export const CHECKPOINT_MODE = option.enumeration({
  key: 'execution.checkpointing.mode',
  values: ['EXACTLY_ONCE', 'AT_LEAST_ONCE'],
  default: 'EXACTLY_ONCE',
  doc:
    'Whether operators with several inputs wait until all have brought the barrier. ' +
    'AT_LEAST_ONCE does not wait: rows may count twice after a restore.',
});

export const CHECKPOINT_TIMEOUT = option.duration({
  key: 'execution.checkpointing.timeout',
  default: 10 * 60_000,
  min: 10,
  doc: 'A checkpoint that takes longer is given up.',
});

export const CHECKPOINT_MIN_PAUSE = option.duration({
  key: 'execution.checkpointing.min-pause',
  default: 0,
  doc: 'The least time from the end of a checkpoint to the next; with it one runs at a time.',
});

export const CHECKPOINT_MAX_CONCURRENT = option.int({
  key: 'execution.checkpointing.max-concurrent-checkpoints',
  default: 1,
  min: 1,
  doc: 'How many checkpoints of a job may be under way.',
});

export const CHECKPOINT_TOLERABLE_FAILURES = option.int({
  key: 'execution.checkpointing.tolerable-failed-checkpoints',
  default: 0,
  min: 0,
  doc: 'How many checkpoints may fail one after the other before the job fails over.',
});

export const CHECKPOINT_RETENTION = option.enumeration({
  key: 'execution.checkpointing.externalized-checkpoint-retention',
  values: ['NO_EXTERNALIZED_CHECKPOINTS', 'DELETE_ON_CANCELLATION', 'RETAIN_ON_CANCELLATION'],
  default: 'NO_EXTERNALIZED_CHECKPOINTS',
  doc:
    'What remains of a job that is over: nothing; its checkpoints when it failed; its ' +
    'checkpoints when it failed or was cancelled.',
});

export const CHECKPOINT_NUM_RETAINED = option.int({
  key: 'execution.checkpointing.num-retained',
  default: 1,
  min: 1,
  doc: 'How many complete checkpoints are kept.',
});

export const CHECKPOINT_INCREMENTAL = option.boolean({
  key: 'execution.checkpointing.incremental',
  fallback: ['state.backend.incremental'],
  doc:
    'Whether checkpoints of rocksdb and forst share files, so that each writes what is new; ' +
    'false: each is a whole copy, on S3 made by the server. When unset: true. hashmap always ' +
    'writes all.',
});

export const CHECKPOINT_UNALIGNED = option.boolean({
  key: 'execution.checkpointing.unaligned.enabled',
  default: false,
  doc: 'Whether barriers overtake rows, which then stand in the checkpoint.',
});

export const CHECKPOINT_ALIGNED_TIMEOUT = option.duration({
  key: 'execution.checkpointing.aligned-checkpoint-timeout',
  default: 0,
  doc: 'With unaligned checkpoints: how long a barrier waits for others before it overtakes.',
});

export const CHECKPOINT_AFTER_FINISH = option.boolean({
  key: 'execution.checkpointing.checkpoints-after-tasks-finish',
  default: true,
  doc: 'Whether there are periodic checkpoints once some tasks have ended; the last one always is.',
});

export const CHECKPOINT_STORAGE = option.enumeration({
  key: 'execution.checkpointing.storage',
  values: ['jobmanager', 'filesystem'],
  doc:
    'Where checkpoints are: in the memory of the process, with which they die, or in ' +
    '`execution.checkpointing.dir`. When unset: in the folder if there is one.',
});

export const CHECKPOINT_DIR = option.string({
  key: 'execution.checkpointing.dir',
  fallback: ['state.checkpoints.dir'],
  doc: 'The folder of checkpoints; each job has one of its own in it.',
});

export const SAVEPOINT_DIR = option.string({
  key: 'execution.checkpointing.savepoint-dir',
  fallback: ['state.savepoints.dir'],
  doc: 'The folder of savepoints for which none is named.',
});

export const RECOVERY_PATH = option.string({
  key: 'execution.state-recovery.path',
  fallback: ['execution.savepoint.path'],
  doc: 'The checkpoint or savepoint that the next jobs begin with.',
});

export const RECOVERY_CLAIM_MODE = option.enumeration({
  key: 'execution.state-recovery.claim-mode',
  values: ['NO_CLAIM', 'CLAIM'],
  default: 'NO_CLAIM',
  doc: 'CLAIM: what a job begins with is its own, and goes when it is no longer needed.',
});

export const RECOVERY_IGNORE_UNCLAIMED = option.boolean({
  key: 'execution.state-recovery.ignore-unclaimed-state',
  default: false,
  doc: 'Whether state that no operator of the job takes is left out, rather than refused.',
});
