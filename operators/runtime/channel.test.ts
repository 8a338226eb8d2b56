import assert from 'node:assert/strict';
import test from 'node:test';
import { Batch } from '../core/batch.js';
import { Channel, type Credit } from './channel.js';

test('a channel is open until so many rows lie in it, more where they are read ahead', () => {
  for (const [aheadRows, batches] of [
    [0, 8],
    [6000, 8],
    [20_000, 20],
  ] as const) {
    const costs: Credit[] = [];
    let woken = 0;
    const channel = new Channel(
      (_, cost) => costs.push(cost),
      () => woken++,
      aheadRows,
    );
    for (let sent = 0; channel.open; sent++) {
      assert.ok(sent <= batches);
      channel.send({ kind: 'batch', batch: new Batch([], 1024) });
    }
    assert.equal(costs.length, batches);
    channel.credit(costs[0] as Credit);
    assert.equal(woken, 1);
    assert.equal(channel.open, true);
  }
});
