/**
 * Which record has a key. One has it at a time, from its first access until nothing of it is under
 * way; accesses of later records to the key wait in a queue of the key, those of records with
 * greater priority (timers and what else a record gave rise to) before others.
 */
import type { Access, RecordContext } from './record-context.js';

export class KeyQueues {
  readonly #owners = new Map<string, RecordContext>();
  readonly #waiting = new Map<string, Access[]>();
  #blocked = 0;

  /** Accesses that wait for their key. */
  get blocked(): number {
    return this.#blocked;
  }

  /** Keys for which accesses wait. */
  get blockedKeys(): number {
    return this.#waiting.size;
  }

  /** Gives the key to the record if nobody has it. @returns whether the record has it */
  occupy(context: RecordContext): boolean {
    const owner = this.#owners.get(context.key);
    if (owner === undefined) this.#owners.set(context.key, context);
    return owner === undefined || owner === context;
  }

  wait(access: Access): void {
    const { key, priority } = access.context;
    const queue = this.#waiting.get(key) ?? [];
    this.#waiting.set(key, queue);
    let at = queue.length;
    while (at > 0 && (queue[at - 1] as Access).context.priority < priority) at--;
    queue.splice(at, 0, access);
    this.#blocked++;
  }

  /** The record is done: the next one has the key. @returns the accesses that may go on */
  release(context: RecordContext): readonly Access[] {
    const { key } = context;
    if (this.#owners.get(key) !== context) return [];
    this.#owners.delete(key);
    const queue = this.#waiting.get(key);
    const next = queue?.[0]?.context;
    if (queue === undefined || next === undefined) return [];
    this.#owners.set(key, next);
    const released = queue.filter((access) => access.context === next);
    const rest = queue.filter((access) => access.context !== next);
    if (rest.length === 0) this.#waiting.delete(key);
    else this.#waiting.set(key, rest);
    this.#blocked -= released.length;
    return released;
  }
}
