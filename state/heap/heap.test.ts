import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import { INT } from '../column/logical-type.js';
import { vectorOf } from '../column/scalar-access.js';
import type { I32Vector } from '../column/vector.js';
import { durableContract } from '../contract/durable.js';
import { expiryContract } from '../contract/expiry.js';
import { keyedTableContract } from '../contract/keyed-table.js';
import { MortalContent, TTL_MS } from '../contract/mortal-content.js';
import { orderedTableContract } from '../contract/ordered-table.js';
import { replacedContract } from '../contract/replaced.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { HeapBackend } from './backend.js';
import { HeapStore } from './store.js';

const open = () => new HeapStore({ first: 0, last: 127, of: 128 });

keyedTableContract('heap', open);
orderedTableContract('heap', open);
durableContract('heap', (fileSystem) => new HeapBackend(fileSystem));
expiryContract('heap', (fileSystem) => new HeapBackend(fileSystem));
replacedContract('heap', (fileSystem) => new HeapBackend(fileSystem));

test('segments split and go on finding every key', () => {
  const table = open().table({ name: 't', key: [INT], values: [] });
  const count = 400_000;
  const values = Int32Array.from({ length: count }, (_, i) => i * 3);
  const columns: I32Vector[] = [{ lane: 'i32', values, nulls: null }];
  const rows = { columns, selection: null, count };
  const slots = new Int32Array(count);
  assert.equal(table.locate(rows, slots, true), count);
  table.remove(
    slots.filter((slot) => slot % 2 === 1),
    count / 2,
  );
  table.locate(rows, slots, false);
  assert.ok(slots.every((slot, i) => slot === (i % 2 === 0 ? i : -1)));
});

test('a store counts the bytes of its tables', () => {
  const store = open();
  const table = store.table({ name: 't', key: [INT], values: [INT] });
  const columns: I32Vector[] = [{ lane: 'i32', values: new Int32Array(1000), nulls: null }];
  table.locate({ columns, selection: null, count: 1000 }, new Int32Array(1000), true);
  assert.ok(store.memoryBytes() >= 8000);
});

test('what has expired leaves memory though nobody asks for it', async () => {
  const fileSystem = new MemoryFileSystem();
  const store = await new HeapBackend(fileSystem).open({ first: 0, last: 15, of: 16 }, []);
  const content = new MortalContent(store, 0);
  const random = new Random(3);
  for (let i = 0; i < 30; i++) await content.change(random);
  store.begin(content.now + 2 * TTL_MS);
  // Rows of the list that lives forever are left.
  const [, , , , , forever] = content.sizes;
  assert.deepEqual(content.sizes, [0, 0, 0, 0, 0, forever, 0, 0]);
  assert.ok((forever as number) > 0);
});

test('a checkpoint leaves out what has expired', async () => {
  const fileSystem = new MemoryFileSystem();
  const store = await new HeapBackend(fileSystem).open({ first: 0, last: 15, of: 16 }, []);
  const table = store.table({ name: 'keys', key: [INT], values: [], ttlMs: TTL_MS });
  const locate = (key: number): void => {
    const rows = { columns: [vectorOf(INT, [key])], selection: null, count: 1 };
    table.locate(rows, new Int32Array(1), true);
  };
  // More keys than one batch sweeps.
  store.begin(0);
  for (let key = 0; key < 5000; key++) locate(key);
  store.begin(TTL_MS);
  locate(9999);
  assert.equal(table.size, 5001 - 2048);
  const sealed = store.seal(1);
  const target = { fileSystem, shared: 'shared', exclusive: 'exclusive', isFull: false };
  const { files } = await sealed.write(target);
  assert.deepEqual(
    files.map(({ entries }) => entries),
    [1],
  );
});
