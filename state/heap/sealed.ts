/** A task's heap state as it stood at a barrier, on its way into one file. */
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Sealed, SnapshotTarget, StateFile, StateHandle, TableMeta } from '../api/snapshot.js';
import type { KeyGroupRange } from '../api/store.js';
import { NONE } from '../forst/codec.js';
import { SortedFileWriter } from '../forst/sorted-file-writer.js';
import { type SealedRows, sortedEntries } from '../keyed/sealed-rows.js';
import type { SealedContent } from './stored-table.js';

/** Heap files are only ever read as a whole: large blocks, no filter. */
const FORMAT = { blockBytes: 65536, bloomBitsPerKey: 0, codec: NONE };

/** Finished blocks are handed to the file in parts of about this size. */
const FLUSH_BYTES = 1 << 22;

export class HeapSealed implements Sealed {
  readonly #keyGroups: KeyGroupRange;
  readonly #tables: readonly TableMeta[];
  #contents: readonly SealedContent[];

  constructor(
    keyGroups: KeyGroupRange,
    tables: readonly TableMeta[],
    contents: readonly SealedContent[],
  ) {
    this.#keyGroups = keyGroups;
    this.#tables = tables;
    this.#contents = contents;
  }

  /** The file is this checkpoint's own, in the exclusive folder; none where there is no entry. */
  async write(target: SnapshotTarget): Promise<StateHandle> {
    const sections: SealedRows[] = [];
    for (const content of this.#contents) {
      let step = content.next();
      for (; step.done !== true; step = content.next()) await setImmediate();
      sections.push(...step.value);
    }
    this.#contents = [];
    const handle = { keyGroups: this.#keyGroups, tables: this.#tables };
    if (sections.every((section) => section.keyRows.length === 0)) return { ...handle, files: [] };
    return { ...handle, files: [await this.#file(target, sections)] };
  }

  /** What is under way is copied to its end: a table that is frozen copies what it writes. */
  release(): void {}

  async #file(
    { fileSystem, exclusive }: SnapshotTarget,
    sections: readonly SealedRows[],
  ): Promise<StateFile> {
    const path = `${exclusive}/${randomBytes(12).toString('hex')}.heap`;
    const nonce = randomBytes(4).readUInt32LE();
    const identity = { path, level: 0, sequence: 0, nonce };
    const writer = new SortedFileWriter(await fileSystem.create(path), identity, FORMAT);
    try {
      for (const entries of sortedEntries(sections, this.#keyGroups.of)) {
        for (let i = 0; i < entries.count; i++) writer.addEntry(entries, i);
        if (writer.unwrittenBytes > FLUSH_BYTES) await writer.flush();
        await setImmediate();
      }
      return await writer.finish();
    } catch (error) {
      await writer.abort();
      throw error;
    }
  }
}
