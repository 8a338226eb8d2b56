import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import {
  BIGINT,
  DOUBLE,
  INT,
  type LogicalType,
  STRING,
  timestamp,
} from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { checkTable } from '../core/check-table.js';
import type { Emitted } from '../core/checked-output.js';
import {
  BATCH_SIZES,
  type Event,
  type InputRow,
  printEmitted,
  runEvents,
} from '../core/harness.js';
import { rounds } from '../core/rounds.js';
import {
  DELETE,
  INSERT,
  isAccumulate,
  type RowKind,
  UPDATE_AFTER,
  UPDATE_BEFORE,
} from '../core/row-kind.js';
import { createRank } from './rank.js';
import type { RankSpec } from './rank-spec.js';

const TYPES = [STRING, INT, STRING];

function spec(changes: Partial<RankSpec>): RankSpec {
  return {
    kind: 'rank',
    function: 'ROW_NUMBER',
    partition: [0],
    order: [{ column: 1, descending: true, nullsFirst: false }],
    from: 1,
    to: 2,
    outputRank: false,
    retracting: false,
    updateBefore: true,
    ...changes,
  };
}

async function check(rank: RankSpec, input: string, expected: string): Promise<void> {
  const output = rank.outputRank ? [...TYPES, BIGINT] : TYPES;
  await checkTable(() => createRank(rank), input, expected, { inputs: [TYPES], output });
}

const INSERTS = `
  +I | a | 1 | x
  +I | a | 3 | y
  +I | a | 2 | z
  +I | b | NULL | n
  +I | a | 2 | late
  watermark 2001-01-01 00:00:00.000
  +I | a | 9 | w`;

test('A row that enters a full list drives the last one out', async () => {
  await check(
    spec({}),
    INSERTS,
    `+I | a | 1 | x
     +I | a | 3 | y
     -D | a | 1 | x
     +I | a | 2 | z
     +I | b | NULL | n
     watermark 2001-01-01 00:00:00.000
     -D | a | 2 | z
     +I | a | 9 | w`,
  );
});

test('With the rank every place whose row changes is updated', async () => {
  await check(
    spec({ outputRank: true }),
    INSERTS,
    `+I | a | 1 | x | 1
     -U | a | 1 | x | 1
     +U | a | 3 | y | 1
     +I | a | 1 | x | 2
     -U | a | 1 | x | 2
     +U | a | 2 | z | 2
     +I | b | NULL | n | 1
     watermark 2001-01-01 00:00:00.000
     -U | a | 3 | y | 1
     +U | a | 9 | w | 1
     -U | a | 2 | z | 2
     +U | a | 3 | y | 2`,
  );
});

test('ORDER BY with LIMIT and OFFSET is a rank without partition', async () => {
  await check(
    spec({ partition: [], from: 2, to: 3 }),
    `+I | a | 1 | x
     +I | b | 3 | y
     +I | c | 2 | z
     +I | d | 9 | w`,
    `+I | a | 1 | x
     -U | a | 1 | x
     +U | c | 2 | z
     +I | a | 1 | x
     -U | c | 2 | z
     +U | b | 3 | y
     -U | a | 1 | x
     +U | c | 2 | z`,
  );
});

test('Top-1 updates its one row, and only for a better one', async () => {
  await check(
    spec({ to: 1 }),
    `+I | a | 1 | x
     +I | a | 1 | tie
     +I | a | NULL | n
     +I | a | 2 | y`,
    `+I | a | 1 | x
     -U | a | 1 | x
     +U | a | 2 | y`,
  );
  await check(
    spec({ to: 1, updateBefore: false }),
    '+I | a | 1 | x\n+I | a | 2 | y',
    `
    +I | a | 1 | x
    +U | a | 2 | y`,
  );
});

test('A row that goes lets the next one in', async () => {
  await check(
    spec({ retracting: true }),
    `+I | a | 1 | x
     +I | a | 3 | y
     +I | a | 2 | z
     -U | a | 3 | y
     +U | a | 0 | y
     -D | a | 7 | unknown
     -D | a | 2 | z
     -D | a | 1 | x
     -D | a | 0 | y`,
    `+I | a | 1 | x
     +I | a | 3 | y
     -D | a | 1 | x
     +I | a | 2 | z
     -D | a | 3 | y
     +I | a | 1 | x
     -D | a | 2 | z
     +I | a | 0 | y
     -D | a | 1 | x
     -D | a | 0 | y`,
  );
});

test('A row that goes moves the ranks behind it up', async () => {
  await check(
    spec({ retracting: true, outputRank: true }),
    `+I | a | 3 | x
     +I | a | 2 | y
     +I | a | 1 | z
     -D | a | 3 | x
     -D | a | 1 | z`,
    `+I | a | 3 | x | 1
     +I | a | 2 | y | 2
     -U | a | 3 | x | 1
     +U | a | 2 | y | 1
     -U | a | 2 | y | 2
     +U | a | 1 | z | 2
     -D | a | 1 | z | 2`,
  );
});

/** The rank by its definition: the list before and after each row, compared place by place. */
class Definition {
  readonly changes: Emitted[] = [];
  readonly #spec: RankSpec;
  readonly #lists = new Map<string, Row[]>();

  constructor(rank: RankSpec) {
    this.#spec = rank;
  }

  take(row: InputRow): void {
    const key = print(this.#spec.partition.map((column) => row.values[column] ?? null));
    const before = this.#lists.get(key) ?? [];
    const entry = { values: row.values };
    let after: Row[];
    if (isAccumulate(row.change)) {
      const at = before.findIndex((other) => this.#compare(entry, other) < 0);
      after = before.toSpliced(at < 0 ? before.length : at, 0, entry);
    } else {
      const at = before.findIndex((other) => print(other.values) === print(row.values));
      after = at < 0 ? before : before.toSpliced(at, 1);
    }
    this.#lists.set(key, after);
    this.#compareLists(before, after);
  }

  #compareLists(before: readonly Row[], after: readonly Row[]): void {
    const { from, to, outputRank, retracting } = this.#spec;
    if (outputRank || from > 1 || (to === 1 && !retracting)) {
      for (let rank = from; rank <= to; rank++) {
        this.#compareAt(before[rank - 1], after[rank - 1], rank);
      }
      return;
    }
    const [old, now] = [before.slice(0, to), after.slice(0, to)];
    for (const row of old) if (!now.includes(row)) this.#emit(DELETE, row, 0);
    for (const row of now) if (!old.includes(row)) this.#emit(INSERT, row, 0);
  }

  #compareAt(old: Row | undefined, now: Row | undefined, rank: number): void {
    if (old === now) return;
    if (old === undefined) this.#emit(INSERT, now as Row, rank);
    else if (now === undefined) this.#emit(DELETE, old, rank);
    else {
      if (this.#spec.updateBefore) this.#emit(UPDATE_BEFORE, old, rank);
      this.#emit(UPDATE_AFTER, now, rank);
    }
  }

  #emit(change: RowKind, row: Row, rank: number): void {
    const values = this.#spec.outputRank ? [...row.values, BigInt(rank)] : row.values;
    this.changes.push({ kind: 'row', change, values });
  }

  #compare(a: Row, b: Row): number {
    for (const { column, descending, nullsFirst } of this.#spec.order) {
      const [x, y] = [a.values[column] ?? null, b.values[column] ?? null];
      if (x === y) continue;
      if (x === null) return nullsFirst ? -1 : 1;
      if (y === null) return nullsFirst ? 1 : -1;
      return x < y !== descending ? -1 : 1;
    }
    return 0;
  }
}

interface Row {
  readonly values: readonly Scalar[];
}

function print(values: readonly Scalar[]): string {
  return values.map(String).join('|');
}

/** A value of the type out of few, so that ties are many. */
function randomValue(random: Random, type: LogicalType): Scalar {
  if (random.nextInt(0, 7) === 0) return null;
  const small = random.nextInt(0, 9);
  switch (type.root) {
    case 'VARCHAR':
      return `same long head ${small}`;
    case 'BIGINT':
      return (random.nextBoolean() ? 2n ** 62n : 0n) + BigInt(small);
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
      return BigInt(small % 3) * 1_000_000n + BigInt(small);
    case 'DOUBLE':
      return small === 9 ? Infinity : small / 2;
    default:
      return small;
  }
}

function randomEvents(random: Random, types: readonly LogicalType[], retracting: boolean): Event[] {
  const live: (readonly Scalar[])[] = [];
  const events: Event[] = [];
  for (let i = 0; i < 200; i++) {
    if (retracting && live.length > 0 && random.nextInt(0, 9) < 4) {
      const [values] = live.splice(random.nextInt(0, live.length - 1), 1);
      events.push({ kind: 'row', input: 0, change: DELETE, values: values as Scalar[] });
      continue;
    }
    const values = types.map((type) => randomValue(random, type));
    live.push(values);
    events.push({ kind: 'row', input: 0, change: INSERT, values });
  }
  return events;
}

test('Random changelogs give the changes of the definition, in batches of any size', async () => {
  const random = new Random(7);
  for (let round = 0; round < rounds(120); round++) {
    const sortType = random.pick([INT, STRING, BIGINT, DOUBLE, timestamp(9)]) ?? INT;
    const types = [INT, sortType, INT];
    const retracting = random.nextBoolean();
    const from = random.pick([1, 1, 1, 2]) ?? 1;
    const order = [1, 2].slice(0, random.nextInt(1, 2)).map((column) => {
      return { column, descending: random.nextBoolean(), nullsFirst: random.nextBoolean() };
    });
    const rank = spec({
      partition: random.nextBoolean() ? [0] : [],
      order,
      from,
      to: random.nextInt(from, 4),
      outputRank: random.nextBoolean(),
      updateBefore: random.nextBoolean(),
      retracting,
    });
    const events = randomEvents(random, types, retracting);
    const definition = new Definition(rank);
    for (const event of events) if (event.kind === 'row') definition.take(event);
    const output = rank.outputRank ? [...types, BIGINT] : types;
    const expected = printEmitted(definition.changes, output);
    for (const batchRows of BATCH_SIZES) {
      const options = { inputs: [types], output, batchRows, outputRows: 5 };
      const { emitted } = await runEvents(() => createRank(rank), events, options);
      assert.equal(printEmitted(emitted, output), expected, `round ${round} of ${batchRows}`);
    }
  }
});

test('Rows of a Top-N leave one by one when they expire, and nothing is said of it', async () => {
  await check(
    spec({ ttlMs: 1000 }),
    `+I | a | 9 | x
     clock 1970-01-01 00:00:00.600
     +I | a | 8 | y
     +I | a | 7 | z
     barrier
     recover
     clock 1970-01-01 00:00:01.000
     +I | a | 6 | u
     +I | a | 5 | v
     clock 1970-01-01 00:00:09.000
     +I | a | 1 | w`,
    `+I | a | 9 | x
     +I | a | 8 | y
     barrier
     +I | a | 6 | u
     +I | a | 1 | w`,
  );
  await check(
    spec({ ttlMs: 1000, retracting: true, outputRank: true }),
    `+I | a | 9 | x
     clock 1970-01-01 00:00:00.600
     +I | a | 8 | y
     clock 1970-01-01 00:00:01.000
     -D | a | 9 | x
     +I | a | 10 | z`,
    `+I | a | 9 | x | 1
     +I | a | 8 | y | 2
     -U | a | 8 | y | 1
     +U | a | 10 | z | 1
     +I | a | 8 | y | 2`,
  );
});
