import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IntervalBounds } from '../../operators/join/interval-join-spec.js';
import { jobOf, nodeOf, run, testSession } from '../fixture.js';

/** The bounds, lower and upper, that a condition gives a join of `events` with itself. */
function boundsOf(condition: string, join = 'JOIN'): [number, number] | null {
  const on = `FROM events AS a ${join} events AS b ON ${condition}`;
  const job = jobOf(`SELECT a.id, b.name ${on}`);
  const joined = job.nodes.find(({ operator }) => operator.kind.endsWith('join'))?.operator;
  if (joined?.kind !== 'interval-join') return null;
  const { lower, upper }: IntervalBounds = joined.bounds;
  return [lower, upper];
}

test('two comparisons bound the left time by the right one, wherever the constants stand', () => {
  const cases: Readonly<Record<string, [number, number]>> = {
    "a.ts BETWEEN b.ts - INTERVAL '10' SECOND AND b.ts + INTERVAL '5' SECOND": [-10_000, 5000],
    "a.ts > b.ts - INTERVAL '10' SECOND AND b.ts + INTERVAL '5' SECOND >= a.ts": [-9999, 5000],
    "a.ts + INTERVAL '1' MINUTE >= b.ts AND b.ts > a.ts - INTERVAL '3' SECOND": [-60_000, 2999],
    'NOT (a.ts < b.ts) AND NOT (a.ts > b.ts)': [0, 0],
    "b.ts BETWEEN a.ts AND a.ts + INTERVAL '1' MONTH": [-31 * 86_400_000, 0],
    'a.ts = b.ts': [0, 0],
    "a.ts BETWEEN b.ts AND b.ts - INTERVAL '1' SECOND": [0, -1000],
  };
  for (const [condition, expected] of Object.entries(cases)) {
    assert.deepEqual(boundsOf(`a.id = b.id AND ${condition}`), expected, condition);
    assert.deepEqual(boundsOf(`${condition} AND a.amount > b.amount`, 'FULL JOIN'), expected);
  }
});

test('what bounds the time on one side, twice, or by more than constants is none', () => {
  for (const condition of [
    'a.ts > b.ts',
    "a.ts >= b.ts AND a.ts > b.ts - INTERVAL '1' SECOND",
    "a.ts = b.ts AND a.ts <= b.ts + INTERVAL '1' SECOND",
    "a.ts = b.ts + INTERVAL '1' SECOND",
    "a.ts BETWEEN b.ts AND b.ts + INTERVAL '1' SECOND AND a.ts <> b.ts AND a.ts >= b.ts",
    'a.ts BETWEEN b.ts AND TIMESTAMPADD(SECOND, b.amount, b.ts)',
    "a.ts BETWEEN a.ts AND a.ts + INTERVAL '1' SECOND",
  ]) {
    assert.equal(boundsOf(`a.id = b.id AND ${condition}`), null, condition);
  }
});

test('a condition of WHERE bounds it too; keys and the rest are told apart', () => {
  const job = jobOf(
    'SELECT a.id FROM events AS a, events AS b WHERE a.name = b.name AND a.ts <= b.ts ' +
      "AND a.ts >= b.ts - INTERVAL '1' HOUR AND a.amount > b.amount",
  );
  const { operator } = nodeOf(job, 'interval-join');
  assert.equal(operator.type, 'inner');
  assert.equal(operator.leftKeys.length, 1);
  assert.equal(operator.residual?.kind === 'call' && operator.residual.name, '>');
});

test('the clean-up interval comes from the settings', () => {
  const session = testSession();
  run("SET 'table.exec.interval-join.min-cleanup-interval' = '3 s'", session);
  const job = jobOf(
    'SELECT a.id FROM events AS a JOIN events AS b ON a.id = b.id AND a.ts = b.ts',
    session,
  );
  assert.equal(nodeOf(job, 'interval-join').operator.cleanUpAfterMs, 3000);
});
