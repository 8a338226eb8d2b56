/**
 * What every backend does with time to live: what has expired is never found, what is written or
 * renewed counts from then on, and a checkpoint keeps the times of writing, at any parallelism.
 * Run by each backend's tests.
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import { ReadList } from '../api/read-list.js';
import type { StateHandle } from '../api/snapshot.js';
import type { DurableStore, KeyGroupRange, StateBackend } from '../api/store.js';
import { INT } from '../column/logical-type.js';
import { vectorOf } from '../column/scalar-access.js';
import type { FileSystem } from '../fs/file-system.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { MortalContent, TTL_MS } from './mortal-content.js';

const ALL: KeyGroupRange = { first: 0, last: 15, of: 16 };

export function expiryContract(
  name: string,
  makeBackend: (fileSystem: FileSystem) => StateBackend,
): void {
  const fileSystem = new MemoryFileSystem();
  const backend = makeBackend(fileSystem);

  test(`${name}: what has expired is not there`, async () => {
    for (const seed of [1, 2, 3]) {
      const random = new Random(seed);
      const content = new MortalContent(await backend.open(ALL, []), 0);
      for (let i = 0; i < 60; i++) {
        await content.change(random);
        if (i % 7 === 0) await content.check();
      }
      await content.check();
      assert.ok(content.followed.leaving > 0, 'Whoever follows rows hears of those that expire');
      content.now += 2 * TTL_MS;
      await content.check();
    }
  });

  test(`${name}: times of writing are in a checkpoint`, async () => {
    const random = new Random(5);
    let store = await backend.open(ALL, []);
    let content = new MortalContent(store, 1_700_000_000_000);
    for (let round = 0; round < 6; round++) {
      for (let i = 0; i < 20; i++) await content.change(random);
      const handle = await written(store, fileSystem, `${name}-${round}`);
      content.now += random.nextInt(0, TTL_MS);
      store = await backend.open(ALL, [handle]);
      content = content.on(store);
      await content.check();
    }
  });

  test(`${name}: a key expires at the same time in whichever task it is restored`, async () => {
    const store = await backend.open(ALL, []);
    const table = declare(store);
    store.begin(1000);
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    await located(store, table, numbers.slice(0, 25));
    store.begin(1060);
    await located(store, table, numbers.slice(25));
    const handle = await written(store, fileSystem, `${name}-rescaled`);
    const found: number[] = [0, 0];
    for (const range of [
      { first: 0, last: 6, of: 16 },
      { first: 7, last: 15, of: 16 },
    ]) {
      const part = await backend.open(range, [handle]);
      const own = declare(part);
      for (const [i, now] of [1099, 1100].entries()) {
        part.begin(now);
        const slots = await located(part, own, numbers, false);
        found[i] = (found[i] as number) + slots.filter((slot) => slot >= 0).length;
      }
    }
    assert.deepEqual(found, [50, 25]);
  });

  changedExpiry(name, backend, fileSystem);
  comingExpiry(name, backend, fileSystem);
  comingToTasks(name, backend, fileSystem);
}

/** What was stored with one time to live, and is restored with another. */
function changedExpiry(name: string, backend: StateBackend, fileSystem: FileSystem): void {
  test(`${name}: a time to live may change`, async () => {
    const store = await backend.open(ALL, []);
    store.begin(1000);
    await located(store, declare(store), [1]);
    const handle = await written(store, fileSystem, `${name}-changed`);
    const longer = await backend.open(ALL, [handle]);
    longer.begin(1500);
    assert.equal((await located(longer, declare(longer, 1000), [1], false))[0] !== -1, true);
  });

  test(`${name}: a time to live may go, and come again, from the last writes`, async () => {
    const random = new Random(11);
    const opened = await backend.open(ALL, []);
    const first = new MortalContent(opened, 1000);
    for (let i = 0; i < 2; i++) await first.change(random);
    const mortal = await written(opened, fileSystem, `${name}-mortal`);
    const store = await backend.open(ALL, [mortal]);
    const lasting = first.on(store, true);
    await lasting.check();
    lasting.now += 20 * TTL_MS;
    await lasting.check();
    for (let i = 0; i < 20; i++) await lasting.change(random);
    lasting.now += 20 * TTL_MS;
    for (let i = 0; i < 2; i++) await lasting.change(random);
    await lasting.check();
    const handle = await written(store, fileSystem, `${name}-lasting`);
    const again = lasting.on(await backend.open(ALL, [handle]));
    await again.check();
    again.now += 2 * TTL_MS;
    await again.check();
  });
}

/** What was stored without a time to live, and is restored with one. */
function comingExpiry(name: string, backend: StateBackend, fileSystem: FileSystem): void {
  test(`${name}: a time to live may come; what is stored counts from the restore`, async () => {
    for (const seed of [21, 22, 23]) {
      const random = new Random(seed);
      let store = await backend.open(ALL, []);
      let content = new MortalContent(store, 1_700_000_000_000, new Map(), true);
      const sealed = (part: string) => written(store, fileSystem, `${name}-came-${seed}-${part}`);
      const reopened = async (part: string) => {
        store = await backend.open(ALL, [await sealed(part)]);
        return store;
      };
      for (let i = 0; i < 20; i++) {
        await content.change(random);
        if (i % 8 === 7) content = content.on(await reopened(`lasting-${i}`), true);
      }
      content.now += 20 * TTL_MS;
      content = content.mortalOn(await reopened('timeless'));
      await content.check();
      // Some of it is written again, the rest is still as it was when it is stored.
      content.now += TTL_MS / 2;
      await content.change(random);
      await content.check();
      const mixed = await sealed('mixed');
      const later = content.on(await backend.open(ALL, [mixed]));
      await later.check();
      later.now += TTL_MS / 2;
      await later.check();
      // It goes and comes once more: what has times keeps them.
      store = await backend.open(ALL, [mixed]);
      content = content.on(store, true);
      for (let i = 0; i < 3; i++) await content.change(random);
      content = content.on(await reopened('lasting'));
      for (let i = 0; i < 10; i++) {
        await content.check();
        await content.change(random);
      }
      content.now += 2 * TTL_MS;
      await content.check();
    }
  });
}

/** The same where the tasks are others. */
function comingToTasks(name: string, backend: StateBackend, fileSystem: FileSystem): void {
  test(`${name}: a time to live comes to each task when it is restored`, async () => {
    const store = await backend.open(ALL, []);
    const numbers = Array.from({ length: 50 }, (_, n) => n);
    store.begin(1000);
    await located(store, declare(store, 0), numbers);
    const lasting = await written(store, fileSystem, `${name}-task`);
    const handles: StateHandle[] = [];
    const there = new Map<number, number[]>();
    for (const [range, now] of [
      [{ first: 0, last: 6, of: 16 }, 5000],
      [{ first: 7, last: 15, of: 16 }, 5040],
    ] as const) {
      const part = await backend.open(range, [lasting]);
      part.begin(now);
      const own = declare(part);
      const slots = await located(part, own, numbers, false);
      const found = numbers.filter((n) => (slots[n] as number) >= 0);
      there.set(now, found);
      // One is written when all others are almost over.
      part.begin(now + TTL_MS - 1);
      const again = await located(part, own, found.slice(0, 1), true);
      assert.ok((again[0] as number) >= 0);
      handles.push(await written(part, fileSystem, `${name}-task-${now}`));
    }
    const [early, late] = [there.get(5000) as number[], there.get(5040) as number[]];
    assert.deepEqual(
      [...early, ...late].sort((a, b) => a - b),
      numbers,
    );
    assert.ok(early.length > 2 && late.length > 2, 'Both tasks have keys');
    const all = await backend.open(ALL, handles);
    all.begin(5000);
    const table = declare(all);
    for (const [now, expected] of [
      [5000 + TTL_MS - 1, numbers],
      [5000 + TTL_MS, [...early.slice(0, 1), ...late]],
      [5040 + TTL_MS, [...early.slice(0, 1), ...late.slice(0, 1)]],
    ] as const) {
      all.begin(now);
      const slots = await located(all, table, numbers, false);
      const found = numbers.filter((n) => (slots[n] as number) >= 0);
      assert.deepEqual(
        found,
        [...expected].sort((a, b) => a - b),
        `at ${now}`,
      );
    }
  });

  test(`${name}: a time to live comes to nothing else than what was stored`, async () => {
    const store = await backend.open(ALL, []);
    await located(store, declare(store, 0), [1]);
    const handle = await written(store, fileSystem, `${name}-other`);
    const other = await backend.open(ALL, [handle]);
    assert.throws(() => other.table({ name: 'keys', key: [INT], values: [INT], ttlMs: 1 }), {
      code: 'STATE_INCOMPATIBLE',
      message: /'keys' was kept as .*values \(\); now it is .* with TTL$/,
    });
  });
}

function declare(store: DurableStore, ttlMs = TTL_MS) {
  return store.table({ name: 'keys', key: [INT], values: [], ttlMs });
}

async function located(
  store: DurableStore,
  table: ReturnType<typeof declare>,
  numbers: readonly number[],
  insert = true,
): Promise<Int32Array> {
  const rows = { columns: [vectorOf(INT, numbers)], selection: null, count: numbers.length };
  const reads = new ReadList();
  reads.keys(table, rows);
  const ticket = store.prefetch(reads);
  if (!ticket.ready) await ticket.wait();
  const slots = new Int32Array(numbers.length);
  table.locate(rows, slots, insert);
  ticket.release();
  return slots;
}

async function written(store: DurableStore, fileSystem: FileSystem, name: string) {
  const sealed = store.seal(1);
  const folders = { shared: 'shared', exclusive: `exclusive/${name}` };
  const handle = await sealed.write({ fileSystem, ...folders, isFull: false });
  sealed.release(true);
  return handle;
}
