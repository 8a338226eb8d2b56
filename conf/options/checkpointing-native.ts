/**
 * Keys of Flink's checkpoints that mend what its layout of state makes and ours does not. They are
 * checked, and whoever sets one is told that it does nothing; each says why.
 */
import { option } from '../option.js';

export const FILE_MERGING = option.boolean({
  key: 'execution.checkpointing.file-merging.enabled',
  default: false,
  inert: true,
  doc:
    'All state of a task is one new file a checkpoint at most, and compaction merges small files ' +
    'of rocksdb and forst: there is nothing to switch on.',
});

export const FILE_MERGING_ACROSS = option.boolean({
  key: 'execution.checkpointing.file-merging.across-checkpoint-boundary',
  default: false,
  inert: true,
  doc: 'Files that compaction merged hold what several checkpoints wrote, always.',
});

export const FILE_MERGING_SIZE = option.memorySize({
  key: 'execution.checkpointing.file-merging.max-file-size',
  default: 32 * 1024 * 1024,
  inert: true,
  doc: 'Merged files are as large as `state.backend.forst.compaction.level.target-file-size-base`.',
});

export const FILE_MERGING_AMPLIFICATION = option.double({
  key: 'execution.checkpointing.file-merging.max-space-amplification',
  default: 2,
  inert: true,
  doc: 'Compaction by levels bounds it: what is replaced stands in the levels above, a tenth each.',
});

export const FILE_MERGING_SUBTASKS = option.int({
  key: 'execution.checkpointing.file-merging.max-subtasks-per-file',
  default: 4,
  inert: true,
  doc: 'A file is of one task: tasks write side by side, and rescaling shares files by key groups.',
});

export const LOCAL_BACKUP = option.boolean({
  key: 'execution.checkpointing.local-backup.enabled',
  default: false,
  inert: true,
  doc:
    'There is one machine: what is far is read behind the file cache ' +
    '(`state.backend.forst.cache.size-based-limit`), not from a second copy.',
});

export const LOCAL_BACKUP_DIRS = option.string({
  key: 'execution.checkpointing.local-backup.dirs',
  inert: true,
  doc: 'There is no second copy of checkpoints.',
});

export const RECOVERY_FROM_LOCAL = option.boolean({
  key: 'execution.state-recovery.from-local',
  default: false,
  inert: true,
  doc: 'There is no second copy of checkpoints.',
});
