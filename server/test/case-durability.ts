/**
 * The checkpoints of one job of a golden test, kept in memory. A job is restored on demand
 * (`recover` records), or, as a profile says, again and again while it runs.
 */
import type { JobSpec } from '../../operators/core/spec.js';
import type { Attempt } from '../../operators/runtime/attempt.js';
import type { Beginning, Durability } from '../../operators/runtime/durability.js';
import type { JobSnapshot } from '../../operators/runtime/snapshot.js';

export interface CaseDurabilityParts {
  readonly spec: JobSpec;
  /** Parallelisms of the attempts, in turn; empty: the job's own. */
  readonly parallelisms: readonly number[];
  readonly alignment: 'aligned' | 'unaligned';
  /**
   * The job is about to go on: from a snapshot that its last attempt took, or (null) from where
   * that attempt began.
   */
  readonly restoring: (snapshot: JobSnapshot | null) => void;
}

export class CaseDurability implements Durability {
  readonly #parts: CaseDurabilityParts;
  #attempts = 0;
  #checkpoints = 0;
  #snapshot: JobSnapshot | null = null;
  /** The last attempt took it. */
  #isFresh = false;
  #rescales = 0;
  #attempt: Attempt | null = null;
  #recovering = false;
  #busy = false;

  constructor(parts: CaseDurabilityParts) {
    this.#parts = parts;
  }

  /** Checkpoints that were completed. */
  get completed(): number {
    return this.#snapshot?.checkpoint ?? 0;
  }

  /** How often the job was restored. */
  get restores(): number {
    return Math.max(0, this.#attempts - 1);
  }

  /** How often at another parallelism than its snapshot has. */
  get rescales(): number {
    return this.#rescales;
  }

  begin(): Beginning {
    const { spec, parallelisms } = this.#parts;
    const attempt = this.#attempts++;
    if (attempt > 0) this.#parts.restoring(this.#isFresh ? this.#snapshot : null);
    this.#isFresh = false;
    const own = parallelisms[attempt % Math.max(1, parallelisms.length)];
    const parallelism = own ?? spec.parallelism;
    if ((this.#snapshot?.parallelism ?? parallelism) !== parallelism) this.#rescales++;
    return { attempt, restored: this.#snapshot, spec: { ...spec, parallelism } };
  }

  running(attempt: Attempt): void {
    this.#attempt = attempt;
  }

  stopped(): number {
    this.#attempt = null;
    return this.#snapshot?.checkpoint ?? -1;
  }

  restart(): number | null {
    const recovering = this.#recovering;
    this.#recovering = false;
    return recovering ? 0 : null;
  }

  finish(attempt: Attempt): Promise<void> {
    return this.#take(attempt);
  }

  async ended(): Promise<void> {}

  /** @returns false when it takes none: one is under way, or the job does not run */
  async checkpoint(): Promise<boolean> {
    const attempt = this.#attempt;
    if (attempt === null || attempt.ended || this.#busy) return false;
    this.#busy = true;
    try {
      await this.#take(attempt);
      return true;
    } catch {
      // The attempt closed meanwhile.
      return false;
    } finally {
      this.#busy = false;
    }
  }

  /** The job is to be killed and restored: calls `kill` with that in mind. */
  recover(kill: () => void): void {
    if (this.#attempt === null || this.#attempt.ended) return;
    this.#recovering = true;
    kill();
  }

  async #take(attempt: Attempt): Promise<void> {
    const { alignment } = this.#parts;
    const checkpoint = ++this.#checkpoints;
    const snapshot = await attempt.trigger({ kind: 'barrier', checkpoint, alignment });
    this.#snapshot = snapshot;
    this.#isFresh = true;
    await attempt.complete(checkpoint);
  }
}
