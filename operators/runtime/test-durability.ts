/** The durability of jobs in tests: snapshots are kept in memory, taken when the test says so. */
import assert from 'node:assert/strict';
import type { Barrier } from '../core/message.js';
import type { Attempt } from './attempt.js';
import type { Beginning, Durability, EndState } from './durability.js';
import type { JobSnapshot } from './snapshot.js';

/** Keeps the last snapshot; restarts a given number of times. */
export class Memory implements Durability {
  readonly ends: EndState[] = [];
  attempt: Attempt | null = null;
  snapshot: JobSnapshot | null = null;
  restarts: number;
  #begun = 0;
  #checkpoints = 0;

  constructor(restarts: number) {
    this.restarts = restarts;
  }

  begin(): Beginning {
    return { attempt: this.#begun++, restored: this.snapshot };
  }

  running(attempt: Attempt): void {
    this.attempt = attempt;
  }

  async checkpoint(how: Pick<Barrier, 'alignment'> = {}): Promise<JobSnapshot> {
    assert.ok(this.attempt !== null);
    const checkpoint = ++this.#checkpoints;
    this.snapshot = await this.attempt.trigger({ kind: 'barrier', checkpoint, ...how });
    await this.attempt.complete(checkpoint);
    return this.snapshot;
  }

  async finish(): Promise<void> {
    await this.checkpoint();
  }

  stopped(): number {
    this.attempt = null;
    return this.snapshot?.checkpoint ?? -1;
  }

  restart(): number | null {
    return this.restarts-- > 0 ? 1000 : null;
  }

  async ended(state: EndState): Promise<void> {
    this.ends.push(state);
  }
}
