/** Savepoints that were asked for over HTTP, by the id that the client was told. */
import { randomBytes } from 'node:crypto';
import { MillraceError } from '../../conf/errors/error.js';

export type SavepointOutcome =
  | { readonly kind: 'pending' }
  | { readonly kind: 'taken'; readonly location: string }
  | { readonly kind: 'failed'; readonly error: unknown };

/** The oldest are forgotten. */
const REMEMBERED = 1000;

export class Savepoints {
  readonly #outcomes = new Map<string, SavepointOutcome>();

  /** @returns the id of the request */
  start(taken: Promise<string>): string {
    const id = randomBytes(16).toString('hex');
    this.#outcomes.set(id, { kind: 'pending' });
    for (const oldest of this.#outcomes.keys()) {
      if (this.#outcomes.size <= REMEMBERED) break;
      this.#outcomes.delete(oldest);
    }
    taken.then(
      (location) => this.#outcomes.set(id, { kind: 'taken', location }),
      (error: unknown) => this.#outcomes.set(id, { kind: 'failed', error }),
    );
    return id;
  }

  /** @throws OPERATION_MISSING */
  outcome(id: string): SavepointOutcome {
    const outcome = this.#outcomes.get(id);
    if (outcome !== undefined) return outcome;
    throw new MillraceError('OPERATION_MISSING', `There is no savepoint request '${id}'`);
  }
}
