/** An LSM of tiny files against a map of pairs: what its tests check with. */
import assert from 'node:assert/strict';
import { Random } from '../../conf/random.js';
import type { StateFile } from '../api/snapshot.js';
import type { FileSystem } from '../fs/file-system.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { InlineBackground } from './background.js';
import { BlockCache } from './block-cache.js';
import { EntryBuffer } from './entries.js';
import { UNEXPIRING } from './expiry.js';
import { compareKeys } from './key-order.js';
import { isInRange, type KeyRange } from './key-range.js';
import { Lsm, type LsmParts, type LsmSettings } from './lsm.js';

export const GROUPS = 8;

const TINY: LsmSettings = {
  blockBytes: 128,
  bloomBitsPerKey: 10,
  codecs: ['NONE', 'LZ4'],
  levels: { baseBytes: 3000, newestFiles: 3 },
  targetFileBytes: 1500,
  readParallelism: 4,
  compacts: true,
};

/** Files that have to be waited for. */
export class FarFileSystem extends MemoryFileSystem {
  reads = 0;
  override readNow = undefined as never;
  override async read(path: string, offset: number, length: number): Promise<Uint8Array> {
    this.reads++;
    await new Promise((resolve) => setImmediate(resolve));
    const all = await this.readAll(path);
    return all.subarray(offset, offset + length);
  }
}

interface Opening {
  readonly fs: FileSystem;
  readonly files?: readonly StateFile[];
  readonly first?: number;
  readonly last?: number;
  readonly cacheBytes?: number;
  readonly settings?: Partial<LsmSettings>;
  readonly parts?: Partial<LsmParts>;
}

let opened = 0;
export function open(of: Opening): Lsm {
  const random = new Random(opened);
  const parts: LsmParts = {
    fs: of.fs,
    cache: new BlockCache(of.cacheBytes ?? 20_000),
    background: new InlineBackground(),
    random: () => random.nextUint32(),
    prefix: `shared/${opened++}`,
    keyGroups: { first: of.first ?? 0, last: of.last ?? GROUPS - 1 },
    expiring: () => UNEXPIRING,
    ...of.parts,
  };
  return new Lsm(parts, { ...TINY, ...of.settings }, of.files ?? []);
}

export type Pairs = Map<string, readonly [key: Uint8Array, value: Uint8Array]>;

export const nameOf = (key: Uint8Array): string => Buffer.from(key).toString('hex');

export function randomKey(random: Random): Uint8Array {
  const length = 4 + random.nextInt(0, 3);
  const key = Uint8Array.from({ length }, () => random.nextInt(0, 5));
  key.set([0, random.nextInt(0, GROUPS - 1), 0, random.nextInt(1, 2)]);
  return key;
}

export function randomRange(random: Random): KeyRange {
  const firstGroup = random.nextInt(0, GROUPS - 1);
  const from = randomKey(random).slice(2, 4 + random.nextInt(0, 2));
  const to = randomKey(random).slice(2);
  return {
    firstGroup,
    lastGroup: random.nextInt(firstGroup, GROUPS - 1),
    from: compareKeys(from, to) < 0 ? from : to,
    to: random.nextInt(0, 5) === 0 ? null : compareKeys(from, to) < 0 ? to : from,
  };
}

/** A run of entries, applied to the model as well. */
export function change(random: Random, model: Pairs, count: number): [EntryBuffer, KeyRange[]] {
  const ranges = random.nextInt(0, 3) === 0 ? [randomRange(random), randomRange(random)] : [];
  for (const [name, [key]] of model) {
    if (ranges.some((range) => isInRange(range, key, 0, key.length))) model.delete(name);
  }
  const run = new Map<string, [Uint8Array, Uint8Array | null]>();
  for (let i = 0; i < count; i++) {
    const key = randomKey(random);
    const value = Uint8Array.from({ length: random.nextInt(0, 40) }, () => random.nextInt(0, 255));
    run.set(nameOf(key), [key, random.nextInt(0, 3) === 0 ? null : value]);
  }
  const entries = new EntryBuffer();
  for (const [name, [key, value]] of run) {
    if (value === null) {
      entries.delete(key);
      model.delete(name);
    } else {
      entries.put(key, value);
      model.set(name, [key, value]);
    }
  }
  return [entries, ranges];
}

export async function checkGets(
  lsm: Lsm,
  model: Pairs,
  keys: readonly Uint8Array[],
): Promise<void> {
  const batch = new EntryBuffer();
  for (const key of keys) batch.put(key, new Uint8Array(0));
  const lookup = lsm.get(batch);
  await lookup.wait();
  for (const [i, key] of keys.entries()) {
    const start = lookup.starts[i] as number;
    const found = start < 0 ? undefined : lookup.values.slice(start, lookup.ends[i]);
    assert.deepEqual(found, model.get(nameOf(key))?.[1], `key ${nameOf(key)}`);
  }
}

export async function checkScan(lsm: Lsm, model: Pairs, range: KeyRange): Promise<void> {
  const expected = [...model.values()]
    .filter(([key]) => isInRange(range, key, 0, key.length))
    .sort(([a], [b]) => compareKeys(a, b));
  const found: [Uint8Array, Uint8Array][] = [];
  const scan = lsm.scan(range);
  for (let page = await scan.next(200); page !== null; page = await scan.next(200)) {
    for (let i = 0; i < page.count; i++) {
      found.push([
        page.keys.slice(page.keyOffsets[i], page.keyOffsets[i + 1]),
        page.values.slice(page.valueOffsets[i], page.valueOffsets[i + 1]),
      ]);
    }
  }
  assert.deepEqual(found, expected);
}

export const ALL: KeyRange = {
  firstGroup: 0,
  lastGroup: GROUPS - 1,
  from: new Uint8Array(0),
  to: null,
};

/** The files of a complete checkpoint. */
export function checkpoint(lsm: Lsm): readonly StateFile[] {
  const { files, release } = lsm.snapshot();
  release(files.map(({ path }) => path));
  return files;
}
