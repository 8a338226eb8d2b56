import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import { ReadList } from '../api/read-list.js';
import type { KeyRows } from '../api/reads.js';
import type { LinkedList } from '../api/row-list.js';
import type { StateBackend } from '../api/store.js';
import type { KeyedTable } from '../api/table.js';
import { INT, STRING } from '../column/logical-type.js';
import { scalarAt, vectorOf } from '../column/scalar-access.js';
import type { Vector } from '../column/vector.js';
import { Appended } from '../contract/appended.js';
import { Content } from '../contract/content.js';
import { durableContract } from '../contract/durable.js';
import { expiryContract } from '../contract/expiry.js';
import { keyedTableContract } from '../contract/keyed-table.js';
import { MortalContent } from '../contract/mortal-content.js';
import { replaceAndRestore, replacedContract } from '../contract/replaced.js';
import type { FileSystem } from '../fs/file-system.js';
import { LocalFileSystem } from '../fs/local.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { HeapBackend } from '../heap/backend.js';
import { ForstBackend, type ForstParts } from './backend.js';
import { type Background, InlineBackground, WorkerBackground } from './background.js';
import { BlockCache } from './block-cache.js';
import { UNEXPIRING } from './expiry.js';
import { FileShipping } from './file-shipping.js';
import { Lsm, type LsmSettings } from './lsm.js';
import { LsmFar } from './lsm-far.js';
import { Runs } from './runs.js';
import { NearStore } from './store.js';
import { TableMemory } from './table-memory.js';

const TINY: LsmSettings = {
  blockBytes: 256,
  bloomBitsPerKey: 10,
  codecs: ['NONE', 'LZ4'],
  levels: { baseBytes: 3000, newestFiles: 3 },
  targetFileBytes: 2000,
  readParallelism: 4,
  compacts: true,
};

const ALL = { first: 0, last: 15, of: 16 };

function backend(fileSystem: FileSystem, memoryBytes: number, seed = 1): ForstBackend {
  return new ForstBackend(partsOf(fileSystem, memoryBytes, seed));
}

/** As `state.backend.type: rocksdb` has it: files of its own, copied to checkpoints. */
function rocksdb(checkpoints: FileSystem): ForstBackend {
  const home = { name: 'rocksdb', checkpoints, close: () => Promise.resolve() } as const;
  return new ForstBackend(partsOf(new MemoryFileSystem('memory:local'), 1, 1), home);
}

function partsOf(
  fileSystem: FileSystem,
  memoryBytes: number,
  seed: number,
  background: Background = new InlineBackground(),
): ForstParts {
  const random = new Random(seed);
  return {
    fileSystem,
    folder: 'shared',
    cache: new BlockCache(20_000),
    background,
    settings: TINY,
    tables: new TableMemory({ memoryBytes, writeBufferBytes: 1600 }),
    random: () => random.nextUint32(),
  };
}

/** Files that have to be waited for, each time for another while. */
class FarFileSystem extends MemoryFileSystem {
  override readNow = undefined as never;
  readonly #random = new Random(5);

  override async read(path: string, offset: number, length: number): Promise<Uint8Array> {
    const turns = this.#random.nextInt(0, 5);
    for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
    return (await this.readAll(path)).subarray(offset, offset + length);
  }
}

durableContract('forst, all near', (fileSystem) => backend(fileSystem, 1e9), [1]);
durableContract('forst, hardly any memory', (fileSystem) => backend(fileSystem, 1), [1, 2]);

expiryContract('forst, all near', (fileSystem) => backend(fileSystem, 1e9));
expiryContract('forst, hardly any memory', (fileSystem) => backend(fileSystem, 1));
expiryContract('rocksdb', rocksdb);
replacedContract('forst, all near', (fileSystem) => backend(fileSystem, 1e9));
replacedContract('forst, hardly any memory', (fileSystem) => backend(fileSystem, 1));
replacedContract('rocksdb', rocksdb);

keyedTableContract('forst, before anything is written', () => {
  const parts = {
    fs: new MemoryFileSystem(),
    cache: new BlockCache(20_000),
    background: new InlineBackground(),
    random: () => 0,
    prefix: 'shared/1',
    keyGroups: ALL,
    expiring: () => UNEXPIRING,
  };
  const memory = new TableMemory({ memoryBytes: 1e9, writeBufferBytes: 1e9 });
  const lsm = new Lsm(parts, TINY);
  const shipping = new FileShipping({ own: parts.fs, lsm, random: parts.random });
  return new NearStore(new LsmFar(lsm, shipping), ALL, [], memory.join());
});

test('batches begun ahead see what those before them wrote, however late their reads', async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const random = new Random(seed);
    const store = await backend(new FarFileSystem(), 1).open(ALL, []);
    const content = new Content(store);
    const begun: (() => Promise<void>)[] = [];
    for (let step = 0; step < 150; step++) {
      if (begun.length < 6 && random.nextInt(0, 2) > 0) begun.push(content.begin(random));
      else await begun.shift()?.();
    }
    for (const apply of begun) await apply();
    await content.check();
    assert.ok((store.counts().evictions ?? 0) > 0, 'Slots left memory');
    await store.close();
  }
});

test('lists that are only appended to are read in order, near or by pages', async () => {
  const fileSystem = new FarFileSystem();
  // Of 64 KB a list may be 2 KB long in files.
  const backends = [1, 64_000, 1e9].map((memoryBytes, i) =>
    backend(fileSystem, memoryBytes, i + 1),
  );
  const random = new Random(6);
  let store = await (backends[0] as ForstBackend).open(ALL, []);
  let lists = new Appended(store);
  for (let round = 0; round < 9; round++) {
    const begun: (() => Promise<void>)[] = [];
    for (let step = 0; step < 40; step++) {
      if (begun.length < 5 && random.nextInt(0, 2) > 0) begun.push(lists.begin(random));
      else await begun.shift()?.();
    }
    for (const apply of begun) await apply();
    await lists.check();
    if (round % 3 !== 1) assert.equal(lists.paged > 0, round % 3 === 0, `Round ${round}`);
    const sealed = store.seal(round);
    const folders = { shared: 'shared', exclusive: `exclusive/${round}` };
    const handle = await sealed.write({ fileSystem, ...folders, isFull: false });
    sealed.release(true);
    await store.close();
    store = await (backends[(round + 1) % 3] as ForstBackend).open(ALL, [handle]);
    lists = new Appended(store, lists);
    await lists.check();
  }
});

test('rows of large keys are replaced and taken out unread, whatever backend goes on', async () => {
  for (const [seed, ttlMs] of [
    [1, 0],
    [3, 200],
  ] as const) {
    const fileSystem = new FarFileSystem();
    // Of 64 KB a list may be 2 KB long in files.
    const backends = [
      backend(fileSystem, 1),
      backend(fileSystem, 64_000, 2),
      new HeapBackend(fileSystem),
      backend(fileSystem, 1e9, 3),
    ];
    const paged = await replaceAndRestore(backends, { seed, ttlMs, rounds: 8, fileSystem });
    paged.forEach((count, round) => {
      if (round % 4 !== 1) assert.equal(count > 0, round % 4 === 0, `Round ${round}: ${count}`);
    });
  }
});

test('rows enter a long list unread, and leave memory once they are in files', async () => {
  const store = await backend(new MemoryFileSystem(), 64_000).open(ALL, []);
  const lists = store.linkedRows({ name: 'l', key: [INT], lists: [[INT]], appended: [true] });
  const list = lists.lists[0] as LinkedList;
  const keys = vectorOf(INT, new Array<number>(500).fill(7));
  const rows = { columns: [keys], selection: null, count: 500 };
  const [slots, ids] = [new Int32Array(500), new Int32Array(500)];
  let most = 0;
  for (let batch = 0; batch < 40; batch++) {
    const reads = new ReadList();
    reads.rows(lists, rows, 0);
    const ticket = store.prefetch(reads);
    if (!ticket.ready) await ticket.wait();
    lists.locate(rows, slots, true);
    list.rows.add([keys], null, 500, ids);
    for (let i = 0; i < 500; i++) list.append(slots[i] as number, ids[i] as number);
    ticket.release();
    most = Math.max(most, list.rows.size);
  }
  assert.equal(store.counts().keysRead, 0);
  assert.ok(most < 5000, `${most} of 20,000 rows were near`);
  assert.notEqual(list.parts?.[slots[0] as number], 0);
  await store.close();
});

test('a snapshot of one backend restores into another', async () => {
  const fileSystem = new MemoryFileSystem();
  const backends = [
    new HeapBackend(fileSystem),
    backend(fileSystem, 1),
    backend(fileSystem, 1e9, 2),
  ];
  const random = new Random(3);
  let store = await (backends[0] as StateBackend).open(ALL, []);
  let content = new Content(store);
  for (let round = 1; round < 9; round++) {
    for (let i = 0; i < 15; i++) await content.change(random);
    const sealed = store.seal(round);
    const folders = { shared: 'shared', exclusive: `exclusive/${round}` };
    const handle = await sealed.write({ fileSystem, ...folders, isFull: round % 2 === 0 });
    sealed.release(true);
    store = await (backends[round % 3] as StateBackend).open(ALL, [handle]);
    content = content.on(store);
    await content.check();
  }
});

test('compaction, on its own thread, drops what has expired and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-expiry-'));
  const background = new WorkerBackground(1);
  const files = new LocalFileSystem(folder);
  const parts = partsOf(files, 1, 1, background);
  const store = await new ForstBackend(parts).open(ALL, []);
  const content = new MortalContent(store, 1_700_000_000_000);
  const random = new Random(4);
  const entries: number[] = [];
  for (let round = 0; round < 40; round++) {
    for (let i = 0; i < 5; i++) await content.change(random);
    const sealed = store.seal(round);
    const folders = { shared: 'shared', exclusive: `exclusive/${round}` };
    const handle = await sealed.write({ fileSystem: files, ...folders, isFull: false });
    sealed.release(true);
    entries.push(handle.files.reduce((sum, file) => sum + file.entries, 0));
    await content.check();
  }
  assert.ok((entries.at(-1) as number) < content.written / 2, `${content.written}: ${entries}`);
  await store.close();
  await background.close();
  rmSync(folder, { recursive: true });
});

test('keys near are hits, those looked up misses; what was read ahead counts once', async () => {
  const fileSystem = new FarFileSystem();
  const forst = backend(fileSystem, 1e9);
  const counts = { name: 'counts', key: [INT], values: [INT] };
  const rows = (from: number, to: number): KeyRows => {
    const numbers = Array.from({ length: to - from }, (_, i) => from + i);
    return { columns: [vectorOf(INT, numbers)], selection: null, count: to - from };
  };
  const first = await forst.open(ALL, []);
  const written = first.table(counts);
  const slots = new Int32Array(100);
  written.locate(rows(0, 100), slots, true);
  written.column(0).copy(slots, 100, rows(0, 100).columns[0] as Vector, null);
  const target = { fileSystem, shared: 'a', exclusive: 'b' };
  const handle = await first.seal(1).write({ ...target, isFull: false });
  const store = await backend(fileSystem, 1e9).open(ALL, [handle]);
  const table = store.table(counts);
  const read = async (from: number, to: number, isRepeated: boolean): Promise<number[]> => {
    const reads = new ReadList();
    reads.keys(table, rows(from, to));
    const ticket = store.prefetch(reads, isRepeated);
    if (!ticket.ready) await ticket.wait();
    ticket.release();
    const { hits, misses } = store.reads();
    return [hits, misses];
  };
  assert.deepEqual(await read(0, 10, false), [0, 10]);
  assert.deepEqual(await read(0, 10, true), [0, 10]);
  assert.deepEqual(await read(5, 25, false), [5, 25]);
  assert.deepEqual(await read(20, 30, true), [5, 30]);
  assert.deepEqual(first.reads(), { hits: 0, misses: 0, blockHits: 0, nearReads: 0, farReads: 0 });
});

test('keys that somebody waited for and that are not there are not looked up again', async () => {
  const fileSystem = new FarFileSystem();
  const counts = { name: 'counts', key: [INT], values: [INT] };
  const both = { name: 'both', key: [INT], lists: [[INT]] };
  const rowsOf = (numbers: readonly number[]): KeyRows => {
    return { columns: [vectorOf(INT, numbers)], selection: null, count: numbers.length };
  };
  const first = await backend(fileSystem, 1e9).open(ALL, []);
  const even = Array.from({ length: 100 }, (_, i) => 2 * i);
  const slots = new Int32Array(100);
  first.table(counts).locate(rowsOf(even), slots, true);
  const written = first.linkedRows(both);
  written.locate(rowsOf(even), slots, true);
  const list = written.lists[0] as LinkedList;
  const ids = new Int32Array(100);
  list.rows.add([vectorOf(INT, even)], null, 100, ids);
  even.forEach((_, i) => {
    list.append(slots[i] as number, ids[i] as number);
  });
  const target = { fileSystem, shared: 'a', exclusive: 'b', isFull: false };
  const handle = await first.seal(1).write(target);
  const store = await backend(fileSystem, 1e9).open(ALL, [handle]);
  const table = store.table(counts);
  const lists = store.linkedRows(both);
  const lookUp = async (numbers: readonly number[]): Promise<number> => {
    const before = store.counts().keysRead ?? 0;
    const reads = new ReadList();
    reads.keys(table, rowsOf(numbers));
    reads.rows(lists, rowsOf(numbers));
    const ticket = store.prefetch(reads);
    if (!ticket.ready) await ticket.wait();
    ticket.release();
    return (store.counts().keysRead ?? 0) - before;
  };
  const some = [10, 11, 12, 13, 201];
  assert.equal(await lookUp(some), 2 * some.length);
  assert.equal(await lookUp(some), 0);
  table.locate(rowsOf(some), slots, false);
  assert.deepEqual(
    [...slots.subarray(0, some.length)].map((slot) => slot >= 0),
    [true, false, true, false, false],
  );
  // One of them comes, leaves memory as what it is, and is there.
  table.locate(rowsOf([11]), slots, true);
  table.column(0).copy(slots, 1, vectorOf(INT, [7]), null);
  const next = await store.seal(2).write(target);
  const third = await backend(fileSystem, 1).open(ALL, [next]);
  const restored = third.table(counts);
  const reads = new ReadList();
  reads.keys(restored, rowsOf([11, 13]));
  const ticket = third.prefetch(reads);
  if (!ticket.ready) await ticket.wait();
  restored.locate(rowsOf([11, 13]), slots, false);
  assert.ok((slots[0] as number) >= 0);
  assert.equal(scalarAt(restored.column(0).vector, slots[0] as number, INT), 7);
  assert.equal(slots[1], -1);
  ticket.release();
});

test('who writes faster than files are written waits, and hears when they cannot be', async () => {
  const runs = new Runs();
  const settle: { resolve(): void; reject(error: Error): void }[] = [];
  const add = (bytes: number): void => {
    const done = new Promise<void>((resolve, reject) => settle.push({ resolve, reject }));
    runs.add(bytes, done);
  };
  const limits = { mostRunBytes: 50, mostRuns: 3 };
  add(100);
  assert.equal(runs.isFull(limits), false, 'One run is always under way');
  assert.equal(runs.isFull({ ...limits, mostRuns: 1 }), true);
  add(10);
  assert.equal(runs.isFull(limits), true);
  const room = runs.room(limits);
  settle[0]?.resolve();
  await room;
  assert.equal(runs.bytes, 10);
  add(60);
  const failed = assert.rejects(runs.room(limits), /full disk/);
  settle[1]?.reject(new Error('full disk'));
  await failed;
  assert.equal(runs.isFull({ mostRunBytes: 1e9, mostRuns: 9 }), true);
});

test('stores share the memory of tables in equal parts', () => {
  const memory = new TableMemory({ memoryBytes: 100, writeBufferBytes: 20 });
  const first = memory.join({ bytes: 12, count: 2 });
  assert.deepEqual([first.memoryBytes, first.writeBufferBytes, first.mostRuns], [100, 12, 2]);
  const second = memory.join();
  first.holds(30);
  second.holds(12);
  assert.deepEqual([first.memoryBytes, second.writeBufferBytes, memory.heldBytes], [50, 10, 42]);
  first.leave();
  assert.deepEqual([second.memoryBytes, memory.heldBytes], [100, 12]);
});

test('what was written goes to files by its bytes, be its entries short or long', async () => {
  const parts = {
    ...partsOf(new MemoryFileSystem(), 1e9, 1),
    tables: new TableMemory({ memoryBytes: 1e9, writeBufferBytes: 100_000 }),
  };
  const store = await new ForstBackend(parts).open(ALL, []);
  const short = store.table({ name: 'short', key: [INT], values: [INT] });
  const long = store.table({ name: 'long', key: [INT], values: [STRING] });
  const text = vectorOf(STRING, ['x'.repeat(980)]);
  const write = async (table: KeyedTable, count: number): Promise<void> => {
    for (let from = 0; from < count; from += 30) {
      const numbers = Array.from({ length: 30 }, (_, i) => from + i);
      const slots = new Int32Array(30);
      const ticket = store.prefetch(new ReadList());
      if (!ticket.ready) await ticket.wait();
      table.locate({ columns: [vectorOf(INT, numbers)], selection: null, count: 30 }, slots, true);
      if (table === long) table.column(0).copy(slots, 30, text, new Int32Array(30));
      ticket.release();
    }
  };
  // An entry takes 21 bytes: 4 each of key and value, 13 beside them.
  await write(short, 4740);
  await new Promise(setImmediate);
  assert.equal(store.counts().flushes, 0);
  await write(short, 4800);
  await write(long, 600);
  await store.close();
  // 97 long ones, of 1005 bytes, are less than 100,000; they come by thirties.
  assert.deepEqual([store.counts().flushes, long.size], [1 + 5, 600]);
});
