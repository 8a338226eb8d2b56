/**
 * Lookups that fail are asked again at once, up to so many times (`lookup.max-retries`), where the
 * error is one that may pass; a file, say, that is replaced while it is read.
 */

import { MillraceError } from '../../../conf/errors/error.js';
import { errorTable } from '../../../conf/errors/table.js';
import type { KeyRows } from '../../../state/api/reads.js';
import type { FoundRows, LookupSource } from '../../core/lookup.js';

export class Repeated implements LookupSource {
  readonly #source: LookupSource;
  readonly #maxRetries: number;

  constructor(source: LookupSource, maxRetries: number) {
    this.#source = source;
    this.#maxRetries = maxRetries;
  }

  lookup(keys: KeyRows): FoundRows | Promise<FoundRows> {
    const asked = this.#source.lookup(keys);
    return asked instanceof Promise ? this.#settled(keys, asked) : asked;
  }

  close(): void | Promise<void> {
    return this.#source.close();
  }

  async #settled(keys: KeyRows, first: Promise<FoundRows>): Promise<FoundRows> {
    let asked: FoundRows | Promise<FoundRows> = first;
    for (let retries = 0; ; retries++) {
      try {
        return await asked;
      } catch (error) {
        if (retries >= this.#maxRetries || !mayPass(error)) throw error;
        asked = this.#source.lookup(keys);
      }
    }
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof MillraceError && errorTable[error.code].kind === 'retry';
}
