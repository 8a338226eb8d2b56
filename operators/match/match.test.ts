import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BIGINT,
  BOOLEAN,
  INT,
  type LogicalType,
  STRING,
  timestamp,
} from '../../state/column/logical-type.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import { fullTimes } from '../core/short-times.js';
import type { Expr } from '../expr/expression.js';
import { createMatch } from './match.js';
import { type MatchSpec, type MatchValue, type PatternVariable, VALUE_BASE } from './match-spec.js';

const INPUT = [STRING, INT, timestamp(3)];

const X: Expr = { kind: 'column', index: 1, type: INT };
const LAST_A: Expr = { kind: 'column', index: VALUE_BASE, type: INT };
const BEFORE_A: Expr = { kind: 'column', index: VALUE_BASE + 1, type: INT };
const SUM_A: Expr = { kind: 'column', index: VALUE_BASE + 2, type: BIGINT };
const FIRST_A: Expr = { kind: 'column', index: VALUE_BASE + 3, type: INT };
const LAST_B: Expr = { kind: 'column', index: VALUE_BASE + 4, type: INT };
const ROWTIME: Expr = { kind: 'column', index: VALUE_BASE + 5, type: timestamp(3) };

function row(variable: number, from: 'first' | 'last', offset = 0): MatchValue {
  return { kind: 'row', variable, column: 1, from, offset, type: INT };
}

const VALUES: readonly MatchValue[] = [
  row(0, 'last'),
  row(0, 'last', 1),
  { kind: 'aggregate', variable: 0, name: 'SUM', args: [X], type: BIGINT },
  row(0, 'first'),
  row(1, 'last'),
  { kind: 'rowtime', type: timestamp(3) },
];

function compared(name: string, left: Expr, right: Expr): Expr {
  return { kind: 'call', name, args: [left, right], type: BOOLEAN };
}

function variable(name: string, changes: Partial<PatternVariable> = {}): PatternVariable {
  return { name, min: 1, max: 1, greedy: false, condition: null, ...changes };
}

const SPEC: MatchSpec = {
  kind: 'match',
  partition: [0],
  time: 2,
  order: [],
  variables: [variable('A'), variable('B', { condition: compared('>', X, LAST_A) })],
  skip: { to: 'past-last-row', variable: -1 },
  withinMs: null,
  values: VALUES,
  measures: [FIRST_A, LAST_B, SUM_A],
};
const OUTPUT: readonly LogicalType[] = [STRING, INT, INT, BIGINT];

interface Case extends Partial<MatchSpec> {
  readonly rows: string;
  readonly expected: string;
  readonly output?: readonly LogicalType[];
  readonly lateRows?: number;
}

async function check(run: Case): Promise<void> {
  const { rows, expected, output = OUTPUT, lateRows = 0, ...changes } = run;
  const spec = { ...SPEC, ...changes };
  for (const batchRows of BATCH_SIZES) {
    const options = { inputs: [INPUT], output, batchRows };
    const { text, metrics } = await runTable(() => createMatch(spec), fullTimes(rows), options);
    assert.equal(text, fullTimes(expected));
    assert.equal(metrics.lateRows, lateRows);
  }
}

const ROWS = `
  +I | a | 1 | @01
  +I | b | 9 | @01
  +I | a | 3 | @03
  +I | a | 2 | @02
  watermark @02
  +I | b | 8 | @02
  +I | a | 4 | @04
  barrier
  recover
  watermark @04
  +I | b | 10 | @05
  +I | a | 0 | @06
  end`;

test('Rows are matched in order of time, late ones are lost', async () => {
  await check({
    rows: ROWS,
    lateRows: 1,
    expected: `
      +I | a | 1 | 2 | 1
      watermark @02
      barrier
      +I | a | 3 | 4 | 3
      watermark @04
      +I | b | 9 | 10 | 9
      watermark end
      end`,
  });
});

test('A greedy variable takes what it can, its condition reads its own rows', async () => {
  const rising = compared('OR', compared('>', X, BEFORE_A), {
    kind: 'call',
    name: 'IS NULL',
    args: [BEFORE_A],
    type: BOOLEAN,
  });
  await check({
    variables: [
      variable('A', { max: null, greedy: true, condition: rising }),
      variable('B', { condition: compared('<', X, LAST_A) }),
    ],
    rows: ROWS,
    lateRows: 1,
    expected: `
      watermark @02
      barrier
      watermark @04
      +I | a | 1 | 0 | 10
      watermark end
      end`,
  });
});

test('A complete match waits for one that began before it, until that is too long', async () => {
  await check({
    variables: [
      variable('A'),
      variable('C', { min: 0, max: null }),
      variable('B', { condition: compared('=', SUM_A, X) }),
    ],
    skip: { to: 'next-row', variable: -1 },
    withinMs: 5000,
    measures: [FIRST_A, ROWTIME],
    output: [STRING, INT, timestamp(3)],
    rows: `
      +I | a | 1 | @01
      +I | a | 7 | @02
      watermark @02
      +I | a | 7 | @04
      watermark @04
      barrier
      recover
      watermark @05
      watermark @06
      +I | a | 3 | @08
      end`,
    expected: `
      watermark @04
      barrier
      watermark @05
      +I | a | 7 | @06
      watermark end
      end`,
  });
});

test('Skipping to a row where the match begins is an error', async () => {
  await assert.rejects(check({ skip: { to: 'first', variable: 0 }, rows: ROWS, expected: '' }), {
    code: 'DATA_EXPRESSION',
    reason: 'Could not skip to first element of a match.',
  });
});

test('By processing time rows are matched as they come', async () => {
  await check({
    time: null,
    withinMs: 3000,
    rows: `
      clock @01
      +I | a | 1 | @09
      +I | b | 5 | @08
      +I | a | 2 | @07
      barrier
      recover
      clock @04
      +I | b | 6 | @06
      clock @06
      +I | b | 7 | @06
      end`,
    expected: `
      +I | a | 1 | 2 | 1
      barrier
      +I | b | 6 | 7 | 6
      watermark end
      end`,
  });
});
