/**
 * A store's state as it stood at a barrier: the files that hold it, once they do. Until it is
 * decided what becomes of the checkpoint the store's files stay the store's; those that a complete
 * one names belong to it from then on.
 */
import type { Sealed, SnapshotTarget, StateHandle, TableMeta } from '../api/snapshot.js';
import type { KeyGroupRange } from '../api/store.js';
import type { FarSnapshot } from './far.js';

export class StoreSealed implements Sealed {
  readonly #keyGroups: KeyGroupRange;
  readonly #tables: readonly TableMeta[];
  readonly #snapshot: Promise<FarSnapshot>;

  constructor(
    keyGroups: KeyGroupRange,
    tables: readonly TableMeta[],
    snapshot: Promise<FarSnapshot>,
  ) {
    this.#keyGroups = keyGroups;
    this.#tables = tables;
    this.#snapshot = snapshot;
  }

  async write(target: SnapshotTarget): Promise<StateHandle> {
    const snapshot = await this.#snapshot;
    const files = await snapshot.write(target);
    return { keyGroups: this.#keyGroups, tables: this.#tables, files };
  }

  release(isComplete: boolean): void {
    this.#snapshot.then(
      (snapshot) => snapshot.release(isComplete),
      () => undefined,
    );
  }
}
