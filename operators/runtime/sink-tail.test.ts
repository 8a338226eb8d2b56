import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VectorPool } from '../../state/column/vector-pool.js';
import { Batch } from '../core/batch.js';
import { START_OF_TIME } from '../core/message.js';
import type { NodeSpec } from '../core/spec.js';
import { newMeter } from './meter.js';
import { SinkTail } from './sink-tail.js';

test('what a writer holds, and what waits for it, is retained until it is done', async () => {
  const pool = new VectorPool(true);
  const held: Batch[] = [];
  const opens: (() => void)[] = [];
  const awaited: Promise<void>[] = [];
  const writer = {
    write: (batch: Batch) => {
      held.push(batch);
      return new Promise<void>((resolve) => opens.push(resolve));
    },
    prepare: async () => [],
    close: async () => {},
  };
  const tail = new SinkTail({} as NodeSpec, writer, newMeter(START_OF_TIME), {
    await: (promise, then) => void awaited.push(promise.then(then)),
    prepared: () => {},
  });
  const send = (value: number): void => {
    const values = pool.i32(1).fill(value);
    tail.send({ kind: 'batch', batch: new Batch([{ lane: 'i32', values, nulls: null }], 1) });
    pool.reclaim();
  };
  const written = (index: number) => {
    const [column] = held[index]?.columns ?? [];
    return column?.lane === 'i32' ? column.values[0] : undefined;
  };
  send(1);
  send(2);
  assert.equal(held.length, 1);
  assert.equal(written(0), 1);
  opens[0]?.();
  await awaited[0];
  assert.equal(written(0), 0x5a5a5a5a);
  assert.equal(written(1), 2);
  opens[1]?.();
  await awaited[1];
  assert.equal(written(1), 0x5a5a5a5a);
});
