/** A checkpoint under way: collects what the tasks of a job acknowledge until all have. */
import { MillraceError } from '../../conf/errors/error.js';
import type { JobSnapshot, TaskSnapshot } from './snapshot.js';

export class PendingCheckpoint {
  readonly checkpoint: number;
  readonly #tasks: number;
  readonly #head: Omit<JobSnapshot, 'nodes' | 'files'>;
  /** By stage and task. */
  readonly #acknowledged = new Map<string, TaskSnapshot>();
  #resolve: (snapshot: JobSnapshot) => void = () => {};
  #reject: (error: MillraceError) => void = () => {};
  readonly snapshot: Promise<JobSnapshot>;

  /** @param tasks how many must answer */
  constructor(head: Omit<JobSnapshot, 'nodes' | 'files'>, tasks: number) {
    this.checkpoint = head.checkpoint;
    this.#head = head;
    this.#tasks = tasks;
    this.snapshot = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.snapshot.catch(() => {});
  }

  /** @returns true when all tasks have answered */
  acknowledge(task: TaskSnapshot): boolean {
    this.#acknowledged.set(`${task.stage}/${task.task}`, task);
    if (this.#acknowledged.size < this.#tasks) return false;
    const tasks = [...this.#acknowledged.values()];
    const nodes = tasks.flatMap((one) => one.nodes);
    const files = tasks.flatMap((one) => one.files);
    this.#resolve({ ...this.#head, nodes, files });
    return true;
  }

  /** @param why ends the sentence `Checkpoint n …` */
  fail(why: string, cause?: MillraceError): void {
    const reason = `Checkpoint ${this.checkpoint} ${why}`;
    const hint = cause?.hint === undefined ? {} : { hint: cause.hint };
    this.#reject(new MillraceError('CHECKPOINT_FAILED', reason, { cause, ...hint }));
  }
}
