import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gather } from './gather.js';
import { slice } from './slice.js';
import type { Vector } from './vector.js';
import { cleared, Pins, VectorPool } from './vector-pool.js';

test('an array is given again once it was reclaimed, the last one first', () => {
  const pool = new VectorPool(false);
  const [first, second] = [pool.f64(100), pool.f64(100)];
  assert.notEqual(first, second);
  assert.equal(first.length, 128);
  pool.reclaim();
  assert.equal(pool.f64(128), second);
  assert.equal(pool.f64(1), first);
  assert.notEqual(pool.f64(1), first);
});

test('an array that is too small is not given', () => {
  const pool = new VectorPool(false);
  const small = pool.u8(64);
  pool.reclaim();
  assert.equal(pool.u8(65).length, 128);
  pool.reclaim();
  assert.notEqual(pool.u8(1), small);
});

test('a pinned array is not given before its last pin is gone', () => {
  const pool = new VectorPool(false);
  const values = pool.i32(8);
  const vector: Vector = { lane: 'i32', values, nulls: null };
  const [whole, view] = [new Pins(), new Pins()];
  whole.vector(vector);
  // Another vector over the same memory pins it too.
  view.vector(slice(vector, 2, 4));
  pool.reclaim();
  assert.notEqual(pool.i32(8), values);
  whole.release();
  assert.notEqual(pool.i32(8), values);
  view.release();
  assert.equal(pool.i32(8), values);
});

test('a pin that goes before the reclaim frees nothing early', () => {
  const pool = new VectorPool(false);
  const values = pool.i64(8);
  const pins = new Pins();
  pins.vector({ lane: 'i64', values, nulls: null });
  pins.release();
  assert.notEqual(pool.i64(8), values);
  pool.reclaim();
  assert.ok([pool.i64(8), pool.i64(8)].includes(values));
});

test('every array of every lane is pinned', () => {
  const pool = new VectorPool(true);
  const filled = () => pool.i32(4).fill(1);
  const nulls = pool.u8(4).fill(1);
  const times = pool.f64(4).fill(1);
  const data = new Uint8Array(4);
  const bytes: Vector = { lane: 'bytes', data, starts: filled(), ends: filled(), nulls };
  const time: Vector = { lane: 'time', values: times, nanos: filled(), nulls: null };
  const single: Vector = { lane: 'f32', values: pool.f32(4).fill(1), nulls: null };
  const pins = new Pins();
  pins.vector({ lane: 'row', children: [bytes, time, single], nulls: pool.u8(4).fill(1) });
  pool.reclaim();
  const arrays = [bytes.starts, bytes.ends, nulls, times, single.values];
  for (const array of arrays) assert.deepEqual([...array.subarray(0, 4)], [1, 1, 1, 1]);
  assert.deepEqual([...(time.nanos ?? []).slice(0, 4)], [1, 1, 1, 1]);
});

test('released arrays are poisoned where that is asked for', () => {
  const pool = new VectorPool(true);
  const values = pool.u8(4).fill(1);
  pool.reclaim();
  assert.deepEqual([...values.subarray(0, 4)], [0x5a, 0x5a, 0x5a, 0x5a]);
});

test('keeping what was released is an error', () => {
  const pool = new VectorPool(false);
  const vector: Vector = { lane: 'f64', values: pool.f64(4), nulls: null };
  pool.reclaim();
  assert.throws(() => new Pins().vector(vector), /What is kept was not released before/);
});

test('a gather into used arrays clears what has no row', () => {
  const pool = new VectorPool(true);
  const source: Vector = { lane: 'f64', values: Float64Array.of(5, 6), nulls: Uint8Array.of(0, 1) };
  const gathered = gather(source, Int32Array.of(-1, 0), 2, pool) as Vector & { lane: 'f64' };
  assert.deepEqual([...gathered.values.subarray(0, 2)], [0, 5]);
  assert.deepEqual([...(gathered.nulls ?? []).slice(0, 2)], [1, 0]);
});

test('clearing sets as many elements to 0 as are asked for', () => {
  assert.deepEqual(cleared(Float64Array.of(1, 2, 3), 2), Float64Array.of(0, 0, 3));
  assert.deepEqual(cleared(BigInt64Array.of(1n, 2n), 2), BigInt64Array.of(0n, 0n));
});
