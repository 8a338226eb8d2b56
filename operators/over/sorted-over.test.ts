import { test } from 'node:test';
import { BIGINT, INT, STRING, withNullable } from '../../state/column/logical-type.js';
import { checkTable } from '../core/check-table.js';
import type { AggregateCall } from '../expr/expression.js';
import { SortedOver } from './sorted-over.js';
import type { SortedOverSpec } from './sorted-over-spec.js';

const INPUT = [STRING, INT, INT];

const SUM: AggregateCall = {
  name: 'SUM',
  args: [2],
  argTypes: [INT],
  distinct: false,
  filter: null,
  type: BIGINT,
};
const COUNT = { ...SUM, name: 'COUNT', type: withNullable(BIGINT, false) };
const MAX = { ...SUM, name: 'MAX', type: INT };

const ROWS = `
  +I | a | 5 | 50
  +I | a | 2 | 20
  +I | b | 1 | 7
  watermark 2001-01-01 00:00:00.000
  +I | a | 5 | 51
  barrier
  recover
  +U | a | NULL | 1
  -D | a | 5 | 50
  -D | a | 9 | 9
  -D | b | 1 | 8
  -U | a | 2 | 20
  end`;

async function check(
  spec: Partial<SortedOverSpec> & Pick<SortedOverSpec, 'aggregates'>,
  rows: string,
  expected: string,
): Promise<void> {
  const order = { column: 1, descending: false, nullsFirst: true };
  const whole = { kind: 'sorted-over', partition: [0], order, peers: true, updateBefore: true };
  const create = () => new SortedOver({ ...whole, ...spec } as SortedOverSpec);
  const output = [...INPUT, ...spec.aggregates.map((call) => call.type)];
  await checkTable(create, rows, expected, { inputs: [INPUT], output });
}

test('Each row by itself: those behind one that comes or goes change', async () => {
  await check(
    { aggregates: [SUM], peers: false },
    ROWS,
    `+I | a | 5 | 50 | 50
     +I | a | 2 | 20 | 20
     -U | a | 5 | 50 | 50
     +U | a | 5 | 50 | 70
     +I | b | 1 | 7 | 7
     watermark 2001-01-01 00:00:00.000
     +I | a | 5 | 51 | 121
     barrier
     +U | a | NULL | 1 | 1
     -U | a | 2 | 20 | 20
     +U | a | 2 | 20 | 21
     -U | a | 5 | 50 | 70
     +U | a | 5 | 50 | 71
     -U | a | 5 | 51 | 121
     +U | a | 5 | 51 | 122
     -D | a | 5 | 50 | 71
     -U | a | 5 | 51 | 122
     +U | a | 5 | 51 | 72
     -D | a | 2 | 20 | 21
     -U | a | 5 | 51 | 72
     +U | a | 5 | 51 | 52
     watermark end
     end`,
  );
});

test('Peers have one result; without −U where nobody needs it', async () => {
  await check(
    { aggregates: [COUNT], updateBefore: false },
    ROWS,
    `+I | a | 5 | 50 | 1
     +I | a | 2 | 20 | 1
     +U | a | 5 | 50 | 2
     +I | b | 1 | 7 | 1
     watermark 2001-01-01 00:00:00.000
     +U | a | 5 | 50 | 3
     +I | a | 5 | 51 | 3
     barrier
     +U | a | NULL | 1 | 1
     +U | a | 2 | 20 | 2
     +U | a | 5 | 50 | 4
     +U | a | 5 | 51 | 4
     -D | a | 5 | 50 | 4
     +U | a | 5 | 51 | 3
     -D | a | 2 | 20 | 2
     +U | a | 5 | 51 | 2
     watermark end
     end`,
  );
});

test('A result that stays gives no change; a sum of one row more is another one', async () => {
  await check(
    { aggregates: [MAX] },
    `+I | a | 1 | 9
     +I | a | 2 | 4
     +I | a | 0 | 9
     -D | a | 1 | 9`,
    `+I | a | 1 | 9 | 9
     +I | a | 2 | 4 | 9
     +I | a | 0 | 9 | 9
     -D | a | 1 | 9 | 9`,
  );
  await check(
    { aggregates: [SUM] },
    `+I | a | 1 | 9
     +I | a | 0 | 0`,
    `+I | a | 1 | 9 | 9
     +I | a | 0 | 0 | 0
     -U | a | 1 | 9 | 9
     +U | a | 1 | 9 | 9`,
  );
});

test('Of equal rows one goes', async () => {
  await check(
    { aggregates: [SUM] },
    `+I | a | 1 | 9
     +I | a | 1 | 9
     -D | a | 1 | 9`,
    `+I | a | 1 | 9 | 9
     -U | a | 1 | 9 | 9
     +U | a | 1 | 9 | 18
     +I | a | 1 | 9 | 18
     -D | a | 1 | 9 | 18
     -U | a | 1 | 9 | 18
     +U | a | 1 | 9 | 9`,
  );
});

test('DISTINCT values are counted afresh behind each row', async () => {
  await check(
    { aggregates: [{ ...COUNT, distinct: true }], peers: false },
    `+I | a | 2 | 4
     +I | a | 1 | 4
     +I | a | 3 | 5
     -D | a | 1 | 4`,
    `+I | a | 2 | 4 | 1
     +I | a | 1 | 4 | 1
     +I | a | 3 | 5 | 2
     -D | a | 1 | 4 | 1`,
  );
});

test('What no result was given for long enough is over', async () => {
  await check(
    { aggregates: [SUM], ttlMs: 60_000 },
    `clock 2001-01-01 00:00:00.000
     +I | a | 1 | 1
     +I | a | 2 | 2
     clock 2001-01-01 00:00:40.000
     +I | a | 2 | 3
     clock 2001-01-01 00:01:10.000
     +I | a | 3 | 4
     -D | a | 1 | 1`,
    `+I | a | 1 | 1 | 1
     +I | a | 2 | 2 | 3
     -U | a | 2 | 2 | 3
     +U | a | 2 | 2 | 6
     +I | a | 2 | 3 | 6
     +I | a | 3 | 4 | 9`,
  );
});

test('LAG has no peers: a row sees the one before it', async () => {
  const lag = { ...MAX, name: 'LAG', option: 1 };
  await check(
    { aggregates: [COUNT, lag] },
    `+I | a | 1 | 10
     +I | a | 2 | 28
     +I | a | 2 | 29`,
    `+I | a | 1 | 10 | 1 | NULL
     +I | a | 2 | 28 | 2 | 10
     -U | a | 2 | 28 | 2 | 10
     +U | a | 2 | 28 | 3 | 10
     +I | a | 2 | 29 | 3 | 28`,
  );
});
