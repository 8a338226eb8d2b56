import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobOf, nodeOf, planOf } from '../fixture.js';

test('expressions of one side become columns that the join hashes', () => {
  const plan = planOf(`
    SELECT a.city FROM airports AS a JOIN users AS u
    ON UPPER(a.city) = u.nick AND a.height = u.age`);
  assert.ok(plan[1]?.includes('where=[(($f3 = nick) AND (height = $f30))]'), plan[1]);
  assert.equal(plan[2], '   :- Exchange(distribution=[hash[$f3, height]])');
  assert.equal(plan[3], '   :  +- Calc(select=[city, height, UPPER(city) AS $f3])');
  assert.equal(plan[6], '      +- Calc(select=[nick, CAST(age AS DOUBLE) AS $f3])');
});

test('what reads both sides is checked for each pair', () => {
  const job = jobOf(`
    SELECT a.city FROM airports AS a JOIN users AS u ON a.code = u.nick AND a.height > u.age`);
  const { leftKeys, rightKeys, residual } = nodeOf(job, 'join').operator;
  assert.deepEqual([leftKeys.length, rightKeys.length], [1, 1]);
  assert.equal(residual?.kind === 'call' && residual.name, '>');
});

test('without an equality all rows meet in one task', () => {
  const job = jobOf('SELECT a.city FROM airports AS a JOIN users AS u ON a.height > u.age');
  const join = nodeOf(job, 'join');
  assert.deepEqual(
    join.inputs.map((input) => input.exchange.kind),
    ['single', 'single'],
  );
  assert.equal(join.parallelism, 1);
});
