/**
 * Entries of public state over the LSM. What was written last is in layers: maps in memory, newest
 * last; the newest takes writes. A layer that is sealed is handed to the LSM as a run, and goes
 * when the LSM has it. A cleared prefix is a deleted range, below the entries that were written
 * after it.
 */
import type { Sealed, TableMeta } from '../api/snapshot.js';
import type { KeyGroupRange } from '../api/store.js';
import { EntryBuffer } from '../forst/entries.js';
import type { FileShipping } from '../forst/file-shipping.js';
import { prefixEnd } from '../forst/key-order.js';
import type { KeyRange } from '../forst/key-range.js';
import type { Lookup } from '../forst/lookup.js';
import type { Lsm } from '../forst/lsm.js';
import type { Scan } from '../forst/scan.js';
import { StoreSealed } from '../forst/store-sealed.js';
import {
  type Address,
  bytesOf,
  type EntryStore,
  type FarValues,
  latin1,
  type Page,
} from './entry-store.js';

/** What a layer says of one prefix. */
interface Below {
  /** What older layers and files have is gone. */
  isCleared: boolean;
  /** null = deleted. */
  readonly entries: Map<string, Uint8Array | null>;
}

class Layer {
  readonly prefixes = new Map<string, Below>();
  bytes = 0;

  below(prefix: string): Below {
    let below = this.prefixes.get(prefix);
    if (below === undefined) {
      below = { isCleared: false, entries: new Map() };
      this.prefixes.set(prefix, below);
      this.bytes += prefix.length + ENTRY_BYTES;
    }
    return below;
  }
}

/** Sealed layers that may wait for the LSM before writers wait. */
const SEALED_LAYERS = 2;

/** Of an entry in memory beside its bytes, about. */
const ENTRY_BYTES = 100;

export interface LsmEntriesParts {
  readonly lsm: Lsm;
  readonly keyGroups: KeyGroupRange;
  /** Bytes at which a layer is handed to the LSM. */
  readonly writeBufferBytes: number;
  readonly shipping: FileShipping;
  /** The declared states, when a snapshot names them. */
  readonly tables: () => readonly TableMeta[];
}

export class LsmEntries implements EntryStore {
  readonly #parts: LsmEntriesParts;
  readonly #layers: Layer[] = [new Layer()];
  /** Of the sealed layers, in their order: resolves when the files have it. */
  readonly #flushes: Promise<void>[] = [];
  #failure: unknown;

  constructor(parts: LsmEntriesParts) {
    this.#parts = parts;
  }

  near(prefix: string, suffix: string): Uint8Array | null | undefined {
    for (let i = this.#layers.length - 1; i >= 0; i--) {
      const below = this.#layers[i]?.prefixes.get(prefix);
      if (below === undefined) continue;
      const found = below.entries.get(suffix);
      if (found !== undefined) return found;
      if (below.isCleared) return null;
    }
    return undefined;
  }

  far(addresses: readonly Address[]): FarValues | Promise<FarValues> {
    if (this.#failure !== undefined) throw this.#failure;
    const keys = new EntryBuffer();
    for (const { prefix, suffix } of addresses) keys.delete(bytesOf(prefix + suffix));
    const lookup = this.#parts.lsm.get(keys);
    return lookup.ready ? valuesOf(lookup) : lookup.wait().then(() => valuesOf(lookup));
  }

  scan(prefix: string, after: string | undefined, limit: number): Page | Promise<Page> {
    if (this.#failure !== undefined) throw this.#failure;
    const overlay = new Map<string, Uint8Array | null>();
    let isWhole = false;
    for (let i = this.#layers.length - 1; i >= 0 && !isWhole; i--) {
      const below = this.#layers[i]?.prefixes.get(prefix);
      for (const [suffix, value] of below?.entries ?? []) {
        const isBehind = after === undefined || suffix > after;
        if (isBehind && !overlay.has(suffix)) overlay.set(suffix, value);
      }
      isWhole = below?.isCleared ?? false;
    }
    const written = [...overlay].sort(([a], [b]) => (a < b ? -1 : 1));
    if (isWhole) return pageOf(written, limit);
    const scan = this.#parts.lsm.scan(rangeBelow(prefix, after));
    return mergedPage(scan, prefix.length, written, limit);
  }

  put(prefix: string, suffix: string, value: Uint8Array): void {
    this.#write(prefix, suffix, value);
  }

  delete(prefix: string, suffix: string): void {
    this.#write(prefix, suffix, null);
  }

  clear(prefix: string): void {
    const below = this.#newest.below(prefix);
    below.isCleared = true;
    below.entries.clear();
  }

  get full(): Promise<void> | undefined {
    return this.#flushes.length > SEALED_LAYERS ? this.#flushes[0] : undefined;
  }

  seal(): Sealed {
    const { keyGroups, lsm, shipping, tables } = this.#parts;
    const snapshot = this.#flush().then(() => shipping.shipped(lsm.snapshot()));
    snapshot.catch(() => undefined);
    return new StoreSealed(keyGroups, tables(), snapshot);
  }

  close(): Promise<void> {
    return this.#parts.lsm.close();
  }

  get #newest(): Layer {
    return this.#layers.at(-1) as Layer;
  }

  #write(prefix: string, suffix: string, value: Uint8Array | null): void {
    const layer = this.#newest;
    layer.below(prefix).entries.set(suffix, value);
    layer.bytes += suffix.length + (value?.length ?? 0) + ENTRY_BYTES;
    if (layer.bytes >= this.#parts.writeBufferBytes) void this.#flush().catch(() => undefined);
  }

  /** Resolves when the files have all that was written. */
  #flush(): Promise<void> {
    const layer = this.#newest;
    const entries = new EntryBuffer(true);
    const ranges: KeyRange[] = [];
    for (const [prefix, below] of layer.prefixes) {
      if (below.isCleared) ranges.push(rangeBelow(prefix, undefined));
      for (const [suffix, value] of below.entries) {
        if (value === null) entries.delete(bytesOf(prefix + suffix));
        else entries.put(bytesOf(prefix + suffix), value);
      }
    }
    this.#layers.push(new Layer());
    const flush = this.#parts.lsm.add(entries, ranges).then(
      () => {
        this.#layers.shift();
        this.#flushes.shift();
      },
      (error: unknown) => {
        this.#failure ??= error;
        throw error;
      },
    );
    this.#flushes.push(flush);
    return flush;
  }
}

function valuesOf({ count, starts, ends, values }: Lookup): FarValues {
  return Array.from({ length: count }, (_, i) => {
    const start = starts[i] as number;
    return start < 0 ? undefined : values.slice(start, ends[i]);
  });
}

function rangeBelow(prefix: string, after: string | undefined): KeyRange {
  const bytes = bytesOf(prefix);
  const group = ((bytes[0] as number) << 8) | (bytes[1] as number);
  const from = after === undefined ? prefix : `${prefix}${after}\0`;
  return {
    firstGroup: group,
    lastGroup: group,
    from: bytesOf(from).subarray(2),
    to: prefixEnd(bytes.subarray(2)),
  };
}

type Written = readonly (readonly [suffix: string, value: Uint8Array | null])[];

function pageOf(written: Written, limit: number): Page {
  const entries: (readonly [string, Uint8Array])[] = [];
  for (const [suffix, value] of written) {
    if (value === null) continue;
    if (entries.length === limit) return { entries, isLast: false };
    entries.push([suffix, value]);
  }
  return { entries, isLast: true };
}

/** Merges what the files have with what was written since; of one suffix the latter counts. */
async function mergedPage(
  scan: Scan,
  prefixLength: number,
  written: Written,
  limit: number,
): Promise<Page> {
  const merged: (readonly [string, Uint8Array | null])[] = [];
  let at = 0;
  let count = 0;
  const take = (entry: readonly [string, Uint8Array | null]): void => {
    merged.push(entry);
    if (entry[1] !== null) count++;
  };
  for (let page = await scan.next(); page !== null; page = await scan.next()) {
    for (let i = 0; i < page.count && count <= limit; i++) {
      const start = (page.keyOffsets[i] as number) + prefixLength;
      const suffix = latin1(page.keys.subarray(start, page.keyOffsets[i + 1]));
      while (at < written.length && (written[at]?.[0] as string) < suffix) {
        take(written[at++] as Written[number]);
      }
      if (written[at]?.[0] === suffix) continue;
      take([suffix, page.values.slice(page.valueOffsets[i], page.valueOffsets[i + 1])]);
    }
    if (count > limit) {
      scan.close();
      return pageOf(merged, limit);
    }
  }
  return pageOf([...merged, ...written.slice(at)], limit);
}
