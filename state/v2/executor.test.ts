import assert from 'node:assert/strict';
import test from 'node:test';
import { ManualClock } from '../../conf/clock.js';
import { Configuration } from '../../conf/configuration.js';
import { Random } from '../../conf/random.js';
import { UNEXPIRING } from '../forst/expiry.js';
import type { Address, EntryStore, FarValues } from './entry-store.js';
import { StateFutureUtils } from './future.js';
import { type ExecutionOptions, KeyedExecution } from './keyed-execution.js';
import { MemoryEntries } from './memory-entries.js';
import { serializers } from './serializers.js';

const READ_MS = 25;

/** A memory whose reads take 25 ms of a clock that moves when all wait. */
class FarEntries extends MemoryEntries {
  readonly clock: ManualClock;
  readonly batches: number[] = [];
  failure: Error | undefined;

  constructor(clock: ManualClock) {
    super({
      keyGroups: { first: 0, last: 127, of: 128 },
      declared: { tables: () => [], expiring: () => UNEXPIRING },
      random: () => 0,
    });
    this.clock = clock;
  }

  override near(): null {
    return undefined as never;
  }

  override far(addresses: readonly Address[] = []): never {
    this.batches.push(addresses.length);
    const values = addresses.map(({ prefix, suffix }) => super.near(prefix, suffix) ?? undefined);
    const { failure } = this;
    return new Promise<FarValues>((resolve, reject) => {
      this.clock.after(READ_MS, () => (failure === undefined ? resolve(values) : reject(failure)));
    }) as never;
  }
}

interface Bench {
  readonly clock: ManualClock;
  readonly store: FarEntries;
  readonly run: KeyedExecution<string>;
  /** Lets time pass, in steps of reads, until the promise is settled. */
  pass<T>(promise: Promise<T>): Promise<T>;
}

async function open(
  settings: Readonly<Record<string, string>> = {},
  options: Partial<ExecutionOptions<string>> = {},
): Promise<Bench> {
  const clock = new ManualClock();
  const store: FarEntries = new FarEntries(clock);
  const configuration = Configuration.of(settings);
  const backend = { open: async (): Promise<EntryStore> => store };
  const keyType = serializers.string;
  const run = await KeyedExecution.open({ keyType, backend, clock, configuration, ...options });
  const pass = async <T>(promise: Promise<T>): Promise<T> => {
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
    };
    promise.then(settle, settle);
    for (let idle = 0; !isSettled; idle++) {
      await new Promise((resolve) => setImmediate(resolve));
      if (idle % 2 === 1) clock.advance(READ_MS);
    }
    return promise;
  };
  return { clock, store, run, pass };
}

test('1,000 keys behind reads of 25 ms: under 2 s, each key in order', async () => {
  const { clock, store, run, pass } = await open();
  const seen = run.listState({ name: 'seen', type: serializers.double });
  const count = run.valueState({ name: 'count', type: serializers.double });
  const random = new Random(3);
  const records = Array.from({ length: 10_000 }, (_, i) => [random.nextInt(0, 999), i] as const);
  const input = (async () => {
    for (const [key, i] of records) {
      await run.process(`key ${key}`, () => {
        count
          .asyncValue()
          .thenCompose((before = 0) => count.asyncUpdate(before + 1))
          .thenCompose(() => seen.asyncAdd(i));
      });
    }
    await run.drain();
  })();
  await pass(input);
  assert.ok(clock.now() < 2000, `${clock.now()} ms`);
  assert.ok(store.batches.length < 60);
  const expected = new Map<number, number[]>();
  for (const [key, i] of records) expected.set(key, [...(expected.get(key) ?? []), i]);
  const found = new Map<number, unknown>();
  const reading = (async () => {
    for (const key of expected.keys()) {
      await run.process(`key ${key}`, () => {
        StateFutureUtils.toIterable(seen.asyncGet())
          .thenCombine(count.asyncValue(), (all, total) => [all, total])
          .thenAccept((both) => found.set(key, both));
      });
    }
    await run.drain();
  })();
  await pass(reading);
  for (const [key, all] of expected) assert.deepEqual(found.get(key), [all, all.length]);
});

test('records in flight, batches and blocked keys are bounded and counted', async () => {
  const { store, run, pass } = await open({
    'execution.async-state.in-flight-records-limit': '50',
    'execution.async-state.active-buffer-size': '10',
    'execution.async-state.buffer-timeout': '0',
  });
  const state = run.valueState({ name: 'value', type: serializers.double });
  const read = (key: string): Promise<void> | undefined =>
    run.process(key, () => {
      state.asyncValue();
    });
  for (let i = 0; i < 15; i++) assert.equal(read(`${i}`), undefined);
  for (let i = 0; i < 6; i++) read('0');
  read('1');
  assert.deepEqual(run.metrics, {
    numInFlightRecords: 22,
    activeBufferSize: 5,
    blockingBufferSize: 7,
    numBlockingKeys: 2,
    numSentBatches: 1,
  });
  assert.deepEqual(store.batches, [10]);
  for (let i = 22; i < 50; i++) read(`${i}`);
  const waiting = read('50');
  assert.ok(waiting instanceof Promise);
  assert.equal(run.metrics.numInFlightRecords, 50);
  await pass(waiting);
  assert.ok(run.metrics.numInFlightRecords <= 50);
  await pass(run.drain());
  assert.equal(run.metrics.numInFlightRecords, 0);
});

test('a batch that is not full is sent after a while; the next one has its own timer', async () => {
  const { clock, store, run, pass } = await open();
  const state = run.valueState({ name: 'value', type: serializers.double });
  const read = (key: string) =>
    run.process(key, () => {
      state.asyncValue();
    });
  read('a');
  clock.advance(600);
  for (let i = 0; i < 999; i++) read(`${i}`);
  assert.deepEqual(store.batches, [1000]);
  read('b');
  clock.advance(400);
  assert.deepEqual(store.batches, [1000]);
  clock.advance(599);
  assert.deepEqual(store.batches, [1000]);
  clock.advance(1);
  assert.deepEqual(store.batches, [1000, 1]);
  await pass(run.drain());
});

test('in the order of first requests the code runs at once, its accesses wait', async () => {
  for (const order of ['RECORD_ORDER', 'FIRST_REQUEST_ORDER'] as const) {
    const { run, pass } = await open({}, { order });
    const state = run.valueState({ name: 'value', type: serializers.double });
    const events: string[] = [];
    for (const record of [1, 2, 3]) {
      run.process('k', () => {
        events.push(`begin ${record}`);
        state
          .asyncValue()
          .thenCompose((value = 0) => state.asyncUpdate(value + record))
          .thenAccept(() => events.push(`end ${record}`));
      });
    }
    await pass(run.drain());
    const steps = [1, 2, 3].map((i) => [`begin ${i}`, `end ${i}`]);
    assert.deepEqual(
      events,
      order === 'RECORD_ORDER'
        ? steps.flat()
        : [...steps.map(([begin]) => begin), ...steps.map(([, end]) => end)],
    );
  }
});

test('records that come with a watermark under way wait for it; a snapshot drains', async () => {
  const events: string[] = [];
  const { run, pass } = await open({}, { onTimer: ({ time }) => access(`timer ${time}`) });
  const state = run.valueState({ name: 'value', type: serializers.string });
  const access = (name: string): void => {
    state.asyncValue().thenAccept(() => events.push(name));
  };
  run.process('k', () => {
    run.timers.registerEventTimeTimer(5);
    access('record 1');
  });
  run.process('k', () => access('record 2'));
  const watermark = run.advanceWatermark(5).then(() => events.push('watermark'));
  const later = run.process('k', () => access('record 3'));
  const snapshot = run.snapshot().then(() => events.push('snapshot'));
  assert.ok(later instanceof Promise);
  await pass(Promise.all([watermark, later, snapshot, later.then(() => run.drain())]));
  const order = ['record 1', 'record 2', 'timer 5', 'watermark', 'snapshot', 'record 3'];
  assert.deepEqual(events, order);
});

test('what is resolved continues at once', async () => {
  const { run } = await open();
  const steps: unknown[] = [];
  await run.process('k', () => {
    StateFutureUtils.completedFuture(1)
      .thenConditionallyCompose(
        (n) => n > 1,
        () => StateFutureUtils.completedFuture('more'),
        (n) => StateFutureUtils.completedFuture(n + 1),
      )
      .thenAccept((chosen) => steps.push(chosen));
    steps.push('behind');
  });
  assert.deepEqual(steps, [[false, 2], 'behind']);
});

test('a failure of the store or of a callback ends what is awaited', async () => {
  const { store, run, pass } = await open();
  const state = run.valueState({ name: 'value', type: serializers.double });
  store.failure = new Error('unreachable');
  run.process('a', () => {
    state.asyncValue().thenAccept(() => assert.fail('There is no value'));
  });
  await assert.rejects(pass(run.drain()), /unreachable/);
  assert.throws(() => run.process('b', () => undefined), /unreachable/);

  const other = await open();
  const count = other.run.valueState({ name: 'value', type: serializers.double });
  other.run.process('a', () => {
    count.asyncValue().thenAccept(() => {
      throw new Error('of the user');
    });
  });
  await assert.rejects(other.pass(other.run.advanceWatermark(1)), /of the user/);
  await assert.rejects(other.run.close(), /of the user/);
});
