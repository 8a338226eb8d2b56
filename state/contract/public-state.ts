/** What public state does over any store of entries; run by the tests of each. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { ManualClock } from '../../conf/clock.js';
import { Configuration } from '../../conf/configuration.js';
import { Random } from '../../conf/random.js';
import type { SnapshotTarget, StateHandle } from '../api/snapshot.js';
import type { StateFuture } from '../api/v2/future.js';
import { MemoryFileSystem } from '../fs/memory.js';
import type { EntryBackend } from '../v2/entry-backend.js';
import { StateFutureUtils } from '../v2/future.js';
import { type ExecutionOptions, KeyedExecution, type Timer } from '../v2/keyed-execution.js';
import { serializers } from '../v2/serializers.js';

const { string, double } = serializers;

export type MakeBackend = (fs: MemoryFileSystem) => EntryBackend;

interface Bench {
  readonly fs: MemoryFileSystem;
  readonly clock: ManualClock;
  open(options?: Partial<ExecutionOptions<string>>): Promise<KeyedExecution<string>>;
}

/** @param isNear whether the store answers the synchronous forms whatever was written */
export function publicStateContract(name: string, make: MakeBackend, isNear: boolean): void {
  const check = (what: string, body: (bench: Bench) => Promise<void>): void => {
    test(`${name}: ${what}`, async () => {
      const fs = new MemoryFileSystem();
      const clock = new ManualClock(1_000_000);
      const backend = make(fs);
      const given = { keyType: string, backend, clock };
      await body({ fs, clock, open: (options) => KeyedExecution.open({ ...given, ...options }) });
    });
  };
  testStates(check);
  testAgainstModel(check);
  testTtl(check);
  testTtlConfig(check);
  testTimers(check);
  testSnapshots(check);
  if (isNear) testSynchronous(check);
}

type Check = (what: string, body: (bench: Bench) => Promise<void>) => void;

/** Runs a record and gives what its future holds. */
export async function ask<T>(
  execution: KeyedExecution<string>,
  key: string,
  body: () => StateFuture<T>,
): Promise<T> {
  const results: T[] = [];
  await execution.process(key, () => {
    body().thenAccept((value) => results.push(value));
  });
  await execution.drain();
  assert.equal(results.length, 1);
  return results[0] as T;
}

/** Hands all that was written to the files, where there are any. */
async function flush(execution: KeyedExecution<string>, fs: MemoryFileSystem): Promise<void> {
  await (await execution.snapshot()).write(targetOf(fs, 'flush'));
}

function targetOf(fileSystem: MemoryFileSystem, name: string): SnapshotTarget {
  return { fileSystem, shared: 'shared', exclusive: name, isFull: false };
}

function testStates(check: Check): void {
  check('a value, by key and namespace', async ({ fs, open }) => {
    const run = await open();
    const state = run.valueState({ name: 'value', type: string });
    assert.equal(await ask(run, 'a', () => state.asyncValue()), undefined);
    await ask(run, 'a', () => state.asyncUpdate('1'));
    await ask(run, 'b', () => state.asyncUpdate('2'));
    await ask(run, 'a', () => state.in('w').asyncUpdate('3'));
    await flush(run, fs);
    assert.equal(await ask(run, 'a', () => state.asyncValue()), '1');
    assert.equal(await ask(run, 'b', () => state.asyncValue()), '2');
    assert.equal(await ask(run, 'a', () => state.in('w').asyncValue()), '3');
    await ask(run, 'a', () => state.asyncClear());
    await ask(run, 'b', () => state.asyncUpdate(undefined));
    await flush(run, fs);
    for (const key of ['a', 'b']) {
      assert.equal(await ask(run, key, () => state.asyncValue()), undefined);
    }
    assert.equal(await ask(run, 'a', () => state.in('w').asyncValue()), '3');
    await run.close();
  });

  check('a list keeps its order over chunks and files', async ({ fs, open }) => {
    const run = await open();
    const state = run.listState({ name: 'list', type: double });
    const all = (): Promise<Iterable<number>> =>
      ask(run, 'k', () => StateFutureUtils.toIterable(state.asyncGet()));
    assert.deepEqual(await all(), []);
    const numbers = Array.from({ length: 500 }, (_, i) => (i * 7) % 500);
    await ask(run, 'k', () => state.asyncAddAll(numbers.slice(0, 300)));
    await flush(run, fs);
    await ask(run, 'k', () => state.asyncAddAll(numbers.slice(300)));
    assert.deepEqual(await all(), numbers);
    const doubled = await ask(run, 'k', () =>
      state
        .asyncGet()
        .thenCompose((values) =>
          values.onNext((value) => StateFutureUtils.completedFuture(value * 2)),
        ),
    );
    assert.deepEqual(
      doubled,
      numbers.map((n) => n * 2),
    );
    await ask(run, 'k', () => state.asyncUpdate([5, 6]));
    await ask(run, 'k', () => state.asyncAdd(5));
    assert.deepEqual(await all(), [5, 6, 5]);
    await flush(run, fs);
    await ask(run, 'k', () => state.asyncClear());
    assert.deepEqual(await all(), []);
    await run.close();
  });

  check('a fold that is added to again before it is done loses nothing', async ({ fs, open }) => {
    const run = await open();
    const sum = run.reducingState({ name: 'sum', type: double, reduce: (a, b) => a + b });
    const mean = run.aggregatingState({
      name: 'mean',
      type: serializers.json<{ sum: number; count: number }>(),
      createAccumulator: () => ({ sum: 0, count: 0 }),
      add: (value: number, { sum, count }) => ({ sum: sum + value, count: count + 1 }),
      getResult: ({ sum, count }) => sum / count,
    });
    assert.equal(await ask(run, 'k', () => mean.asyncGet()), undefined);
    for (const part of [[1, 2, 3], [4]]) {
      const seen = await ask(run, 'k', () => {
        for (const value of part) {
          sum.asyncAdd(value);
          mean.asyncAdd(value);
        }
        return sum.asyncGet().thenCombine(mean.asyncGet(), (a, b) => [a, b]);
      });
      assert.deepEqual(seen, part.length === 3 ? [6, 2] : [10, 2.5]);
      await flush(run, fs);
    }
    await ask(run, 'k', () => sum.asyncClear());
    assert.equal(await ask(run, 'k', () => sum.asyncGet()), undefined);
    await run.close();
  });
}

/** Random accesses to a map, with snapshots between, against a `Map`. */
function testAgainstModel(check: Check): void {
  check('a map is what a Map is, entries in order of their keys', async ({ fs, open }) => {
    const run = await open();
    const state = run.mapState({ name: 'map', keyType: string, type: double });
    const random = new Random(7);
    const models = new Map<string, Map<string, number>>();
    for (let round = 0; round < 300; round++) {
      const key = `k${random.nextInt(0, 3)}`;
      const model = models.get(key) ?? new Map<string, number>();
      models.set(key, model);
      const entry = random.nextInt(0, 12) === 0 ? '' : `u${random.nextInt(0, 400)}`;
      const what = random.nextInt(0, 9);
      if (what < 5) {
        await ask(run, key, () => state.asyncPut(entry, round));
        model.set(entry, round);
      } else if (what === 5) {
        const many = Array.from({ length: 150 }, (_, i) => [`u${i}`, round + i] as const);
        await ask(run, key, () => state.asyncPutAll(many));
        for (const [k, v] of many) model.set(k, v);
      } else if (what === 6) {
        await ask(run, key, () => state.asyncRemove(entry));
        model.delete(entry);
      } else if (what === 7 && random.nextInt(0, 3) === 0) {
        await ask(run, key, () => state.asyncClear());
        model.clear();
      } else if (what === 8 && random.nextInt(0, 3) === 0) {
        await flush(run, fs);
      }
      const found = await ask(run, key, () =>
        state.asyncGet(entry).thenCombine(state.asyncContains(entry), (a, b) => [a, b]),
      );
      assert.deepEqual(found, [model.get(entry), model.has(entry)]);
      if (round % 10 !== 0) continue;
      const entries = await ask(run, key, () => StateFutureUtils.toIterable(state.asyncEntries()));
      assert.deepEqual(
        entries,
        [...model].sort(([a], [b]) => (a < b ? -1 : 1)),
      );
      const keys = await ask(run, key, () => StateFutureUtils.toIterable(state.asyncKeys()));
      assert.deepEqual(keys, [...model.keys()].sort());
      assert.equal(await ask(run, key, () => state.asyncIsEmpty()), model.size === 0);
    }
    await run.close();
  });
}

function testTtl(check: Check): void {
  check('with a TTL each element expires by itself', async ({ fs, clock, open }) => {
    const run = await open();
    const value = run.valueState({ name: 'value', type: string, ttl: { ttlMs: 100 } });
    const list = run.listState({ name: 'list', type: string, ttl: { ttlMs: 100 } });
    const map = run.mapState({ name: 'map', keyType: string, type: string, ttl: { ttlMs: 100 } });
    const sum = run.reducingState({
      name: 'sum',
      type: double,
      reduce: (a, b) => a + b,
      ttl: { ttlMs: 100 },
    });
    const all = () =>
      ask(run, 'k', () =>
        StateFutureUtils.combineAll<unknown>([
          value.asyncValue(),
          StateFutureUtils.toIterable(list.asyncGet()),
          StateFutureUtils.toIterable(map.asyncKeys()),
          map.asyncGet('a'),
          map.asyncIsEmpty(),
          sum.asyncGet(),
        ]),
      );
    const put = (text: string): Promise<void> =>
      ask(run, 'k', () => {
        value.asyncUpdate(text);
        list.asyncAdd(text);
        sum.asyncAdd(1);
        return map.asyncPut(text, text);
      });
    await put('a');
    clock.advance(60);
    await flush(run, fs);
    await put('b');
    assert.deepEqual(await all(), ['b', ['a', 'b'], ['a', 'b'], 'a', false, 2]);
    clock.advance(40);
    assert.deepEqual(await all(), ['b', ['b'], ['b'], undefined, false, 2]);
    clock.advance(60);
    assert.deepEqual(await all(), [undefined, [], [], undefined, true, undefined]);
    await put('c');
    assert.deepEqual(await all(), ['c', ['c'], ['c'], undefined, false, 1]);
    await run.close();
  });
}

function testTtlConfig(check: Check): void {
  check('reading may renew, and may show what has expired', async ({ fs, clock, open }) => {
    const run = await open();
    const read = { ttlMs: 100, updateType: 'OnReadAndWrite' } as const;
    const states = {
      renewed: run.valueState({ name: 'renewed', type: string, ttl: read }),
      never: run.valueState({
        name: 'never',
        type: string,
        ttl: { ttlMs: 100, updateType: 'Disabled' },
      }),
    };
    const map = run.mapState({ name: 'map', keyType: string, type: string, ttl: read });
    const list = run.listState({ name: 'list', type: string, ttl: read });
    await ask(run, 'k', () => {
      states.renewed.asyncUpdate('a');
      states.never.asyncUpdate('a');
      list.asyncAddAll(['a', 'b']);
      return map.asyncPutAll([
        ['x', 'a'],
        ['y', 'b'],
      ]);
    });
    clock.advance(60);
    await flush(run, fs);
    // What is written behind a read that renews stays.
    await ask(run, 'k', () => {
      states.renewed.asyncValue();
      states.renewed.asyncUpdate('b');
      StateFutureUtils.toIterable(list.asyncGet());
      list.asyncAdd('c');
      return map.asyncGet('x');
    });
    clock.advance(60);
    const values = await ask(run, 'k', () =>
      StateFutureUtils.combineAll<unknown>([
        states.renewed.asyncValue(),
        states.never.asyncValue(),
        map.asyncGet('x'),
        map.asyncGet('y'),
        StateFutureUtils.toIterable(list.asyncGet()),
      ]),
    );
    assert.deepEqual(values, ['b', 'a', 'a', undefined, ['a', 'b', 'c']]);
    clock.advance(100);
    assert.equal(await ask(run, 'k', () => map.asyncIsEmpty()), true);
    assert.equal(await ask(run, 'k', () => states.renewed.asyncValue()), undefined);
    await run.close();
  });

  check('what has expired may be seen while it is there', async ({ clock, open }) => {
    const run = await open();
    const stateVisibility = 'ReturnExpiredIfNotCleanedUp';
    const ttl = { ttlMs: 100, stateVisibility } as const;
    const state = run.valueState({ name: 'seen', type: string, ttl });
    await ask(run, 'k', () => state.asyncUpdate('a'));
    clock.advance(100);
    assert.equal(await ask(run, 'k', () => state.asyncValue()), 'a');
    await run.close();
  });
}

function testTimers(check: Check): void {
  check("a key's timers fire in order, once; new ones join", async ({ clock, open }) => {
    const fired: string[] = [];
    const run: KeyedExecution<string> = await open({
      onTimer: ({ domain, time, key, namespace }: Timer<string>) => {
        fired.push(`${domain} ${time} ${key} ${namespace}`);
        state.asyncUpdate(time);
        if (time === 10) run.timers.registerEventTimeTimer(15, 'next');
        if (time === 20) run.timers.registerEventTimeTimer(99);
      },
    });
    const state = run.valueState({ name: 'last', type: double });
    await run.process('a', () => {
      for (const time of [20, 10, 10, 30, -5, 12]) run.timers.registerEventTimeTimer(time);
      run.timers.deleteEventTimeTimer(12);
      run.timers.registerProcessingTimeTimer(clock.now() + 50, 'é');
    });
    await run.process('b', () => run.timers.registerEventTimeTimer(10));
    await run.advanceWatermark(20);
    const of = (key: string): string[] => fired.filter((line) => line.includes(` ${key} `));
    const times = ['event -5 a ', 'event 10 a ', 'event 20 a ', 'event 15 a next'];
    assert.deepEqual(of('a'), times);
    assert.deepEqual(of('b'), ['event 10 b ', 'event 15 b next']);
    assert.equal(fired.splice(0).length, 6);
    clock.advance(49);
    assert.deepEqual(fired, []);
    clock.advance(1);
    assert.deepEqual(fired.splice(0), ['processing 1000050 a é']);
    assert.equal(await ask(run, 'a', () => state.asyncValue()), 1_000_050);
    await run.advanceWatermark(98);
    assert.deepEqual(fired.splice(0), ['event 30 a ']);
    await run.close();
  });
}

function testSnapshots(check: Check): void {
  check('a snapshot is what stood at it, and is restored by key groups', async ({ fs, open }) => {
    const fired: string[] = [];
    const onTimer = ({ key, time }: Timer<string>): void => {
      fired.push(`${key} ${time}`);
    };
    const states = (run: KeyedExecution<string>) => ({
      value: run.valueState({ name: 'value', type: double }),
      list: run.listState({ name: 'list', type: string }),
    });
    const first = await open({ onTimer });
    const { value, list } = states(first);
    const keys = Array.from({ length: 50 }, (_, i) => `key ${i}`);
    for (const [i, key] of keys.entries()) {
      await first.process(key, () => {
        value.asyncUpdate(i).thenCompose(() => list.asyncAddAll(['x', key]));
        first.timers.registerEventTimeTimer(1000 + i);
      });
    }
    const sealed = await first.snapshot();
    const writing = sealed.write(targetOf(fs, 'checkpoint-1'));
    for (const key of keys) await first.process(key, () => value.asyncUpdate(-1));
    const handle: StateHandle = structuredClone(await writing);
    await first.close();

    const found: string[] = [];
    for (const [from, to] of [
      [0, 63],
      [64, 127],
    ] as const) {
      const keyGroups = { first: from, last: to, of: 128 };
      const run = await open({ onTimer, keyGroups, restored: [handle] });
      const { value, list } = states(run);
      for (const [i, key] of keys.entries()) {
        try {
          await run.process(key, () => undefined);
        } catch {
          continue;
        }
        found.push(key);
        assert.equal(await ask(run, key, () => value.asyncValue()), i);
        await ask(run, key, () => list.asyncAdd('new'));
        const all = await ask(run, key, () => StateFutureUtils.toIterable(list.asyncGet()));
        assert.deepEqual(all, ['x', key, 'new']);
      }
      await run.advanceWatermark(2000);
      await run.close();
    }
    assert.deepEqual(found.sort(), [...keys].sort());
    assert.equal(fired.length, 50);
  });
}

function testSynchronous(check: Check): void {
  check('the synchronous forms see what was asked for before', async ({ open }) => {
    const configuration = new Configuration([['execution.async-state.buffer-size', '1000']]);
    const run = await open({ configuration });
    const value = run.valueState({ name: 'value', type: double });
    const list = run.listState({ name: 'list', type: double });
    const map = run.mapState({ name: 'map', keyType: string, type: double });
    const sum = run.reducingState({ name: 'sum', type: double, reduce: (a, b) => a + b });
    await run.process('k', () => {
      value.asyncUpdate(1);
      assert.equal(value.value(), 1);
      value.update(2);
      list.add(1);
      list.addAll([2, 3]);
      assert.deepEqual(list.get(), [1, 2, 3]);
      list.update([4]);
      assert.deepEqual(list.get(), [4]);
      map.putAll([
        ['a', 1],
        ['b', 2],
      ]);
      map.put('c', 3);
      map.remove('b');
      assert.deepEqual([map.get('a'), map.contains('b'), map.isEmpty()], [1, false, false]);
      assert.deepEqual(map.entries(), [
        ['a', 1],
        ['c', 3],
      ]);
      assert.deepEqual(
        [map.keys(), map.values()],
        [
          ['a', 'c'],
          [1, 3],
        ],
      );
      map.clear();
      assert.equal(map.isEmpty(), true);
      sum.add(1);
      sum.add(2);
      assert.equal(sum.get(), 3);
      assert.equal(run.currentKey, 'k');
    });
    assert.equal(await ask(run, 'k', () => value.asyncValue()), 2);
    await run.close();
  });
}
