/** `execution.checkpointing.*`: when and how a job's state is saved. */
import { option } from '../option.js';

export const CHECKPOINT_INTERVAL = option.duration({
  key: 'execution.checkpointing.interval',
  inert: true,
  doc: 'The period of checkpoints. When unset there are none.',
});
