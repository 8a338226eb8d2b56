/** What became of a job's checkpoints, for `/jobs/:id/checkpoints`. */
import type { Clock } from '../../conf/clock.js';
import type { MillraceError } from '../../conf/errors/error.js';
import type { JobSnapshot } from '../../operators/runtime/snapshot.js';
import type { Matched } from './restore.js';

/** Checkpoints that are remembered. */
const REMEMBERED = 20;

export interface CheckpointRecord {
  readonly id: number;
  readonly isSavepoint: boolean;
  status: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
  /** ms since the epoch */
  readonly triggeredAt: number;
  durationMs?: number;
  /** Of the files of state that it names. */
  stateBytes?: number;
  path?: string;
  failure?: string;
}

export class CheckpointStatistics {
  readonly #clock: Clock;
  #records: CheckpointRecord[] = [];
  readonly counts = { triggered: 0, completed: 0, failed: 0, restored: 0 };
  /** Which operators took over the state that the job was told to begin with. */
  matched: Matched | null = null;
  /** The checkpoint that the present attempt began with. */
  lastRestored: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Newest first. */
  get records(): readonly CheckpointRecord[] {
    return this.#records;
  }

  triggered(id: number, isSavepoint: boolean): void {
    this.counts.triggered++;
    const record: CheckpointRecord = {
      id,
      isSavepoint,
      status: 'IN_PROGRESS',
      triggeredAt: this.#clock.now(),
    };
    this.#records = [record, ...this.#records].slice(0, REMEMBERED);
  }

  completed({ checkpoint, nodes }: JobSnapshot, path?: string): void {
    this.counts.completed++;
    const files = nodes.flatMap(({ operator }) => operator?.state?.files ?? []);
    const stateBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    this.#end(checkpoint, 'COMPLETED', { stateBytes, ...(path === undefined ? {} : { path }) });
  }

  failed(checkpoint: number, error: MillraceError): void {
    this.counts.failed++;
    this.#end(checkpoint, 'FAILED', { failure: error.reason });
  }

  restored(checkpoint: number): void {
    this.counts.restored++;
    this.lastRestored = checkpoint;
  }

  #end(id: number, status: CheckpointRecord['status'], more: Partial<CheckpointRecord>): void {
    const record = this.#records.find((one) => one.id === id);
    if (record === undefined) return;
    Object.assign(record, more);
    record.status = status;
    record.durationMs = this.#clock.now() - record.triggeredAt;
  }
}
