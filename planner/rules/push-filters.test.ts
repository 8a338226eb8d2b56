import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from '../fixture.js';

function scan(lead: string, table: string, columns: string): string {
  const project = `project=[${columns}], metadata=[]`;
  return `${lead}TableSourceScan(table=[[${table}, ${project}]], fields=[${columns}])`;
}

const EVENTS = 'WatermarkAssigner(rowtime=[ts], watermark=[(ts - 5000:INTERVAL SECOND)])';

test('through a projection, as the expression it computes', () => {
  const plan = planOf('SELECT x FROM (SELECT amount + 1 AS x FROM events) WHERE x > 3');
  assert.deepEqual(plan, [
    'Calc(select=[(amount + 1) AS x], where=[((amount + 1) > 3)])',
    `+- ${EVENTS}`,
    scan('   +- ', 'events', 'amount, ts'),
  ]);
});

test('through an aggregate where it reads keys', () => {
  const plan = planOf(`
    SELECT name, n FROM (SELECT name, COUNT(*) AS n FROM events GROUP BY name)
    WHERE name = 'a' AND n > 2`);
  assert.deepEqual(plan.slice(0, 4), [
    'Calc(select=[name, n], where=[(n > 2)])',
    '+- GroupAggregate(groupBy=[name], select=[name, COUNT(*) AS n])',
    '   +- Exchange(distribution=[hash[name]])',
    "      +- Calc(select=[name], where=[(name = 'a')])",
  ]);
});

test('through a windowing, but for the columns of the window', () => {
  const plan = planOf(`
    SELECT id FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' HOUR))
    WHERE amount > 1 AND window_start > TIMESTAMP '2020-01-01 00:00:00'`);
  assert.deepEqual(plan.slice(0, 4), [
    'Calc(select=[id], where=[(window_start > 2020-01-01 00:00:00.000)])',
    '+- WindowTableFunction(window=[TUMBLE(time_col=[ts], size=[1 h])])',
    '   +- Calc(select=[id, amount, ts], where=[(amount > 1)])',
    `      +- ${EVENTS}`,
  ]);
});

test('never through a watermark: a row that is dropped could not raise it', () => {
  const plan = planOf('SELECT id FROM events WHERE amount > 1');
  assert.equal(plan[0], 'Calc(select=[id], where=[(amount > 1)])');
  assert.equal(plan[1], `+- ${EVENTS}`);
});

test('into each input of a union', () => {
  const plan = planOf(`
    SELECT * FROM (SELECT code FROM airports UNION ALL SELECT nick FROM users)
    WHERE code = 'q'`);
  assert.equal(plan[1], ":- Calc(select=[code], where=[(code = 'q')])");
  assert.equal(plan[3], "+- Calc(select=[nick], where=[(nick = 'q')])");
});

test('to the side of a join that it reads, else into its condition', () => {
  const plan = planOf(`
    SELECT e.name FROM events AS e JOIN users AS u ON e.id = u.id
    WHERE e.amount > 1 AND u.age > 2 AND e.amount < u.age`);
  assert.ok(plan[1]?.includes('where=[((id = id0) AND (amount < age))]'), plan[1]);
  assert.ok(plan[3]?.includes('where=[(amount > 1)]'), plan[3]);
  assert.ok(plan[7]?.includes('where=[(age > 2)]'), plan[7]);
});

test('an outer join keeps its rows: a condition of ON on the other side alone goes down', () => {
  const plan = planOf(`
    SELECT e.name FROM events AS e LEFT JOIN users AS u ON e.id = u.id AND u.age > 5
    WHERE e.amount > 1`);
  assert.ok(plan[1]?.includes('joinType=[LeftOuterJoin], where=[(id = id0)]'), plan[1]);
  assert.ok(plan[3]?.includes('where=[(amount > 1)]'), plan[3]);
  assert.ok(plan[7]?.includes('where=[(age > 5)]'), plan[7]);
});

test('a condition on the padded side of an outer join makes it inner', () => {
  const outer = 'SELECT e.name FROM events AS e LEFT JOIN users AS u ON e.id = u.id';
  assert.ok(planOf(`${outer} WHERE u.age > 1`)[1]?.includes('joinType=[InnerJoin]'));
  assert.ok(planOf(`${outer} WHERE u.age IS NULL`)[1]?.includes('joinType=[LeftOuterJoin]'));
  const full = outer.replace('LEFT', 'FULL');
  assert.ok(planOf(`${full} WHERE u.age > 1`)[1]?.includes('joinType=[RightOuterJoin]'));
});

test('never into an operator with state that others read too', () => {
  const plan = planOf(`
    WITH x AS (SELECT name, COUNT(*) AS n FROM events GROUP BY name)
    SELECT a.n FROM x AS a JOIN x AS b ON a.name = b.name WHERE a.name = 'q'`);
  const grouped = plan.filter((line) => line.includes('GroupAggregate('));
  assert.equal(grouped.length, 1);
  assert.ok(plan.some((line) => line.includes('Reused(reference_id=[1])')));
});
