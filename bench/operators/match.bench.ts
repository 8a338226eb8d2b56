/**
 * MATCH_RECOGNIZE, rows a second of one core: `node dist/bench/operators/match.bench.js`. Key INT
 * in random order, value BIGINT, time TIMESTAMP(3), a row a millisecond; a watermark behind each
 * batch. A row and one that is greater; a fall of any length and the rise behind it.
 */
import { Random } from '../../conf/random.js';
import type { Expr } from '../../operators/expr/expression.js';
import { createMatch } from '../../operators/match/match.js';
import {
  type MatchSpec,
  type PatternVariable,
  VALUE_BASE,
} from '../../operators/match/match-spec.js';
import { BIGINT, BOOLEAN } from '../../state/column/logical-type.js';
import { measure, report } from './drive-batches.js';
import { batchesFor, TIMED_ROW, timedStream } from './timed-rows.js';

const random = new Random(12);
const VALUE: Expr = { kind: 'column', index: 1, type: BIGINT };
/** The value of the last row of all, and of the one before it. */
const LAST: Expr = { kind: 'column', index: VALUE_BASE, type: BIGINT };
const BEFORE: Expr = { kind: 'column', index: VALUE_BASE + 1, type: BIGINT };

function compared(name: '<' | '>', left: Expr, right: Expr): Expr {
  return { kind: 'call', name, args: [left, right], type: BOOLEAN };
}

function variable(name: string, changes: Partial<PatternVariable>): PatternVariable {
  return { name, min: 1, max: 1, greedy: true, condition: null, ...changes };
}

const pair = [variable('A', {}), variable('B', { condition: compared('>', VALUE, BEFORE) })];
const fall = [
  variable('A', {}),
  variable('B', { max: null, condition: compared('<', VALUE, BEFORE) }),
  variable('C', { condition: compared('>', VALUE, BEFORE) }),
];

function bench(name: string, variables: readonly PatternVariable[], keys: number): void {
  const row = { kind: 'row', variable: null, column: 1, from: 'last', type: BIGINT } as const;
  const spec: MatchSpec = {
    kind: 'match',
    partition: [0],
    time: 2,
    order: [],
    variables,
    skip: { to: 'past-last-row', variable: -1 },
    withinMs: null,
    values: [
      { ...row, offset: 0 },
      { ...row, offset: 1 },
    ],
    measures: [LAST],
  };
  const warm = Math.max(50, batchesFor(keys, 2));
  const messages = timedStream(random, keys, warm + 100, 1);
  report(`${name}, ${keys} keys`, measure(createMatch(spec), [TIMED_ROW], messages, warm));
}

for (const keys of [1000, 100_000]) {
  bench('A B', pair, keys);
  bench('A B+ C', fall, keys);
}
