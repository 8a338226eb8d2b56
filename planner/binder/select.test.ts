/** Names, types and nullability of what queries give. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typeText } from '../../state/column/type-text.js';
import { planOf, run, testSession } from '../fixture.js';

/** `name TYPE` of each column. */
function columns(sql: string): string[] {
  const prepared = run(sql);
  assert.equal(prepared.kind, 'query');
  if (prepared.kind !== 'query') return [];
  return prepared.columns.map(({ name, type }) => `${name} ${typeText(type)}`);
}

test('names: of columns, of aliases, EXPR$n by place, repeated ones numbered', () => {
  assert.deepEqual(columns('SELECT id, id + 1, age AS x, id, 1 FROM users'), [
    'id BIGINT NOT NULL',
    'EXPR$1 BIGINT NOT NULL',
    'x INT',
    'id0 BIGINT NOT NULL',
    'EXPR$4 INT NOT NULL',
  ]);
});

test('literals', () => {
  assert.deepEqual(columns("SELECT 1, 3000000000, 1.50, 1e2, 'abc', TRUE, X'0A'"), [
    'EXPR$0 INT NOT NULL',
    'EXPR$1 BIGINT NOT NULL',
    'EXPR$2 DECIMAL(3, 2) NOT NULL',
    'EXPR$3 DOUBLE NOT NULL',
    'EXPR$4 CHAR(3) NOT NULL',
    'EXPR$5 BOOLEAN NOT NULL',
    'EXPR$6 BINARY(1) NOT NULL',
  ]);
  assert.deepEqual(columns("SELECT DATE '2020-01-02', TIMESTAMP '2020-01-02 03:04:05.67'"), [
    'EXPR$0 DATE NOT NULL',
    'EXPR$1 TIMESTAMP(2) NOT NULL',
  ]);
});

test('aggregates are nullable where a group may be empty', () => {
  assert.deepEqual(columns('SELECT COUNT(*), MAX(id) FROM users'), [
    'EXPR$0 BIGINT NOT NULL',
    'EXPR$1 BIGINT',
  ]);
  assert.deepEqual(
    columns('SELECT MAX(id), MIN(id) FILTER (WHERE age > 1) FROM users GROUP BY age'),
    ['EXPR$0 BIGINT NOT NULL', 'EXPR$1 BIGINT'],
  );
});

test('outer joins make the other side nullable; USING gives one column', () => {
  assert.deepEqual(columns('SELECT * FROM users AS a LEFT JOIN users AS b USING (id)'), [
    'id BIGINT NOT NULL',
    'nick STRING',
    'age INT',
    'nick0 STRING',
    'age0 INT',
  ]);
  const [id] = columns('SELECT b.id FROM users AS a LEFT JOIN users AS b ON a.id = b.id');
  assert.equal(id, 'id BIGINT');
  assert.equal(columns('SELECT * FROM users AS a NATURAL JOIN users AS b').length, 3);
});

test('a union has the common types', () => {
  assert.deepEqual(columns('SELECT age FROM users UNION ALL SELECT id FROM users'), ['age BIGINT']);
  assert.deepEqual(columns("VALUES (1, 'a'), (2.5, 'bcd')"), [
    'EXPR$0 DECIMAL(11, 1) NOT NULL',
    'EXPR$1 VARCHAR(3) NOT NULL',
  ]);
});

test('time attributes are plain timestamps in results', () => {
  const window = "TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '1' HOUR)";
  assert.deepEqual(columns(`SELECT ts, window_start, window_time FROM TABLE(${window})`), [
    'ts TIMESTAMP(3)',
    'window_start TIMESTAMP(3) NOT NULL',
    'window_time TIMESTAMP(3) NOT NULL',
  ]);
});

test('common tables see those before them; a name in FROM finds them first', () => {
  assert.deepEqual(
    columns('WITH a (x) AS (SELECT id FROM users), users AS (SELECT x AS y FROM a) TABLE users'),
    ['y BIGINT NOT NULL'],
  );
});

test('ORDER BY takes aliases, ordinals, and columns that are not selected', () => {
  const order = (sql: string): string | undefined =>
    planOf(sql)
      .find((line) => line.includes('SortLimit'))
      ?.match(/orderBy=\[([^\]]*)\]/)?.[1];
  assert.equal(order('SELECT age AS a FROM users ORDER BY a DESC LIMIT 1'), 'age DESC');
  assert.equal(order('SELECT id, age FROM users ORDER BY 2, 1 DESC LIMIT 1'), 'age ASC, id DESC');
  assert.equal(order('SELECT id FROM users ORDER BY age NULLS LAST LIMIT 1'), 'age ASC NULLS LAST');
  assert.equal(
    order('SELECT nick FROM users GROUP BY nick ORDER BY COUNT(*) DESC LIMIT 1'),
    '$f1 DESC',
  );
});

test('a key that is an expression is found in the list', () => {
  const [calc, aggregate] = planOf(
    'SELECT age % 10 + 1, COUNT(*) FROM users GROUP BY age % 10 HAVING COUNT(*) > 1',
  );
  assert.ok(calc?.includes('where=[(EXPR$1 > 1)]'), calc);
  assert.ok(aggregate?.includes('COUNT(*) AS EXPR$1'), aggregate);
});

test('a view is bound in its own text, under the names of its time', () => {
  const session = testSession();
  run('CREATE VIEW v (a, b) AS SELECT id, COUNT(*) FROM users GROUP BY id', session);
  run('CREATE DATABASE other; USE other; CREATE VIEW w AS SELECT 1 AS uno', session);
  const plan = planOf('SELECT b FROM default_database.v WHERE a > 1', session);
  assert.ok(plan.some((line) => line.includes('TableSourceScan(table=[[users')));
});

test('IN of a query is a semi join, NOT IN an anti join where nothing is NULL', () => {
  const plan = planOf(`
    SELECT nick FROM users WHERE age > 1 AND id IN (SELECT id FROM events WHERE amount > 2)`);
  assert.ok(plan[1]?.includes('Join(joinType=[LeftSemiJoin], where=[(id = id0)]'), plan[1]);
  assert.ok(plan[3]?.includes('where=[(age > 1)]'), plan[3]);
  assert.deepEqual(columns('SELECT * FROM users WHERE age IN (SELECT id FROM events)').length, 3);
  const anti = planOf('SELECT nick FROM users WHERE id NOT IN (SELECT id FROM users)');
  assert.ok(anti[1]?.includes('LeftAntiJoin'), anti[1]);
});

test('a query in a condition reads the query around it, through what is between', () => {
  const exists = planOf(`
    SELECT nick FROM users AS u
    WHERE NOT EXISTS (SELECT 1 FROM events WHERE id = u.id AND amount > u.age)`);
  assert.ok(
    exists[1]?.includes('LeftAntiJoin], where=[((id0 = id) AND (amount > age))]'),
    exists[1],
  );
  const grouped = planOf(`
    SELECT nick FROM users AS u WHERE age IN
      (SELECT CAST(MAX(amount) AS INT) FROM events WHERE id = u.id)`);
  assert.ok(
    grouped.some((line) => line.includes('GroupAggregate(groupBy=[id]')),
    grouped.join(),
  );
  const unknown = planOf('SELECT nick FROM users WHERE age NOT IN (SELECT age FROM users)');
  assert.ok(unknown[1]?.includes('where=[(age = age0) IS NOT FALSE]'), unknown[1]);
});

test('a query as a value is joined with an aggregate of one row', () => {
  const single = planOf('SELECT id, (SELECT nick FROM users) FROM users');
  assert.ok(
    single.some((line) => line.includes('SINGLE_VALUE(nick)')),
    single.join(),
  );
  assert.ok(single.some((line) => line.includes('joinType=[LeftOuterJoin], where=[true]')));
  assert.deepEqual(columns('SELECT id, (SELECT COUNT(*) FROM users) AS c FROM users'), [
    'id BIGINT NOT NULL',
    'c BIGINT',
  ]);
});

test('an order inside a query counts only with a LIMIT', () => {
  const inner = 'SELECT id, nick, age FROM users ORDER BY age';
  assert.deepEqual(planOf(`SELECT * FROM (${inner})`), [
    'TableSourceScan(table=[[users]], fields=[id, nick, age])',
  ]);
  assert.ok(planOf(`SELECT * FROM (${inner} LIMIT 2)`)[0]?.startsWith('SortLimit('));
  assert.throws(() => planOf('INSERT INTO printed SELECT id, nick FROM users ORDER BY id'), {
    code: 'PLAN_UNSUPPORTED',
  });
});

test('an order by rising event time needs no LIMIT', () => {
  const sorted = planOf('SELECT id, ts FROM events ORDER BY ts, id DESC');
  assert.ok(sorted[0]?.startsWith('TemporalSort(orderBy=[ts ASC, id DESC])'), sorted[0]);
  assert.throws(() => planOf('SELECT id FROM events ORDER BY ts DESC'), {
    code: 'PLAN_UNSUPPORTED',
  });
});

test('fields of a ROW, one by one and all', () => {
  const from = 'FROM (SELECT CAST(ROW(id, nick) AS ROW<a BIGINT, b STRING>) AS r FROM users) AS t';
  assert.deepEqual(columns(`SELECT r.a, t.r.b, r.* ${from}`), [
    'a BIGINT',
    'b STRING',
    'a0 BIGINT',
    'b0 STRING',
  ]);
  assert.throws(() => columns(`SELECT r.c ${from}`), { code: 'BIND_UNKNOWN_COLUMN' });
});

test('a chain of || may be as long as its text', () => {
  const chain = Array(10_000).fill('name').join(' || ');
  assert.deepEqual(columns(`SELECT ${chain} AS x FROM (VALUES ('ab')) AS t (name)`), [
    'x CHAR(20000) NOT NULL',
  ]);
  assert.deepEqual(columns(`SELECT ${Array(300).fill("'ab'").join(' || ')} AS x`), [
    'x CHAR(600) NOT NULL',
  ]);
});
