import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { Random } from '../../conf/random.js';
import { ReadList } from '../api/read-list.js';
import type { SnapshotTarget, StateHandle } from '../api/snapshot.js';
import type { DurableStore, StateBackend, StateStore } from '../api/store.js';
import { INT, STRING } from '../column/logical-type.js';
import { scalarAt, vectorOf } from '../column/scalar-access.js';
import { Content } from '../contract/content.js';
import { durableContract } from '../contract/durable.js';
import { expiryContract } from '../contract/expiry.js';
import { replacedContract } from '../contract/replaced.js';
import { NONE } from '../forst/codec.js';
import type { NearStore } from '../forst/store.js';
import { TableMemory } from '../forst/table-memory.js';
import type { FileSystem } from '../fs/file-system.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { HeapBackend } from '../heap/backend.js';
import { LocalBackend } from './backend.js';

const ALL = { first: 0, last: 15, of: 16 };

const folder = mkdtempSync(join(tmpdir(), 'millrace-local-'));
const opened: LocalBackend[] = [];

after(async () => {
  await Promise.all(opened.map((one) => one.close()));
  assert.deepEqual(readdirSync(folder), [], 'A closed backend leaves nothing behind');
});

function backend(checkpoints: FileSystem, memoryBytes: number): LocalBackend {
  const random = new Random(1);
  const made = new LocalBackend({
    checkpoints,
    folder: join(folder, String(opened.length)),
    cacheBytes: 1 << 20,
    format: { blockBytes: 4096, bloomBitsPerKey: 10, codec: NONE },
    tables: new TableMemory({ memoryBytes, writeBufferBytes: 4000 }),
    random: () => random.nextUint32(),
  });
  opened.push(made);
  return made;
}

/** A store that nobody tells what will be read. */
function untold(store: DurableStore): StateStore {
  return {
    keyGroups: store.keyGroups,
    table: (descriptor) => store.table(descriptor),
    timeTable: (descriptor) => store.timeTable(descriptor),
    orderedTable: (descriptor) => store.orderedTable(descriptor),
    linkedRows: (descriptor) => store.linkedRows(descriptor),
    sortedRows: (descriptor) => store.sortedRows(descriptor),
    prefetch: () => store.prefetch(new ReadList()),
    begin: (now) => store.begin(now),
    memoryBytes: () => store.memoryBytes(),
  };
}

durableContract('local, all near', (fileSystem) => backend(fileSystem, 1e9), [1]);
expiryContract('local', (fileSystem) => backend(fileSystem, 1));
replacedContract('local', (fileSystem) => backend(fileSystem, 1));
durableContract('local, hardly any memory', (fileSystem) => backend(fileSystem, 1), [1, 2]);

test('every read is answered at once, named or not', async () => {
  for (const seed of [1, 2, 3]) {
    const random = new Random(seed);
    const store = await backend(new MemoryFileSystem(), 1).open(ALL, []);
    const content = new Content(untold(store));
    for (let step = 0; step < 120; step++) await content.change(random);
    await content.check();
    assert.ok((store.counts().evictions ?? 0) > 0, 'Slots left memory');
  }
});

test('a namespace is walked whole without having been named', async () => {
  const fileSystem = new MemoryFileSystem();
  const first = (await backend(fileSystem, 1e9).open(ALL, [])).timeTable(WINDOWS);
  assert.equal(first.size, 0);
  const store = await backend(fileSystem, 1e9).open(ALL, []);
  const table = store.timeTable(WINDOWS).open(60_000);
  const keys = Array.from({ length: 500 }, (_, i) => i);
  const slots = new Int32Array(500);
  table.locate({ columns: [vectorOf(INT, keys)], selection: null, count: 500 }, slots, true);
  table.column(0).copy(slots, 500, vectorOf(INT, keys), null);
  const handle = await written(store, fileSystem, 'windows', false);
  const again = await backend(fileSystem, 1e9).open(ALL, [handle]);
  const found = again.timeTable(WINDOWS).open(60_000);
  assert.equal(found.live(0, new Int32Array(1000)), 500);
});

const WINDOWS = { name: 'windows', key: [INT], values: [INT] };

test('a checkpoint writes the files of changed pages alone, and a whole copy all', async () => {
  const fileSystem = new MemoryFileSystem();
  const store = await backend(fileSystem, 1e9).open(ALL, []);
  put(
    store,
    Array.from({ length: 60_000 }, (_, i) => i),
    0,
  );
  const first = await written(store, fileSystem, '1', false);
  assert.ok(first.files.length > 1, `${first.files.length} files`);
  const nothing = await written(store, fileSystem, '2', false);
  assert.deepEqual(nothing.files, first.files);
  put(store, [17], 1);
  const one = await written(store, fileSystem, '3', false);
  const known = new Set(first.files.map(({ path }) => path));
  assert.equal(one.files.filter(({ path }) => !known.has(path)).length, 1);
  const whole = await written(store, fileSystem, '4', true);
  assert.ok(whole.files.every(({ path }) => path.startsWith('exclusive/4/')));
  const restored = await new HeapBackend(fileSystem).open(ALL, [one]);
  assert.deepEqual(read(restored, [16, 17, 59_999]), [0, 1, 0]);
});

test('a snapshot keeps the pages of its moment until it is released', async () => {
  const fileSystem = new MemoryFileSystem();
  const store = await backend(fileSystem, 1).open(ALL, []);
  put(store, [1, 2, 3], 10);
  const sealed = store.seal(1);
  put(store, [1, 2, 3, 4], 20);
  await written(store, fileSystem, 'later', false);
  const handle = await sealed.write(target(fileSystem, 'earlier', false));
  sealed.release(true);
  const restored = await new HeapBackend(fileSystem).open(ALL, [handle]);
  assert.deepEqual(read(restored, [1, 2, 3, 4]), [10, 10, 10, null]);
});

test('a snapshot of the heap is restored, and goes back', async () => {
  const fileSystem = new MemoryFileSystem();
  const backends: StateBackend[] = [new HeapBackend(fileSystem), backend(fileSystem, 1)];
  const random = new Random(3);
  let store = await (backends[0] as StateBackend).open(ALL, []);
  let content = new Content(store);
  for (let round = 1; round < 7; round++) {
    for (let i = 0; i < 15; i++) await content.change(random);
    const handle = await written(store, fileSystem, String(round), round % 2 === 0);
    store = await (backends[round % 2] as StateBackend).open(ALL, [handle]);
    content = content.on(store);
    await content.check();
  }
});

const COUNTS = { name: 'counts', key: [INT], values: [STRING] };

/** So that many make pages enough for several files. */
const VALUE_BYTES = 100;
const tables = new WeakMap<DurableStore, ReturnType<NearStore['table']>>();

function countsOf(store: DurableStore): ReturnType<NearStore['table']> {
  const table = tables.get(store) ?? store.table(COUNTS);
  tables.set(store, table);
  return table;
}

function put(store: DurableStore, keys: readonly number[], value: number): void {
  const ticket = store.prefetch(new ReadList());
  const table = countsOf(store);
  const count = keys.length;
  const slots = new Int32Array(count);
  table.locate({ columns: [vectorOf(INT, keys)], selection: null, count }, slots, true);
  const text = String(value).padEnd(VALUE_BYTES);
  const values = vectorOf(STRING, new Array(count).fill(text));
  table.column(0).copy(slots, count, values, null);
  ticket.release();
}

function read(store: DurableStore, keys: readonly number[]): (number | null)[] {
  const table = countsOf(store);
  const count = keys.length;
  const slots = new Int32Array(count);
  table.locate({ columns: [vectorOf(INT, keys)], selection: null, count }, slots, false);
  const { vector } = table.column(0);
  return [...slots].map((slot) => (slot < 0 ? null : Number(scalarAt(vector, slot, STRING))));
}

function target(fileSystem: FileSystem, name: string, isFull: boolean): SnapshotTarget {
  return { fileSystem, shared: 'shared', exclusive: `exclusive/${name}`, isFull };
}

async function written(
  store: DurableStore,
  fileSystem: FileSystem,
  name: string,
  isFull: boolean,
): Promise<StateHandle> {
  const sealed = store.seal(1);
  const handle = await sealed.write(target(fileSystem, name, isFull));
  sealed.release(true);
  return handle;
}
