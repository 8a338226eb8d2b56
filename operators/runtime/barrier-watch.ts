/**
 * Which barriers the sinks of a part have yet to reach. A sink that has ended has everything: it
 * counts for all barriers, also for those that began later.
 */
export class BarrierWatch {
  readonly #report: (node: number, task: number, checkpoint: number) => void;
  /** Per barrier under way, the sink tasks that reached it. */
  readonly #begun = new Map<number, Set<string>>();
  readonly #ended: { readonly node: number; readonly task: number }[] = [];

  /** @param report called once for each sink task and barrier */
  constructor(report: (node: number, task: number, checkpoint: number) => void) {
    this.#report = report;
  }

  begin(checkpoint: number): void {
    this.#begun.set(checkpoint, new Set());
    for (const { node, task } of this.#ended) this.reached(node, task, checkpoint);
  }

  reached(node: number, task: number, checkpoint: number): void {
    const reached = this.#begun.get(checkpoint) ?? new Set();
    this.#begun.set(checkpoint, reached);
    const key = `${node}/${task}`;
    if (reached.has(key)) return;
    reached.add(key);
    this.#report(node, task, checkpoint);
  }

  ended(nodes: readonly number[], task: number): void {
    for (const node of nodes) {
      this.#ended.push({ node, task });
      for (const checkpoint of this.#begun.keys()) this.reached(node, task, checkpoint);
    }
  }
}
