import assert from 'node:assert/strict';
import test from 'node:test';
import { INT } from '../column/logical-type.js';
import type { I32Vector } from '../column/vector.js';
import { durableContract } from '../contract/durable.js';
import { keyedTableContract } from '../contract/keyed-table.js';
import { orderedTableContract } from '../contract/ordered-table.js';
import { HeapBackend } from './backend.js';
import { HeapStore } from './store.js';

const open = () => new HeapStore({ first: 0, last: 127, of: 128 });

keyedTableContract('heap', open);
orderedTableContract('heap', open);
durableContract('heap', (fileSystem) => new HeapBackend(fileSystem));

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
