import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planOf, run, testSession } from '../fixture.js';

function planned(sql: string, settings = "SET 'table.exec.mini-batch.enabled' = 'true'") {
  const session = testSession();
  run("SET 'table.exec.mini-batch.allow-latency' = '1 s'", session);
  run("SET 'table.exec.mini-batch.size' = '10'", session);
  run("SET 'table.optimizer.distinct-agg.split.enabled' = 'true'", session);
  run(settings, session);
  return planOf(sql, session);
}

test('values are dealt into 1,024 buckets, results are added up', () => {
  const plan = planned(`
    SELECT age, COUNT(DISTINCT nick) FILTER (WHERE id > 1) AS n, SUM(id) AS s FROM users
    GROUP BY age`);
  assert.ok(plan[0]?.endsWith('select=[age, $SUM0($result0) AS n, SUM($result1) AS s])'), plan[0]);
  assert.ok(plan[2]?.includes('groupBy=[age, $bucket]'), plan[2]);
  assert.ok(plan[4]?.endsWith('(HASH_CODE(nick) % 1024) AS $bucket])'), plan[4]);
});

test('only with mini-batch, and only where DISTINCT is of one column that has a hash', () => {
  const sql = 'SELECT age, COUNT(DISTINCT nick) AS n FROM users GROUP BY age';
  const off = "SET 'table.exec.mini-batch.enabled' = 'false'";
  for (const plan of [
    planned(sql, off),
    planned('SELECT age, COUNT(DISTINCT nick), COUNT(DISTINCT id) FROM users GROUP BY age'),
    planned('SELECT age, COUNT(DISTINCT nick), FIRST_VALUE(id) FROM users GROUP BY age'),
    planned('SELECT nick, COUNT(DISTINCT ARRAY[age]) FROM users GROUP BY nick'),
    planned('SELECT age, COUNT(id) FROM users GROUP BY age'),
  ]) {
    assert.equal(plan.filter((line) => line.includes('GroupAggregate(')).length, 1);
  }
});
