/** What the coordinator of one job is made of, and what the next process is told of the job. */
import type { Clock } from '../../conf/clock.js';
import type { JobSpec } from '../../operators/core/spec.js';
import type { EndState } from '../../operators/runtime/durability.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import type { CheckpointStore } from './checkpoint-store.js';
import type { RestartStrategy } from './restart-strategy.js';
import type { RestoredFrom } from './restore.js';
import type { CheckpointSettings } from './settings.js';

/** How far a job came, for the process that goes on with it. Plain data. */
export interface Reached {
  /** It has a complete checkpoint of its own, so that it never begins without one again. */
  readonly stands: boolean;
  /** The savepoint that the job ends with stands: what it prepared is to be committed. */
  readonly savepoint?: string;
}

export interface CoordinatorParts {
  readonly jobId: string;
  readonly spec: JobSpec;
  readonly settings: CheckpointSettings;
  /** null: completed checkpoints are kept in memory. */
  readonly store: CheckpointStore | null;
  readonly strategy: RestartStrategy;
  readonly clock: Clock;
  /** Version of Millrace. */
  readonly engine: string;
  /** An earlier process began the job, and came so far; null: this one begins it. */
  readonly resumed: Reached | null;
  /** Keeps it for the next process. */
  readonly reached: (reached: Reached) => Promise<void>;
  /** A folder as a user names it. */
  readonly open: (url: string) => FileSystem;
  /**
   * What the job's first attempt begins with, if not from nothing.
   * @param ending the savepoint that the job ended with, which counts then
   */
  readonly initial: (ending: string | null) => Promise<RestoredFrom | null>;
  /** The job is over. */
  readonly ended: (state: EndState) => Promise<void>;
}
