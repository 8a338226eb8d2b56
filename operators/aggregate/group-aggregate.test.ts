import assert from 'node:assert/strict';
import test from 'node:test';
import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  decimal,
  FLOAT,
  INT,
  type LogicalType,
  SMALLINT,
  STRING,
  TINYINT,
  timestamp,
} from '../../state/column/logical-type.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import type { AggregateCall } from '../expr/expression.js';
import { aggregateFunctions } from './functions/registry.js';
import { createGroupAggregate } from './group-aggregate.js';

interface Use {
  readonly name: string;
  readonly arg?: number;
  readonly distinct?: boolean;
  readonly filter?: number;
}

interface Case {
  readonly input: readonly LogicalType[];
  readonly keys?: readonly number[];
  readonly uses: readonly Use[];
  readonly retracting?: boolean;
  readonly updateBefore?: boolean;
  readonly rows: string;
  readonly expected: string;
}

function callOf(use: Use, input: readonly LogicalType[]): AggregateCall {
  const args = use.arg === undefined ? [] : [use.arg];
  const argTypes = args.map((arg) => input[arg] as LogicalType);
  const { name, distinct = false, filter = null } = use;
  const type = aggregateFunctions.get(name)?.bind(argTypes, [], undefined)?.type;
  assert.ok(type !== undefined, `${name} of ${argTypes.map((t) => t.root)}`);
  return { name, args, argTypes, distinct, filter, type };
}

async function check({ input, keys = [0], uses, rows, expected, ...spec }: Case): Promise<void> {
  const aggregates = uses.map((use) => callOf(use, input));
  const output = [
    ...keys.map((key) => input[key] as LogicalType),
    ...aggregates.map((call) => call.type),
  ];
  for (const batchRows of BATCH_SIZES) {
    const create = () =>
      createGroupAggregate({
        kind: 'group-aggregate',
        keys,
        aggregates,
        retracting: spec.retracting ?? false,
        updateBefore: spec.updateBefore ?? true,
      });
    const { text } = await runTable(create, rows, { inputs: [input], output, batchRows });
    assert.equal(text, lines(expected), `batches of ${batchRows}`);
  }
}

function lines(text: string): string {
  return text.trim().replaceAll(/\n\s+/g, '\n');
}

test('the first row of a group inserts it, later ones update it', async () => {
  await check({
    input: [STRING, INT],
    uses: [{ name: 'COUNT' }, { name: 'SUM', arg: 1 }],
    rows: `
      +I | a | 1
      +I | a | 2
      +I | b | NULL
      +I | NULL | 5
      +I | a | NULL
      +I | NULL | 6`,
    expected: `
      +I | a | 1 | 1
      -U | a | 1 | 1
      +U | a | 2 | 3
      +I | b | 1 | NULL
      +I | NULL | 1 | 5
      -U | a | 2 | 3
      +U | a | 3 | 3
      -U | NULL | 1 | 5
      +U | NULL | 2 | 11`,
  });
});

test('an update that changes nothing is not emitted', async () => {
  await check({
    input: [STRING, INT],
    uses: [
      { name: 'MAX', arg: 1 },
      { name: 'MIN', arg: 1 },
    ],
    rows: `
      +I | a | 5
      +I | a | 5
      +I | a | NULL
      +I | a | 7
      +I | a | 6`,
    expected: `
      +I | a | 5 | 5
      -U | a | 5 | 5
      +U | a | 7 | 5`,
  });
});

test('without −U only the new values go out', async () => {
  await check({
    input: [STRING, INT],
    updateBefore: false,
    retracting: true,
    uses: [{ name: 'SUM', arg: 1 }],
    rows: `
      +I | a | 5
      +I | a | 2
      -D | a | 5
      -D | a | 2`,
    expected: `
      +I | a | 5
      +U | a | 7
      +U | a | 2
      -D | a | 2`,
  });
});

test('retractions take back, the last one deletes, a group may come again', async () => {
  await check({
    input: [STRING, INT],
    retracting: true,
    uses: [{ name: 'COUNT' }, { name: 'SUM', arg: 1 }, { name: 'AVG', arg: 1 }],
    rows: `
      -D | a | 9
      +I | a | 5
      +I | a | NULL
      -U | a | 5
      +U | a | 7
      -D | a | NULL
      -D | a | 7
      -D | a | 7
      +I | a | 1`,
    expected: `
      +I | a | 1 | 5 | 5
      -U | a | 1 | 5 | 5
      +U | a | 2 | 5 | 5
      -U | a | 2 | 5 | 5
      +U | a | 1 | NULL | NULL
      -U | a | 1 | NULL | NULL
      +U | a | 2 | 7 | 7
      -U | a | 2 | 7 | 7
      +U | a | 1 | 7 | 7
      -D | a | 1 | 7 | 7
      +I | a | 1 | 1 | 1`,
  });
});

test('a global aggregate exists from its first row to its last', async () => {
  await check({
    input: [INT],
    keys: [],
    retracting: true,
    uses: [{ name: 'COUNT' }],
    rows: `
      -D | 1
      +I | 1
      +I | 2
      -D | 1
      -D | 2`,
    expected: `
      +I | 1
      -U | 1
      +U | 2
      -U | 2
      +U | 1
      -D | 1`,
  });
});

test('MIN and MAX find the next value when the extreme goes', async () => {
  await check({
    input: [STRING, STRING],
    retracting: true,
    uses: [
      { name: 'MIN', arg: 1 },
      { name: 'MAX', arg: 1 },
    ],
    rows: `
      +I | k | b
      +I | k | a
      +I | k | a
      +I | k | 😀
      +I | k | ｦ
      -D | k | a
      -D | k | 😀
      -D | k | a
      -D | k | ｦ
      -D | k | b
      +I | k | NULL`,
    expected: `
      +I | k | b | b
      -U | k | b | b
      +U | k | a | b
      -U | k | a | b
      +U | k | a | 😀
      -U | k | a | 😀
      +U | k | a | ｦ
      -U | k | a | ｦ
      +U | k | b | ｦ
      -U | k | b | ｦ
      +U | k | b | b
      -D | k | b | b
      +I | k | NULL | NULL`,
  });
});

test('DISTINCT lets a value through once, with a filter of its own', async () => {
  await check({
    input: [STRING, INT, BOOLEAN],
    uses: [
      { name: 'COUNT', arg: 1, distinct: true },
      { name: 'SUM', arg: 1, distinct: true },
      { name: 'COUNT', arg: 1, distinct: true, filter: 2 },
    ],
    rows: `
      +I | a | 1 | false
      +I | a | 1 | NULL
      +I | a | 1 | true
      +I | b | 1 | true
      +I | a | 2 | true
      +I | a | NULL | true`,
    expected: `
      +I | a | 1 | 1 | 0
      -U | a | 1 | 1 | 0
      +U | a | 1 | 1 | 1
      +I | b | 1 | 1 | 1
      -U | a | 1 | 1 | 1
      +U | a | 2 | 3 | 2`,
  });
});

test('DISTINCT takes a value back with its last occurrence', async () => {
  await check({
    input: [STRING, INT],
    retracting: true,
    uses: [{ name: 'COUNT' }, { name: 'SUM', arg: 1, distinct: true }],
    rows: `
      +I | a | 3
      +I | a | 3
      -D | a | 3
      +I | a | 4
      -D | a | 3
      +I | a | 3`,
    expected: `
      +I | a | 1 | 3
      -U | a | 1 | 3
      +U | a | 2 | 3
      -U | a | 2 | 3
      +U | a | 1 | 3
      -U | a | 1 | 3
      +U | a | 2 | 7
      -U | a | 2 | 7
      +U | a | 1 | 4
      -U | a | 1 | 4
      +U | a | 2 | 7`,
  });
});

test('sums of integers wrap around in their type', async () => {
  await check({
    input: [TINYINT, SMALLINT, INT, BIGINT],
    keys: [],
    uses: [0, 1, 2, 3].map((arg) => ({ name: 'SUM', arg })),
    rows: `
      +I | 127 | 32767 | 2147483647 | 9223372036854775807
      +I | 1 | 1 | 1 | 1`,
    expected: `
      +I | 127 | 32767 | 2147483647 | 9223372036854775807
      -U | 127 | 32767 | 2147483647 | 9223372036854775807
      +U | -128 | -32768 | -2147483648 | -9223372036854775808`,
  });
});

test('a BIGINT sum stays exact when it leaves the safe integers, and its averages', async () => {
  await check({
    input: [STRING, BIGINT],
    uses: [
      { name: 'SUM', arg: 1 },
      { name: 'AVG', arg: 1 },
      { name: 'MAX', arg: 1 },
    ],
    rows: `
      +I | a | 9007199254740991
      +I | b | -7
      +I | a | 2
      +I | b | 2
      +I | a | 9007199254740993`,
    expected: `
      +I | a | 9007199254740991 | 9007199254740991 | 9007199254740991
      +I | b | -7 | -7 | -7
      -U | a | 9007199254740991 | 9007199254740991 | 9007199254740991
      +U | a | 9007199254740993 | 4503599627370496 | 9007199254740991
      -U | b | -7 | -7 | -7
      +U | b | -5 | -2 | 2
      -U | a | 9007199254740993 | 4503599627370496 | 9007199254740991
      +U | a | 18014398509481986 | 6004799503160662 | 9007199254740993`,
  });
});

test('DECIMAL sums have 38 digits, averages at least six places, half up', async () => {
  await check({
    input: [decimal(38, 2)],
    keys: [],
    uses: [
      { name: 'SUM', arg: 0 },
      { name: 'AVG', arg: 0 },
    ],
    rows: `
      +I | 0.05
      +I | -0.10
      +I | -0.02
      +I | 999999999999999999999999999999999999.99
      +I | 1.00`,
    expected: `
      +I | 0.05 | 0.050000
      -U | 0.05 | 0.050000
      +U | -0.05 | -0.025000
      -U | -0.05 | -0.025000
      +U | -0.07 | -0.023333
      -U | -0.07 | -0.023333
      +U | 999999999999999999999999999999999999.92 | NULL
      -U | 999999999999999999999999999999999999.92 | NULL
      +U | NULL | NULL`,
  });
});

test('an average of fewer than no values is that of what was taken off', async () => {
  // The second column is kept as wide numbers.
  await check({
    input: [decimal(10, 0), decimal(38, 2)],
    keys: [],
    retracting: true,
    uses: [
      { name: 'AVG', arg: 0 },
      { name: 'AVG', arg: 1 },
    ],
    rows: `
      +I | NULL | NULL
      +I | NULL | NULL
      +I | NULL | NULL
      +I | NULL | NULL
      -D | 5 | 900719925474099300.05
      -D | 2 | 0.01
      -D | -4 | 0.00`,
    expected: `
      +I | NULL | NULL
      -U | NULL | NULL
      +U | 5.000000 | 900719925474099300.050000
      -U | 5.000000 | 900719925474099300.050000
      +U | 3.500000 | 450359962737049650.030000
      -U | 3.500000 | 450359962737049650.030000
      +U | 1.000000 | 300239975158033100.020000`,
  });
});

test('floats are summed in their own precision, averages of integers go toward zero', async () => {
  await check({
    input: [FLOAT, DOUBLE, INT],
    keys: [],
    uses: [
      { name: 'SUM', arg: 0 },
      { name: 'SUM', arg: 1 },
      { name: 'AVG', arg: 0 },
      { name: 'AVG', arg: 2 },
    ],
    rows: `
      +I | 0.5 | 0.1 | -1
      +I | 0.25 | 0.2 | -2`,
    expected: `
      +I | 0.5 | 0.1 | 0.5 | -1
      -U | 0.5 | 0.1 | 0.5 | -1
      +U | 0.75 | 0.30000000000000004 | 0.375 | -1`,
  });
});

test('$SUM0 is 0 over nothing', async () => {
  for (const retracting of [false, true]) {
    await check({
      input: [STRING, BIGINT],
      retracting,
      uses: [{ name: '$SUM0', arg: 1 }],
      rows: `
        +I | a | NULL
        +I | a | 4`,
      expected: `
        +I | a | 0
        -U | a | 0
        +U | a | 4`,
    });
  }
});

test('MIN and MAX of dates, timestamps, booleans and doubles', async () => {
  for (const retracting of [false, true]) {
    await check({
      input: [DATE, timestamp(9), BOOLEAN, DOUBLE],
      keys: [],
      retracting,
      uses: [
        ...[0, 1, 2, 3].map((arg) => ({ name: arg % 2 === 0 ? 'MIN' : 'MAX', arg })),
        { name: 'COUNT', arg: 1, distinct: true },
      ],
      rows: `
        +I | 2001-01-02 | 2001-01-01 00:00:00.000000001 | true | 1.5
        +I | 2001-01-01 | 2001-01-01 00:00:00.000000003 | false | -2
        +I | 2001-01-03 | 2001-01-01 00:00:00.000000002 | true | 2`,
      expected: `
        +I | 2001-01-02 | 2001-01-01 00:00:00.000000001 | true | 1.5 | 1
        -U | 2001-01-02 | 2001-01-01 00:00:00.000000001 | true | 1.5 | 1
        +U | 2001-01-01 | 2001-01-01 00:00:00.000000003 | false | 1.5 | 2
        -U | 2001-01-01 | 2001-01-01 00:00:00.000000003 | false | 1.5 | 2
        +U | 2001-01-01 | 2001-01-01 00:00:00.000000003 | false | 2 | 3`,
    });
  }
});

test('MIN and MAX of strings copy what they keep', async () => {
  await check({
    input: [STRING, STRING],
    uses: [{ name: 'MAX', arg: 1 }],
    rows: `
      +I | a | m
      +I | b | ${'x'.repeat(100)}
      +I | a | n
      +I | a | b`,
    expected: `
      +I | a | m
      +I | b | ${'x'.repeat(100)}
      -U | a | m
      +U | a | n`,
  });
});

test('grouping without aggregates is DISTINCT', async () => {
  await check({
    input: [STRING],
    uses: [],
    retracting: true,
    rows: `
      +I | a
      +I | a
      -D | a
      -D | a`,
    expected: `
      +I | a
      -D | a`,
  });
});

test('a group of either zero is that of 0: what is taken back is what stands', async () => {
  await check({
    input: [DOUBLE],
    uses: [{ name: 'COUNT' }],
    retracting: true,
    rows: '+I | -0.0\n+I | 0\n-D | 0',
    expected: '+I | 0 | 1\n-U | 0 | 1\n+U | 0 | 2\n-U | 0 | 2\n+U | 0 | 1',
  });
});

test('watermarks stay between the changes of the rows that they parted', async () => {
  await check({
    input: [STRING],
    uses: [{ name: 'COUNT' }],
    rows: `
      +I | a
      watermark 2001-01-01 00:00:01.000
      +I | a
      +I | b
      watermark 2001-01-01 00:00:02.000`,
    expected: `
      +I | a | 1
      watermark 2001-01-01 00:00:01.000
      -U | a | 1
      +U | a | 2
      +I | b | 1
      watermark 2001-01-01 00:00:02.000`,
  });
});
