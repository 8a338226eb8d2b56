/** Errors of a job's checkpoints. */
import { MillraceError } from '../../conf/errors/error.js';
import type { Metadata } from './metadata.js';

/** What to do about a job whose folder does not hold what it must. */
const FOLDER_HINT =
  "Put the folder of the job back, and start it with 'execution.state-recovery.path' set to its " +
  "newest 'chk-…'; or start it without, from nothing.";

export function givenUp(checkpoint: number): MillraceError {
  const reason = `Checkpoint ${checkpoint} was given up: a later one stands, or its job stopped`;
  return new MillraceError('CHECKPOINT_FAILED', reason);
}

/** @param what about the log of a job that has a complete checkpoint, or had an attempt */
export function gone(folder: string, what: string): MillraceError {
  const reason =
    `The checkpoints of the job are gone: its log ${what}. ` +
    'It is not begun from nothing, since its sinks may have committed';
  return new MillraceError('CHECKPOINT_MISSING', reason, {
    place: { file: `${folder}/log` },
    hint: FOLDER_HINT,
  });
}

export function foreign(folder: string, last: Metadata, jobId: string): MillraceError {
  const reason =
    `The checkpoints there are those of job ${last.jobId}, '${last.jobName}', ` +
    `and not of job ${jobId}`;
  return new MillraceError('CHECKPOINT_MISSING', reason, {
    place: { file: folder },
    hint: FOLDER_HINT,
  });
}

export function noDurableCheckpoint(): MillraceError {
  return new MillraceError(
    'CHECKPOINT_MISSING',
    'There is no durable checkpoint: the checkpoints of the job were in the memory of a server ' +
      'that is gone, and it is not begun anew, since its sinks may have committed',
    { hint: "Set 'execution.checkpointing.dir' for jobs that outlive the server." },
  );
}
