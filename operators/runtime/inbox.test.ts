import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VectorPool } from '../../state/column/vector-pool.js';
import { Batch } from '../core/batch.js';
import { END_OF_TIME, type Message } from '../core/message.js';
import { Inbox } from './inbox.js';

const FREE = { rows: 0, bytes: 0 };

/** An inbox with so many channels for each input. */
function inboxOf(...channels: number[]): Inbox {
  const inbox = new Inbox({ wake: () => {} });
  for (const count of channels) inbox.addInput(Array.from({ length: count }, () => () => {}));
  return inbox;
}

function put(inbox: Inbox, channel: number, ...messages: Message[]): void {
  for (const message of messages) inbox.put(channel, message, FREE);
}

/** Everything that can be taken, a line a message: input, kind, value. */
function takeAll(inbox: Inbox): string[] {
  const lines: string[] = [];
  for (let next = inbox.take(); next !== undefined; next = inbox.take()) {
    const { input, message } = next;
    const value = 'value' in message ? ` ${message.value}` : '';
    lines.push(`${input} ${message.kind}${value}`);
  }
  return lines;
}

const watermark = (value: number): Message => ({ kind: 'watermark', value });
const barrier = (checkpoint: number): Message => ({ kind: 'barrier', checkpoint });
const END: Message = { kind: 'end' };

test('the watermark of an input is the least of its channels', () => {
  const inbox = inboxOf(2);
  put(inbox, 0, watermark(5));
  put(inbox, 1, watermark(3), watermark(9));
  assert.deepEqual(takeAll(inbox), ['0 watermark 3', '0 watermark 5']);
  put(inbox, 0, { kind: 'idle' });
  assert.deepEqual(takeAll(inbox), ['0 watermark 9']);
  put(inbox, 1, { kind: 'idle' });
  put(inbox, 0, { kind: 'active' });
  assert.deepEqual(takeAll(inbox), ['0 idle', '0 active']);
});

test('a barrier is handed on once, and holds the channels that brought it early', () => {
  const inbox = inboxOf(1, 1);
  put(inbox, 0, watermark(1), barrier(7), watermark(2));
  put(inbox, 1, watermark(3));
  assert.deepEqual(takeAll(inbox), ['0 watermark 1', '1 watermark 3']);
  put(inbox, 1, barrier(7), watermark(4));
  assert.deepEqual(takeAll(inbox), ['0 barrier', '0 watermark 2', '1 watermark 4']);
});

test('a channel that ends brings no barrier any more', () => {
  const inbox = inboxOf(2);
  put(inbox, 0, barrier(1));
  assert.deepEqual(takeAll(inbox), []);
  put(inbox, 1, watermark(END_OF_TIME), END);
  put(inbox, 0, watermark(8), watermark(END_OF_TIME), END);
  const end = `0 watermark ${END_OF_TIME}`;
  assert.deepEqual(takeAll(inbox), ['0 barrier', '0 watermark 8', end, '0 end']);
});

test('an idle channel beside one that ended does not end the stream', () => {
  const inbox = inboxOf(2);
  put(inbox, 0, watermark(5), { kind: 'idle' });
  put(inbox, 1, watermark(6), watermark(END_OF_TIME), END);
  assert.deepEqual(takeAll(inbox), ['0 watermark 6', '0 idle']);
});

test('credit is given back when a batch is taken', () => {
  const inbox = new Inbox({ wake: () => {} });
  const given: number[] = [];
  inbox.addInput([({ rows }) => given.push(rows)]);
  const batch = new Batch([], 0);
  inbox.put(0, { kind: 'batch', batch }, { rows: 3, bytes: 1 });
  assert.deepEqual(given, []);
  assert.equal(inbox.take()?.message.kind, 'batch');
  assert.deepEqual(given, [3]);
});

test('without alignment no channel is held', () => {
  const inbox = inboxOf(2);
  const loose: Message = { kind: 'barrier', checkpoint: 1, alignment: 'none' };
  put(inbox, 0, watermark(1), loose, watermark(5));
  put(inbox, 1, watermark(2), watermark(3), loose);
  assert.deepEqual(takeAll(inbox), ['0 watermark 2', '0 watermark 3', '0 barrier']);
});

test('an unaligned barrier overtakes, and records what it overtook', async () => {
  const inbox = inboxOf(1, 1);
  put(inbox, 0, watermark(1), watermark(2));
  put(inbox, 1, watermark(3));
  const barrier: Message = { kind: 'barrier', checkpoint: 1, alignment: 'unaligned' };
  put(inbox, 0, barrier, watermark(4));
  assert.ok(inbox.urgent);
  const taken = inbox.take();
  assert.equal(taken?.message.kind, 'barrier');
  put(inbox, 1, watermark(6), barrier, watermark(7));
  const overtaken = await taken?.overtaken?.complete;
  assert.deepEqual(
    overtaken?.map(({ input, message }) => [input, 'value' in message ? message.value : null]),
    [
      [0, 1],
      [0, 2],
      [1, 3],
      [1, 6],
    ],
  );
  assert.deepEqual(takeAll(inbox), [
    '0 watermark 1',
    '0 watermark 2',
    '1 watermark 3',
    '0 watermark 4',
    '1 watermark 6',
    '1 watermark 7',
  ]);
});

test('no barrier is left out when a later one overtakes before it is taken', async () => {
  const inbox = inboxOf(1, 1);
  const aligned: Message = { kind: 'barrier', checkpoint: 1 };
  const unaligned: Message = { kind: 'barrier', checkpoint: 2, alignment: 'unaligned' };
  put(inbox, 0, aligned, watermark(1), unaligned);
  const arrivals = [inbox.take(), inbox.take()];
  assert.deepEqual(
    arrivals.map((one) => (one?.message.kind === 'barrier' ? one.message.checkpoint : null)),
    [1, 2],
  );
  put(inbox, 1, watermark(5), aligned, watermark(6), unaligned);
  const [first, second] = await Promise.all(arrivals.map((one) => one?.overtaken?.complete));
  assert.deepEqual([first?.length, second?.length], [1, 3]);
  assert.deepEqual(takeAll(inbox), ['0 watermark 1', '1 watermark 5', '1 watermark 6']);
});

test('an aligned barrier that waits too long overtakes', async () => {
  let told = 0;
  const inbox = new Inbox({ wake: () => {}, mayOvertake: () => told++ });
  inbox.addInput([() => {}, () => {}]);
  const barrier = { kind: 'barrier', checkpoint: 1, overtakeAt: 5 } as const;
  put(inbox, 0, barrier, watermark(4));
  put(inbox, 1, watermark(2));
  assert.deepEqual([told, takeAll(inbox)], [1, []]);
  inbox.overtake(barrier);
  const taken = inbox.take();
  assert.equal(taken?.message.kind, 'barrier');
  put(inbox, 1, barrier);
  const overtaken = await taken?.overtaken?.complete;
  assert.equal(overtaken?.length, 0);
  assert.deepEqual(takeAll(inbox), ['0 watermark 2']);
});

test('a batch that waits is retained until its taker releases it', () => {
  const inbox = inboxOf(1);
  const pool = new VectorPool(true);
  const values = pool.i32(2);
  values.set([7, 8]);
  put(inbox, 0, { kind: 'batch', batch: new Batch([{ lane: 'i32', values, nulls: null }], 2) });
  pool.reclaim();
  assert.deepEqual([...pool.i32(2).subarray(0, 2)], [0x5a5a5a5a, 0x5a5a5a5a]);
  const arrival = inbox.take();
  assert.deepEqual([...values.subarray(0, 2)], [7, 8]);
  arrival?.pins?.release();
  assert.equal(pool.i32(2), values);
});
