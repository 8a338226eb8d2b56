/**
 * The sink contract, in two phases: a writer takes batches, at a barrier it makes what it took
 * durable and returns a committable, which the job commits once the checkpoint stands (without
 * checkpoints: at the end of the input). Commit is idempotent.
 */
import type { Clock } from '../../conf/clock.js';
import type { Configuration } from '../../conf/configuration.js';
import type { Batch } from './batch.js';

/** Durable but not yet visible output. Plain data. */
export type Committable = unknown;

export interface SinkContext {
  readonly task: number;
  readonly parallelism: number;
  readonly timeZone: string;
  /** The job's id: names of files hold it. */
  readonly job: string;
  /** Which of the job's attempts this is: names of files of two never meet. */
  readonly attempt: number;
  readonly clock: Clock;
  /** The job's options: `table.exec.sink.*`. */
  readonly settings: Configuration;
  /** For `collect`: takes the rows of a SELECT; a promise while there is no room. */
  readonly emit?: (batch: Batch) => void | Promise<void>;
}

export interface SinkWriter {
  /**
   * A promise only where the writer waits for room (backpressure). The batch may be read until this
   * returns, or its promise settles; what is kept longer is copied.
   */
  write(batch: Batch): void | Promise<void>;
  /** Everything written so far is durable when this resolves. */
  prepare(): Promise<readonly Committable[]>;
  close(): Promise<void>;
}

export interface Sink {
  open(context: SinkContext): Promise<SinkWriter>;
  /** Makes the output visible. Idempotent: called again for every restored committable. */
  commit(committables: readonly Committable[]): Promise<void>;
  /** Removes what never became part of a checkpoint. */
  abort(committables: readonly Committable[]): Promise<void>;
  /**
   * Once before an attempt writes, after `commit` of what was restored: removes what earlier
   * attempts of the job left pending.
   */
  sweep?(context: { readonly job: string; readonly attempt: number }): Promise<void>;
}
