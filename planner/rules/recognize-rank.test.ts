import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobOf, nodeOf, planOf } from '../fixture.js';

function ranked(condition: string, columns = 'name'): string {
  return `SELECT ${columns} FROM (
    SELECT *, ROW_NUMBER() OVER (PARTITION BY name ORDER BY amount DESC, id) AS rn FROM events
  ) WHERE ${condition}`;
}

test('each form of bound', () => {
  const bounds = (condition: string): [number, number] => {
    const { from, to } = nodeOf(jobOf(ranked(condition)), 'rank').operator;
    return [from, to];
  };
  assert.deepEqual(bounds('rn <= 3'), [1, 3]);
  assert.deepEqual(bounds('rn < 3'), [1, 2]);
  assert.deepEqual(bounds('3 >= rn'), [1, 3]);
  assert.deepEqual(bounds('rn = 2'), [2, 2]);
  assert.deepEqual(bounds('rn BETWEEN 2 AND 4'), [2, 4]);
  assert.deepEqual(bounds('rn > 1 AND rn <= 1 + 1'), [2, 2]);
});

test('partition, order, and the number where it is read', () => {
  const job = jobOf(ranked('rn <= 3', 'id, rn'));
  const { operator, output } = nodeOf(job, 'rank');
  assert.deepEqual(
    output.map((column) => column.name),
    ['id', 'name', 'amount', 'rn'],
  );
  assert.deepEqual(operator.partition, [1]);
  assert.deepEqual(operator.order, [
    { column: 2, descending: true, nullsFirst: false },
    { column: 0, descending: false, nullsFirst: true },
  ]);
  assert.equal(operator.outputRank, true);
  assert.equal(operator.retracting, false);
  assert.equal(nodeOf(jobOf(ranked('rn <= 3')), 'rank').operator.outputRank, false);
});

test('other conditions stay above, those on the partition go below', () => {
  const plan = planOf(ranked("rn <= 3 AND id > 5 AND name = 'q'"));
  assert.equal(plan[0], 'Calc(select=[name], where=[(id > 5)])');
  assert.ok(plan[1]?.startsWith('+- Rank(strategy=[AppendFastStrategy]'), plan[1]);
  assert.equal(plan[3], "      +- Calc(select=[id, name, amount], where=[(name = 'q')])");
});

test('QUALIFY is a condition too', () => {
  const plan = planOf(`
    SELECT id FROM users
    QUALIFY ROW_NUMBER() OVER (PARTITION BY age ORDER BY nick) <= 2`);
  assert.ok(plan[1]?.includes('rankRange=[rankStart=1, rankEnd=2], partitionBy=[age]'), plan[1]);
});

test('bounds that leave no number give no row', () => {
  assert.deepEqual(planOf(ranked('rn < 1')), ['Values(tuples=[[]])']);
});

test('a window by its name, and one over it', () => {
  const plan = planOf(`
    SELECT id FROM users WINDOW w AS (PARTITION BY age), v AS (w ORDER BY nick)
    QUALIFY ROW_NUMBER() OVER v <= 2`);
  const expected = 'partitionBy=[age], orderBy=[nick ASC]';
  assert.ok(plan[1]?.includes(expected), plan[1]);
  assert.throws(() => planOf('SELECT ROW_NUMBER() OVER x FROM users'), { code: 'BIND_INVALID' });
});

test('without an upper bound it is no Top-N', () => {
  assert.throws(() => jobOf(ranked('rn > 3')), { code: 'PLAN_UNSUPPORTED' });
});
