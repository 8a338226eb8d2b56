import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf } from '../fixture.js';

test('projections over each other are one', () => {
  const plan = planOf('SELECT y FROM (SELECT x * 2 AS y FROM (SELECT age + 1 AS x FROM users))');
  assert.equal(plan[0], 'Calc(select=[((age + 1) * 2) AS y])');
  assert.equal(plan.length, 2);
});

test('unless an expression would be computed twice', () => {
  const plan = planOf('SELECT x + x FROM (SELECT age * 3 AS x FROM users)');
  assert.equal(plan[0], 'Calc(select=[(x + x) AS EXPR$0])');
  assert.equal(plan[1], '+- Calc(select=[(age * 3) AS x])');
});

test('one that changes nothing goes', () => {
  assert.deepEqual(planOf('SELECT id AS a, nick AS b, age AS c FROM users'), [
    'TableSourceScan(table=[[users]], fields=[id, nick, age])',
  ]);
});
