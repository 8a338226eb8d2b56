/**
 * What every backend keeps across a checkpoint: the content of all kinds of tables, at the barrier
 * and not after it, at any parallelism. Run by each backend's tests.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import type { SnapshotTarget, StateHandle } from '../api/snapshot.js';
import type { DurableStore, KeyGroupRange, StateBackend } from '../api/store.js';
import { keyGroupsOfTask } from '../column/key-group.js';
import { INT } from '../column/logical-type.js';
import type { FileSystem } from '../fs/file-system.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { Content } from './content.js';

const GROUPS = 16;
const ALL: KeyGroupRange = { first: 0, last: GROUPS - 1, of: GROUPS };

export function durableContract(
  name: string,
  makeBackend: (fileSystem: FileSystem) => StateBackend,
  seeds: readonly number[] = [1, 2, 3],
): void {
  const fileSystem = new MemoryFileSystem();
  const backend = makeBackend(fileSystem);

  for (const seed of seeds) {
    test(`${name}: what was sealed comes back (${seed})`, async () => {
      const store = await backend.open(ALL, []);
      const content = new Content(store);
      const random = new Random(seed);
      for (let round = 0; round < 3; round++) {
        for (let i = 0; i < 20; i++) await content.change(random);
        const sealed = store.seal(round);
        const expected = content.expected();
        const writing = sealed.write(targetOf(fileSystem, `${seed}-${round}`, round === 1));
        for (let i = 0; i < 5; i++) await content.change(random);
        const handle = await writing;
        sealed.release(true);
        assert.deepEqual(await restored(backend, [handle], [ALL]), expected);
        await content.check();
      }
    });
  }

  test(`${name}: state is split and joined by key groups`, async () => {
    const store = await backend.open(ALL, []);
    const content = new Content(store);
    const random = new Random(7);
    for (let i = 0; i < 60; i++) await content.change(random);
    const expected = content.expected();
    const one = await written(store, fileSystem, 'one');
    const thirds = await reopened(backend, [one], rangesOf(3), fileSystem, 'three');
    assert.equal(thirds.length, 3);
    const halves = await reopened(backend, thirds, rangesOf(2), fileSystem, 'two');
    for (const tasks of [1, 2, 3, 5]) {
      for (const handles of [[one], thirds, halves]) {
        assert.deepEqual(await restored(backend, handles, rangesOf(tasks)), expected);
      }
    }
  });

  test(`${name}: a restored store goes on, and is sealed again`, async () => {
    const store = await backend.open(ALL, []);
    const before = new Content(store);
    const random = new Random(9);
    for (let i = 0; i < 30; i++) await before.change(random);
    const handle = await written(store, fileSystem, 'first');
    const next = await backend.open(ALL, [handle]);
    const content = before.on(next);
    for (let i = 0; i < 30; i++) await content.change(random);
    await content.check();
    const expected = content.expected();
    const again = await written(next, fileSystem, 'second');
    assert.deepEqual(await restored(backend, [again], [ALL]), expected);
  });

  test(`${name}: an empty store is sealed and restored`, async () => {
    const store = await backend.open(ALL, []);
    const expected = new Content(store).expected();
    const handle = await written(store, fileSystem, 'empty');
    assert.deepEqual(await restored(backend, [handle], rangesOf(2)), expected);
  });

  test(`${name}: a table declared otherwise is refused by name and both types`, async () => {
    const store = await backend.open(ALL, []);
    store.table({ name: 'counts', key: [INT], values: [INT] });
    const handle = await written(store, fileSystem, 'types');
    const next = await backend.open(ALL, [handle]);
    const declare = () => next.table({ name: 'counts', key: [INT], values: [INT, INT] });
    assert.throws(declare, {
      code: 'STATE_INCOMPATIBLE',
      message: /'counts' was kept as .*values \(INT\); now it is .*values \(INT, INT\)/,
    });
  });
}

function targetOf(fileSystem: FileSystem, name: string, isFull: boolean): SnapshotTarget {
  return { fileSystem, shared: 'shared', exclusive: `exclusive/${name}`, isFull };
}

async function written(
  store: DurableStore,
  fileSystem: FileSystem,
  name: string,
): Promise<StateHandle> {
  const sealed = store.seal(1);
  const handle = await sealed.write(targetOf(fileSystem, name, false));
  sealed.release(true);
  return handle;
}

function rangesOf(tasks: number): KeyGroupRange[] {
  return Array.from({ length: tasks }, (_, task) => ({
    ...keyGroupsOfTask(task, GROUPS, tasks),
    of: GROUPS,
  }));
}

function meets(a: KeyGroupRange, b: KeyGroupRange): boolean {
  return a.first <= b.last && b.first <= a.last;
}

async function open(
  backend: StateBackend,
  handles: readonly StateHandle[],
  range: KeyGroupRange,
): Promise<DurableStore> {
  return backend.open(
    range,
    handles.filter((handle) => meets(handle.keyGroups, range)),
  );
}

/** What tasks with these key groups hold together. */
async function restored(
  backend: StateBackend,
  handles: readonly StateHandle[],
  ranges: readonly KeyGroupRange[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const range of ranges) {
    const store = await open(backend, handles, range);
    lines.push(...(await new Content(store).lines()));
  }
  return lines.sort();
}

/** Handles of tasks that opened and sealed what others wrote. */
async function reopened(
  backend: StateBackend,
  handles: readonly StateHandle[],
  ranges: readonly KeyGroupRange[],
  fileSystem: FileSystem,
  name: string,
): Promise<StateHandle[]> {
  const all: StateHandle[] = [];
  for (const [task, range] of ranges.entries()) {
    const store = await open(backend, handles, range);
    await new Content(store).lines();
    all.push(await written(store, fileSystem, `${name}-${task}`));
  }
  return all;
}
