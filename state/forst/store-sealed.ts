/** A store's state as it stood at a barrier: the files that hold it, once they do. */
import type { Sealed, SnapshotTarget, StateFile, StateHandle, TableMeta } from '../api/snapshot.js';
import type { KeyGroupRange } from '../api/store.js';
import type { LsmSnapshot } from './lsm.js';

/** How files of a store become those of a checkpoint: named where they are, or copied. */
export interface Shipping {
  ship(files: readonly StateFile[], target: SnapshotTarget): Promise<readonly StateFile[]>;
}

export class StoreSealed implements Sealed {
  readonly #keyGroups: KeyGroupRange;
  readonly #tables: readonly TableMeta[];
  readonly #snapshot: Promise<LsmSnapshot>;
  readonly #shipping: Shipping;

  constructor(
    keyGroups: KeyGroupRange,
    tables: readonly TableMeta[],
    snapshot: Promise<LsmSnapshot>,
    shipping: Shipping,
  ) {
    this.#keyGroups = keyGroups;
    this.#tables = tables;
    this.#snapshot = snapshot;
    this.#shipping = shipping;
  }

  async write(target: SnapshotTarget): Promise<StateHandle> {
    const { files } = await this.#snapshot;
    const shipped = await this.#shipping.ship(files, target);
    return { keyGroups: this.#keyGroups, tables: this.#tables, files: shipped };
  }

  release(): void {
    this.#snapshot.then(
      (snapshot) => snapshot.release(),
      () => undefined,
    );
  }
}
