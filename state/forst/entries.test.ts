import assert from 'node:assert/strict';
import test from 'node:test';
import { type Slices, SlicesBuilder } from '../keyed/slices.js';
import { type Entries, EntryBuffer } from './entries.js';
import { SpareBuffers } from './spare-buffers.js';

function slices(...texts: string[]): Slices {
  const builder = new SlicesBuilder();
  for (const text of texts) builder.append(Buffer.from(text), 0, Buffer.byteLength(text));
  return builder.finish();
}

function printed(entries: Entries): string[] {
  const { keys, keyOffsets, values, valueOffsets, deleted } = entries;
  return Array.from({ length: entries.count }, (_, i) => {
    const key = Buffer.from(keys.subarray(keyOffsets[i], keyOffsets[i + 1])).toString();
    const value = Buffer.from(values.subarray(valueOffsets[i], valueOffsets[i + 1])).toString();
    return deleted[i] === 1 ? `−${key}${value}` : `${key}=${value}`;
  });
}

test('entries added at once stand behind those that are there', () => {
  const entries = new EntryBuffer(true);
  entries.put(Buffer.from('a'), Buffer.from('1'));
  entries.addAll(slices('b', 'cc'), slices('22', ''));
  entries.addAll(slices('d', 'e'), null);
  entries.addAll(slices(), null);
  entries.put(Buffer.from('f'), Buffer.from('3'));
  assert.deepEqual(printed(entries), ['a=1', 'b=22', 'cc=', '−d', '−e', 'f=3']);
  const many = Array.from({ length: 5000 }, (_, i) => `key ${i}`);
  entries.addAll(slices(...many), slices(...many));
  assert.equal(entries.count, 5006);
  assert.equal(printed(entries)[5005], 'key 4999=key 4999');
});

test('buffers are used again, without what they held; those beyond the bound are not kept', () => {
  const spare = new SpareBuffers();
  assert.equal(spare.take(), undefined);
  const [small, large] = [new EntryBuffer(true), new EntryBuffer(true)];
  small.addAll(slices('a', 'b'), null);
  large.put(Buffer.from('a'), Buffer.alloc(100_000));
  assert.ok(large.capacityBytes > 100_000 && small.capacityBytes < 2000);
  spare.give(small, 50_000);
  spare.give(large, 50_000);
  assert.equal(spare.bytes, small.capacityBytes);
  assert.equal(spare.take(), small);
  assert.deepEqual([spare.bytes, spare.take()], [0, undefined]);
  small.addAll(slices('c'), slices('1'));
  assert.deepEqual(printed(small), ['c=1']);
});
