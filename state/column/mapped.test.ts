import assert from 'node:assert/strict';
import test from 'node:test';
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { LEAST_MAPPED, mappedBytes } from './mapped.js';

test('large memory is mapped, small is not; either has the length that was asked for', () => {
  const sizes = [0, 100, LEAST_MAPPED - 1, LEAST_MAPPED, LEAST_MAPPED + 1, 5 * LEAST_MAPPED];
  for (const isShared of [false, true]) {
    const all = sizes.map((size) => mappedBytes(size, isShared));
    assert.deepEqual(
      all.map(({ length }) => length),
      sizes,
    );
    const kind = isShared ? SharedArrayBuffer : ArrayBuffer;
    assert.ok(all.every(({ buffer }) => buffer instanceof kind));
    // Whole pages, of 64 KiB, are mapped.
    assert.deepEqual(all.map(({ buffer }) => buffer.byteLength).slice(2), [
      LEAST_MAPPED - 1,
      LEAST_MAPPED,
      LEAST_MAPPED + 65_536,
      5 * LEAST_MAPPED,
    ]);
    const last = all.at(-1) as Uint8Array;
    assert.deepEqual([last[0], last.at(-1)], [0, 0]);
  }
});

test('shared memory crosses to another thread, and stays one', () => {
  const bytes = mappedBytes(LEAST_MAPPED, true);
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(bytes);
  const { message } = receiveMessageOnPort(port2) as { message: Uint8Array };
  bytes[LEAST_MAPPED - 1] = 7;
  assert.deepEqual([message.length, message[LEAST_MAPPED - 1]], [LEAST_MAPPED, 7]);
  port1.close();
});

test('arrays over mapped memory are read, written and made text as others are', () => {
  const bytes = mappedBytes(LEAST_MAPPED + 3);
  bytes.set(Buffer.from('grün'), 10);
  assert.equal(new TextDecoder().decode(bytes.subarray(10, 15)), 'grün');
  assert.equal(Buffer.from(bytes.buffer, 10, 5).toString(), 'grün');
  assert.deepEqual(structuredClone(bytes.subarray(10, 12)).slice(0, 2), Uint8Array.of(103, 114));
});
