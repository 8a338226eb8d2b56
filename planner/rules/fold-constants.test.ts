import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jobOf, nodeOf, planOf } from '../fixture.js';

test('expressions without columns are computed while planning', () => {
  const [calc] = planOf("SELECT 1 + 2, CAST('7' AS INT), id * (2 + 3) FROM airports, users");
  assert.equal(calc, 'Calc(select=[3 AS EXPR$0, 7 AS EXPR$1, (id * 5) AS EXPR$2])');
});

test('a condition that is always true goes', () => {
  assert.deepEqual(planOf('SELECT code FROM airports WHERE 1 < 2'), [
    'TableSourceScan(table=[[airports, project=[code], metadata=[]]], fields=[code])',
  ]);
});

test('what fails is left for the run', () => {
  const job = jobOf("SELECT CAST('x' AS INT) FROM airports");
  const [expression] = nodeOf(job, 'calc').operator.projection;
  assert.equal(expression?.kind === 'call' && expression.name, 'CAST');
});

test('what would take too long is left for the run', () => {
  const endless = `REGEXP_REPLACE('${'a'.repeat(40)}b', '(a+)+$', 'x')`;
  const [expression] = nodeOf(jobOf(`SELECT ${endless} FROM airports`), 'calc').operator.projection;
  assert.equal(expression?.kind === 'call' && expression.name, 'REGEXP_REPLACE');
});

test('what can give no row reads none', () => {
  assert.deepEqual(planOf('SELECT code FROM airports WHERE 1 > 2'), ['Values(tuples=[[]])']);
  assert.deepEqual(planOf('SELECT code FROM airports WHERE CAST(NULL AS BOOLEAN)'), [
    'Values(tuples=[[]])',
  ]);
  assert.deepEqual(planOf('SELECT code FROM airports LIMIT 0'), ['Values(tuples=[[]])']);
});
