/**
 * What the sinks of a part made durable and nobody sees yet. A checkpoint covers all that was
 * prepared before its barrier; when it is complete, that is committed. What was prepared at the end
 * of an input is covered by the first checkpoint that its task acknowledges as one that has ended:
 * an earlier barrier may be answered later.
 */
import type { Committable, Sink } from '../core/sink.js';

interface Entry {
  readonly node: number;
  readonly task: number;
  readonly committables: readonly Committable[];
  /** The first checkpoint that covers it; null while none does. */
  checkpoint: number | null;
}

export class Prepared {
  #entries: Entry[] = [];

  add(node: number, task: number, checkpoint: number | null, made: readonly Committable[]): void {
    if (made.length > 0) this.#entries.push({ node, task, checkpoint, committables: made });
  }

  /**
   * Everything of a sink's task that a checkpoint covers, in the order it was prepared.
   * @param finished the task had ended before the barrier
   */
  upTo(node: number, task: number, checkpoint: number, finished: boolean): readonly Committable[] {
    const own = this.#entries.filter((one) => one.node === node && one.task === task);
    if (finished) for (const entry of own) entry.checkpoint ??= checkpoint;
    const covered = own.filter(
      (entry) => entry.checkpoint !== null && entry.checkpoint <= checkpoint,
    );
    return covered.flatMap(({ committables }) => committables);
  }

  /** Commits what a checkpoint covers; null: everything. */
  async commit(sinks: ReadonlyMap<number, Sink>, checkpoint: number | null): Promise<void> {
    const covers = (entry: Entry): boolean =>
      checkpoint === null || (entry.checkpoint !== null && entry.checkpoint <= checkpoint);
    for (const [node, sink] of sinks) {
      const entries = this.#entries.filter((entry) => entry.node === node && covers(entry));
      if (entries.length === 0) continue;
      await sink.commit(entries.flatMap(({ committables }) => committables));
      this.#entries = this.#entries.filter((entry) => !entries.includes(entry));
    }
  }

  /**
   * Removes what is in no checkpoint up to `kept`: that one may be complete without this part
   * knowing. Failures of it are of no interest.
   */
  async abort(sinks: ReadonlyMap<number, Sink>, kept: number): Promise<void> {
    const own = this.#entries.filter(({ checkpoint }) => checkpoint === null || checkpoint > kept);
    this.#entries = [];
    for (const [node, sink] of sinks) {
      const committables = own.filter((entry) => entry.node === node);
      if (committables.length === 0) continue;
      await Promise.allSettled([sink.abort(committables.flatMap((one) => one.committables))]);
    }
  }
}
