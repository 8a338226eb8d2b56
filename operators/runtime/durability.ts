/**
 * What a job needs of whoever keeps its checkpoints. Without one a job has a single attempt, and
 * its output becomes visible when it ends.
 */
import type { MillraceError } from '../../conf/errors/error.js';
import type { JobSpec } from '../core/spec.js';
import type { Attempt } from './attempt.js';
import type { JobSnapshot } from './snapshot.js';

/** Folders as a user writes them. Plain data. */
export interface JobFolders {
  /** The job's own: of its checkpoints, and of state in files. Absent: it has none. */
  readonly own?: string;
  /** Where the files of what is restored are, if not in its own; absent: there, or inline. */
  readonly restored?: string;
}

/** What an attempt begins with. */
export interface Beginning {
  /** Above that of every earlier attempt, whichever process made it. */
  readonly attempt: number;
  readonly restored: JobSnapshot | null;
  /** The job as it is to run now; absent: as it was started. */
  readonly spec?: JobSpec;
  readonly folders?: JobFolders;
}

/** A suspended job goes on in another process. */
export type EndState = 'FINISHED' | 'CANCELED' | 'FAILED' | 'SUSPENDED';

export interface Durability {
  /** Takes the job over and says where to go on. @throws FENCED, and what a restore may throw */
  begin(): Beginning | Promise<Beginning>;
  /** All parts of the attempt run: checkpoints may be triggered. */
  running(attempt: Attempt): void;
  /** All tasks have ended: takes the last checkpoint. Resolves once its output is visible. */
  finish(attempt: Attempt): Promise<void>;
  /**
   * The attempt is over; no checkpoint is triggered any more.
   * @returns the last checkpoint that is, or may turn out to be, complete; -1 when there is none
   */
  stopped(): number;
  /** How long to wait before the next attempt, ms; null: there is none, the job has failed. */
  restart(error: MillraceError): number | null;
  /** The job is over. */
  ended(state: EndState): Promise<void>;
}
