import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { INT } from '../../state/column/logical-type.js';
import { scalarAt, vectorOf } from '../../state/column/scalar-access.js';
import { TimerRuns } from './timer-runs.js';

interface Entry {
  readonly key: number;
  readonly time: number;
}

function add(runs: TimerRuns, entries: readonly Entry[]): void {
  const keys = vectorOf(
    INT,
    entries.map(({ key }) => key),
  );
  runs.add(
    [keys],
    Float64Array.from(entries, ({ time }) => time),
  );
}

function due(runs: TimerRuns, until: number, limit: number): Entry[] {
  const { columns, rows, times } = runs.due(until, limit);
  return Array.from(rows, (row, i) => {
    const [keys] = columns;
    assert(keys !== undefined);
    return { key: Number(scalarAt(keys, row, INT)), time: times[i] as number };
  });
}

test('Entries come in order of time, then as they came, and stay until they are taken', () => {
  const runs = new TimerRuns();
  assert.equal(runs.next(), Infinity);
  assert.deepEqual(due(runs, 100, 10), []);
  add(runs, [
    { key: 1, time: 30 },
    { key: 2, time: 10 },
    { key: 3, time: 30 },
  ]);
  add(runs, [{ key: 4, time: 10 }]);
  assert.equal(runs.next(), 10);
  assert.deepEqual(due(runs, 9, 10), []);
  const first = [
    { key: 2, time: 10 },
    { key: 4, time: 10 },
    { key: 1, time: 30 },
  ];
  assert.deepEqual(due(runs, 30, 3), first);
  assert.deepEqual(due(runs, 30, 3), first);
  runs.take(30, 3);
  assert.equal(runs.next(), 30);
  assert.deepEqual(due(runs, 30, 3), [{ key: 3, time: 30 }]);
  runs.take(30, 1);
  assert.equal(runs.next(), Infinity);
});

test('Times too far apart to stand in one number with a place are in order, too', () => {
  const runs = new TimerRuns();
  const times = [2 ** 52, -(2 ** 52), 0, -(2 ** 52)];
  add(
    runs,
    times.map((time, key) => ({ key, time })),
  );
  assert.deepEqual(
    due(runs, Infinity, 10).map(({ key }) => key),
    [1, 3, 2, 0],
  );
});

test('Random runs give what a sorted array gives', () => {
  const random = new Random(5);
  const runs = new TimerRuns();
  let expected: Entry[] = [];
  let key = 0;
  for (let now = 0; now < 2000; now += random.nextInt(0, 4)) {
    const entries = Array.from({ length: random.nextInt(1, 20) }, () => {
      const reach = random.nextBoolean() ? 5 : 500;
      return { key: key++, time: now + random.nextInt(1, reach) };
    });
    add(runs, entries);
    expected = [...expected, ...entries].sort((a, b) => a.time - b.time || a.key - b.key);
    assert.equal(runs.next(), expected[0]?.time);
    const limit = random.nextInt(1, 40);
    const some = expected.filter(({ time }) => time <= now).slice(0, limit);
    assert.deepEqual(due(runs, now, limit), some);
    runs.take(now, some.length);
    expected = expected.slice(some.length);
  }
});
