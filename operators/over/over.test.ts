import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import {
  BIGINT,
  INT,
  type LogicalType,
  STRING,
  timestamp,
} from '../../state/column/logical-type.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import { rounds } from '../core/rounds.js';
import { fullTimes } from '../core/short-times.js';
import type { AggregateCall } from '../expr/expression.js';
import { createOver } from './over.js';
import type { OverFrame, OverSpec } from './over-spec.js';

const INPUT = [STRING, INT, timestamp(3)];

function call(
  name: string,
  type: LogicalType,
  changes: Partial<AggregateCall> = {},
): AggregateCall {
  return { name, args: [1], argTypes: [INT], distinct: false, filter: null, type, ...changes };
}

const SUM = call('SUM', BIGINT);
const COUNT = call('COUNT', BIGINT, { args: [], argTypes: [] });

interface Case {
  readonly frame: OverFrame;
  readonly time?: number | null;
  readonly aggregates?: readonly AggregateCall[];
  readonly rows: string;
  readonly expected: string;
  readonly lateRows?: number;
  readonly outputRows?: number;
}

function at(time: number): string {
  return `@${String(time).padStart(2, '0')}`;
}

async function check(run: Case): Promise<void> {
  const { frame, time = 2, aggregates = [SUM, COUNT], rows, expected, lateRows = 0 } = run;
  const { outputRows = 2048 } = run;
  const spec: OverSpec = { kind: 'over', partition: [0], time, frame, aggregates };
  const output = [...INPUT, ...aggregates.map((each) => each.type)];
  for (const batchRows of BATCH_SIZES) {
    const options = { inputs: [INPUT], output, batchRows, outputRows };
    const { text, metrics } = await runTable(() => createOver(spec), fullTimes(rows), options);
    assert.equal(text, fullTimes(expected));
    assert.equal(metrics.lateRows, lateRows);
  }
}

const ROWS = `
  +I | a | 1 | @03
  +I | b | 10 | @02
  +I | a | 2 | @01
  +I | a | 4 | @03
  watermark @02
  +I | a | NULL | @05
  +I | b | 9 | @01
  barrier
  recover
  watermark @04
  +I | a | 8 | @06
  end`;

/** What `ROWS` gives: each row that was in time, in order of time, with its results. */
function rowsWith(results: readonly string[]): Pick<Case, 'rows' | 'expected' | 'lateRows'> {
  const [first, second, third, fourth, fifth, sixth] = results;
  const expected = `
    +I | a | 2 | @01 | ${first}
    +I | b | 10 | @02 | ${second}
    watermark @02
    barrier
    +I | a | 1 | @03 | ${third}
    +I | a | 4 | @03 | ${fourth}
    watermark @04
    +I | a | NULL | @05 | ${fifth}
    +I | a | 8 | @06 | ${sixth}
    watermark end
    end`;
  return { rows: ROWS, expected, lateRows: 1 };
}

test('All rows before: rows go out with their time, late ones are lost', async () => {
  await check({
    frame: { unit: 'rows', preceding: null },
    ...rowsWith(['2 | 1', '10 | 1', '3 | 2', '7 | 3', '7 | 4', '15 | 5']),
  });
});

test('Partitions with more rows than a page go out in order of time all the same', async () => {
  const random = new Random(1);
  for (let round = 0; round < rounds(6); round++) {
    const rows = Array.from({ length: 60 }, (_, value) => {
      const key = random.nextInt(0, 3);
      return { key: 'abcd'[key] as string, value, time: 4 * random.nextInt(0, 12) + key };
    });
    const lines = rows.map(({ key, value, time }) => `+I | ${key} | ${value} | ${at(time)}`);
    const sums = new Map<string, number[]>();
    const expected = rows
      .toSorted((x, y) => x.time - y.time)
      .map(({ key, value, time }) => {
        const own = [...(sums.get(key) ?? []), value];
        sums.set(key, own);
        const sum = own.reduce((x, y) => x + y);
        return `+I | ${key} | ${value} | ${at(time)} | ${sum} | ${own.length}`;
      });
    await check({
      frame: { unit: 'rows', preceding: null },
      rows: [...lines, 'end'].join('\n'),
      expected: [...expected, 'watermark end', 'end'].map((line) => `      ${line}`).join('\n'),
      outputRows: random.pick([1, 2, 3, 7, 2048]) as number,
    });
  }
});

test('RANGE gives peers the result behind the last of them', async () => {
  await check({
    frame: { unit: 'range', preceding: null },
    rows: `
      +I | a | 1 | @03
      +I | b | 7 | @03
      +I | a | 2 | @03
      end`,
    expected: `
      +I | a | 1 | @03 | 3 | 2
      +I | a | 2 | @03 | 3 | 2
      +I | b | 7 | @03 | 7 | 1
      watermark end
      end`,
  });
});

test('A frame of two rows; a partition takes what is above its last time', async () => {
  await check({
    frame: { unit: 'rows', preceding: 1 },
    rows: ROWS.replace('b | 9 | @01', 'b | 9 | @02').replace(
      'watermark @04',
      'watermark @04\n+I | b | 5 | @03',
    ),
    expected: `
      +I | a | 2 | @01 | 2 | 1
      +I | b | 10 | @02 | 10 | 1
      watermark @02
      barrier
      +I | a | 1 | @03 | 3 | 2
      +I | a | 4 | @03 | 5 | 2
      watermark @04
      +I | b | 5 | @03 | 15 | 2
      +I | a | NULL | @05 | 4 | 2
      +I | a | 8 | @06 | 8 | 2
      watermark end
      end`,
    lateRows: 1,
  });
});

test('A frame of time, with DISTINCT and an extreme that leaves', async () => {
  const distinct = call('COUNT', BIGINT, { distinct: true });
  await check({
    frame: { unit: 'range', preceding: 2000 },
    aggregates: [SUM, distinct, call('MAX', INT)],
    rows: `
      +I | a | 9 | @01
      +I | a | 4 | @02
      +I | a | 4 | @03
      watermark @02
      +I | a | 5 | @04
      +I | a | 4 | @09
      end`,
    expected: `
      +I | a | 9 | @01 | 9 | 1 | 9
      +I | a | 4 | @02 | 13 | 2 | 9
      watermark @02
      +I | a | 4 | @03 | 17 | 2 | 9
      +I | a | 5 | @04 | 13 | 2 | 5
      +I | a | 4 | @09 | 4 | 1 | 4
      watermark end
      end`,
  });
});

test('LAG gives nulls while there are no rows before, and the nulls of rows', async () => {
  await check({
    frame: { unit: 'range', preceding: null },
    aggregates: [call('LAG', INT, { option: 1 }), call('LAG', INT, { option: 2 })],
    rows: `
      +I | a | 1 | @01
      +I | a | NULL | @02
      +I | a | 3 | @03
      +I | b | 7 | @03
      +I | a | 4 | @04
      end`,
    expected: `
      +I | a | 1 | @01 | NULL | NULL
      +I | a | NULL | @02 | 1 | NULL
      +I | a | 3 | @03 | NULL | 1
      +I | b | 7 | @03 | NULL | NULL
      +I | a | 4 | @04 | 3 | NULL
      watermark end
      end`,
  });
});

test('On processing time rows go out as they come, between the marks', async () => {
  await check({
    frame: { unit: 'rows', preceding: 1 },
    time: null,
    rows: `
      +I | a | 1 | @09
      +I | b | 5 | @03
      watermark @02
      +I | a | 2 | @01
      barrier
      recover
      +I | a | 4 | @01
      end`,
    expected: `
      +I | a | 1 | @09 | 1 | 1
      +I | b | 5 | @03 | 5 | 1
      watermark @02
      +I | a | 2 | @01 | 3 | 2
      barrier
      +I | a | 4 | @01 | 6 | 2
      watermark end
      end`,
  });
});

test('On processing time DISTINCT counts values that leave a frame of rows', async () => {
  const distinct = { distinct: true };
  await check({
    frame: { unit: 'rows', preceding: 2 },
    time: null,
    aggregates: [call('COUNT', BIGINT, distinct), call('SUM', BIGINT, distinct), SUM],
    rows: `
      +I | a | 1 | @01
      +I | a | 1 | @01
      +I | b | 1 | @01
      +I | a | 2 | @01
      barrier
      recover
      +I | a | 1 | @01
      +I | a | NULL | @01
      watermark @02
      +I | a | NULL | @01
      +I | b | 1 | @01
      barrier
      +I | a | NULL | @01
      +I | a | 2 | @01
      recover
      +I | a | NULL | @01
      +I | a | 2 | @01
      end`,
    expected: `
      +I | a | 1 | @01 | 1 | 1 | 1
      +I | a | 1 | @01 | 1 | 1 | 2
      +I | b | 1 | @01 | 1 | 1 | 1
      +I | a | 2 | @01 | 2 | 3 | 4
      barrier
      +I | a | 1 | @01 | 2 | 3 | 4
      +I | a | NULL | @01 | 2 | 3 | 3
      watermark @02
      +I | a | NULL | @01 | 1 | 1 | 1
      +I | b | 1 | @01 | 1 | 1 | 2
      barrier
      +I | a | NULL | @01 | 0 | NULL | NULL
      +I | a | 2 | @01 | 1 | 2 | 2
      +I | a | NULL | @01 | 1 | 2 | 2
      +I | a | 2 | @01 | 1 | 2 | 4
      watermark end
      end`,
  });
});

test('On processing time RANGE waits until the millisecond is over', async () => {
  await check({
    frame: { unit: 'range', preceding: 2000 },
    time: null,
    rows: `
      clock 1970-01-01 00:00:05.000
      +I | a | 1 | @01
      +I | a | 2 | @01
      clock 1970-01-01 00:00:06.000
      +I | a | 4 | @01
      clock 1970-01-01 00:00:09.000
      +I | a | 8 | @01
      clock 1970-01-01 00:00:09.001
      end`,
    expected: `
      +I | a | 1 | @01 | 3 | 2
      +I | a | 2 | @01 | 3 | 2
      +I | a | 4 | @01 | 7 | 3
      +I | a | 8 | @01 | 8 | 1
      watermark end
      end`,
  });
});

test('On processing time DISTINCT counts values that leave a frame of time', async () => {
  await check({
    frame: { unit: 'range', preceding: 2000 },
    time: null,
    aggregates: [call('COUNT', BIGINT, { distinct: true })],
    rows: `
      clock 1970-01-01 00:00:05.000
      +I | a | 1 | @01
      +I | a | 1 | @01
      clock 1970-01-01 00:00:06.000
      +I | a | 2 | @01
      barrier
      recover
      clock 1970-01-01 00:00:07.000
      +I | b | 2 | @01
      clock 1970-01-01 00:00:08.000
      +I | a | NULL | @01
      clock 1970-01-01 00:00:08.001
      +I | a | 3 | @01
      clock 1970-01-01 00:00:08.002
      end`,
    expected: `
      +I | a | 1 | @01 | 1
      +I | a | 1 | @01 | 1
      barrier
      +I | a | 2 | @01 | 2
      +I | b | 2 | @01 | 1
      +I | a | NULL | @01 | 1
      +I | a | 3 | @01 | 1
      watermark end
      end`,
  });
});

test('A partition is forgotten half as long again behind its time to live, at most', async () => {
  const spec: OverSpec = {
    kind: 'over',
    partition: [0],
    time: null,
    frame: { unit: 'rows', preceding: null },
    aggregates: [COUNT],
    ttlMs: 1000,
  };
  // Kept until 1.5 s; the row at 0.5 s changes nothing of that, the one at 0.6 s makes it 2.1 s.
  const rows = `
    +I | a | 1 | 1970-01-01 00:00:00.000
    +I | b | 1 | 1970-01-01 00:00:00.000
    clock 1970-01-01 00:00:00.500
    +I | a | 1 | 1970-01-01 00:00:00.000
    +I | b | 1 | 1970-01-01 00:00:00.000
    clock 1970-01-01 00:00:00.600
    +I | a | 1 | 1970-01-01 00:00:00.000
    barrier
    recover
    clock 1970-01-01 00:00:01.500
    +I | a | 1 | 1970-01-01 00:00:00.000
    +I | b | 1 | 1970-01-01 00:00:00.000`;
  const options = { inputs: [INPUT], output: [...INPUT, BIGINT] };
  const { text } = await runTable(() => createOver(spec), rows, options);
  const counts = text.split('\n').filter((line) => line !== 'barrier');
  assert.deepEqual(
    counts.map((line) => `${line.slice(5, 6)} ${line.at(-1)}`),
    ['a 1', 'b 1', 'a 2', 'b 2', 'a 3', 'a 4', 'b 1'],
  );
});

const RANKS = ['RANK', 'DENSE_RANK'].map((name) => call(name, BIGINT, { args: [], argTypes: [] }));

test('Ranks are the number of the last row of a time, as in Flink', async () => {
  await check({
    frame: { unit: 'range', preceding: null },
    aggregates: RANKS,
    ...rowsWith(['1 | 1', '1 | 1', '3 | 3', '3 | 3', '4 | 4', '5 | 5']),
  });
});
