import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../conf/clock.js';
import type { KeyRows } from '../../state/api/reads.js';
import { INT, STRING } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { scalarAt, vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { VectorPool } from '../../state/column/vector-pool.js';
import { HeapStore } from '../../state/heap/store.js';
import { Batch } from '../core/batch.js';
import type { FoundRows, LookupContext, LookupSource } from '../core/lookup.js';
import { START_OF_TIME } from '../core/message.js';
import { bindCall } from '../expr/bind.js';
import { comparison } from './join-definition.js';
import {
  answered,
  checkLookup,
  columnOf,
  LEFT,
  lookupSpec,
  OUTPUT,
  TABLE,
} from './lookup-fixture.js';
import { LookupJoin, type MakeLookup } from './lookup-join.js';
import type { LookupJoinSpec } from './lookup-join-spec.js';

const now: MakeLookup = (key) => ({
  lookup: (keys) => answered(TABLE, key, keys),
  close: () => {},
});

const later: MakeLookup = (key) => ({
  lookup: async (keys) => answered(TABLE, key, keys),
  close: () => {},
});

async function check(join: LookupJoinSpec, input: string, expected: string): Promise<void> {
  await checkLookup(() => new LookupJoin(join, now), input, expected);
  await checkLookup(() => new LookupJoin(join, later), input, expected);
}

const ROWS = `
  +I | 1 | 2 | a
  +I | 2 | 9 | b
  watermark 2001-01-01 00:00:05.000
  -U | 3 | 1 | a
  +U | 3 | 3 | c
  barrier
  +I | 4 | NULL | d
  recover
  -D | 1 | 2 | a
  end`;

test('A row meets what is found for its key, in order of arrival', async () => {
  await check(
    lookupSpec('inner'),
    ROWS,
    `+I | 1 | 2 | a | 2 | pear | 20
     +I | 1 | 2 | a | 2 | birne | 25
     watermark 2001-01-01 00:00:05.000
     -U | 3 | 1 | a | 1 | apple | 10
     +U | 3 | 3 | c | 3 | plum | 5
     barrier
     -D | 1 | 2 | a | 2 | pear | 20
     -D | 1 | 2 | a | 2 | birne | 25
     watermark end
     end`,
  );
  await check(
    lookupSpec('left'),
    ROWS,
    `+I | 1 | 2 | a | 2 | pear | 20
     +I | 1 | 2 | a | 2 | birne | 25
     +I | 2 | 9 | b | NULL | NULL | NULL
     watermark 2001-01-01 00:00:05.000
     -U | 3 | 1 | a | 1 | apple | 10
     +U | 3 | 3 | c | 3 | plum | 5
     barrier
     +I | 4 | NULL | d | NULL | NULL | NULL
     -D | 1 | 2 | a | 2 | pear | 20
     -D | 1 | 2 | a | 2 | birne | 25
     watermark end
     end`,
  );
});

test('Rows found are checked and projected, rows that may find nothing do not ask', async () => {
  const rows = `
    +I | 1 | 2 | a
    +I | 2 | 2 | b
    +I | 3 | 1 | a
    +I | 4 | 3 | a`;
  const residual = comparison('<', 0, 5);
  await check(
    lookupSpec('left', { precondition: comparison('<>', 0, 1), residual }),
    rows,
    `+I | 1 | 2 | a | 2 | pear | 20
     +I | 1 | 2 | a | 2 | birne | 25
     +I | 2 | 2 | b | NULL | NULL | NULL
     +I | 3 | 1 | a | 1 | apple | 10
     +I | 4 | 3 | a | 3 | plum | 5`,
  );
  const projection = [
    columnOf(0),
    bindCall('COALESCE', [bindCall('UPPER', [columnOf(1, STRING)]), columnOf(1, STRING)]),
    bindCall('+', [columnOf(2), columnOf(0)]),
  ];
  await check(
    lookupSpec('left', { projection }),
    '+I | 1 | 2 | a\n+I | 2 | 9 | b\n+I | 3 | 1 | a',
    `+I | 1 | 2 | a | 2 | PEAR | 22
     +I | 1 | 2 | a | 2 | BIRNE | 27
     +I | 2 | 9 | b | NULL | NULL | NULL
     +I | 3 | 1 | a | 1 | APPLE | 11`,
  );
});

test('Keys are columns and values', async () => {
  const value = { kind: 'literal', value: 25, type: INT } as const;
  await check(
    lookupSpec('inner', {
      keys: [
        { column: 2, value },
        { column: 0, left: 1 },
      ],
    }),
    '+I | 1 | 2 | a\n+I | 2 | 1 | b',
    '+I | 1 | 2 | a | 2 | birne | 25',
  );
});

/** What a driven operator gives, without a task around it. */
function opened(join: LookupJoinSpec, clock: ManualClock, makeLookup: MakeLookup) {
  const operator = new LookupJoin(join, makeLookup);
  const out: string[] = [];
  operator.open({
    state: new HeapStore({ first: 0, last: 0, of: 1 }),
    clock,
    now: 0,
    inputs: [LEFT],
    watermark: START_OF_TIME,
    batchRows: 100,
    vectors: new VectorPool(true),
    timeZone: 'UTC',
    task: 0,
    parallelism: 1,
    maxParallelism: 1,
    metrics: { lateRows: 0 },
  });
  const push = (batch: Batch): void => {
    for (let row = 0; row < batch.count; row++) {
      const cells = OUTPUT.map((type, c) => scalarAt(batch.columns[c] as Vector, row, type));
      out.push(cells.map(String).join(' '));
    }
  };
  return { operator, out, push };
}

function batchOf(...rows: readonly (readonly [number, number, string])[]): Batch {
  const columns = LEFT.map((type, c) =>
    vectorOf(
      type,
      rows.map((row) => row[c] as Scalar),
    ),
  );
  return new Batch(columns, rows.length);
}

/** Answers when it is told to. */
class Held implements LookupSource {
  readonly asked: (() => void)[] = [];
  readonly keys: number[] = [];
  table = TABLE;

  readonly make: MakeLookup = (key: readonly number[], _context: LookupContext) => {
    this.#key = key;
    return this;
  };
  #key: readonly number[] = [];

  lookup(keys: KeyRows): Promise<FoundRows> {
    this.keys.push(keys.count);
    return new Promise((resolve) => {
      this.asked.push(() => resolve(answered(this.table, this.#key, keys)));
    });
  }

  close(): void {}
}

test('Answers may come in any order: each batch finds its own', async () => {
  const held = new Held();
  const { operator, out, push } = opened(lookupSpec('left'), new ManualClock(), held.make);
  const [first, second] = [batchOf([1, 1, 'a'], [2, 9, 'a']), batchOf([3, 3, 'b'])];
  const ahead = operator.fetch?.(first);
  const other = operator.fetch?.(second);
  // Its turn has come: it is asked for again, and is under way already.
  const own = operator.fetch?.(first);
  assert.deepEqual([held.keys, own?.ready, other?.ready], [[2, 1], false, false]);
  held.asked[1]?.();
  await other?.wait();
  assert.deepEqual([own?.ready, other?.ready], [false, true]);
  held.asked[0]?.();
  await Promise.all([ahead?.wait(), own?.wait()]);
  assert.equal(operator.apply(first, 0, { push }), true);
  ahead?.release();
  own?.release();
  assert.equal(operator.apply(second, 0, { push }), true);
  other?.release();
  assert.deepEqual(out, ['1 1 a 1 apple 10', '2 9 a null null null', '3 3 b 3 plum 5']);
});

test('Rows without a match are looked up again after a while, so often', async () => {
  const held = new Held();
  const clock = new ManualClock();
  const retry = { delayMs: 1000, attempts: 2 };
  const { operator, out, push } = opened(lookupSpec('left', { retry }), clock, held.make);
  const batch = batchOf([1, 7, 'a'], [2, 1, 'b'], [3, 8, 'c']);
  const step = async (): Promise<number | null | undefined> => {
    const ticket = operator.fetch?.(batch);
    held.asked.at(-1)?.();
    await ticket?.wait();
    return operator.fetchesAgainAt?.(batch);
  };
  assert.equal(await step(), 1000);
  // Too early.
  assert.equal(await step(), 1000);
  assert.deepEqual(held.keys, [3]);
  clock.advanceTo(1000);
  held.table = [...TABLE, [7, 'new', 70]];
  assert.equal(await step(), 2000);
  clock.advanceTo(2000);
  assert.equal(await step(), null);
  assert.deepEqual(held.keys, [3, 2, 1]);
  operator.apply(batch, 0, { push });
  assert.deepEqual(out, ['1 7 a 7 new 70', '2 1 b 1 apple 10', '3 8 c null null null']);
});

test('An answer that does not come in time fails the job', async () => {
  const held = new Held();
  const clock = new ManualClock();
  const access = { isAsync: true, timeoutMs: 5000, capacity: 1 };
  const { operator } = opened(lookupSpec('inner', { access }), clock, held.make);
  const ticket = operator.fetch?.(batchOf([1, 1, 'a']));
  const failed = assert.rejects(async () => ticket?.wait(), {
    code: 'LOOKUP_TIMEOUT',
    reason: 'A lookup has not been answered within 5000 ms',
  });
  clock.advance(5000);
  await failed;
});
