/** The session: settings, statement sets, EXPLAIN, and the job of a whole script's statement. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fallbackText } from './explain/state-text.js';
import { jobOf, nodeOf, planOf, rows, run, testSession } from './fixture.js';

test('SET, RESET and their list', () => {
  const session = testSession();
  run("SET 'pipeline.name' = 'mine'; SET 'table.exec.source.idle-timeout' = '5 s'", session);
  assert.deepEqual(rows('SET', session), [
    ['pipeline.name', 'mine'],
    ['table.exec.source.idle-timeout', '5 s'],
  ]);
  const job = jobOf('SELECT id FROM events', session);
  assert.equal(job.name, 'mine');
  assert.equal(nodeOf(job, 'watermark').operator.idleTimeoutMs, 5000);
  assert.equal(job.options['pipeline.name'], 'mine');
  run("RESET 'pipeline.name'", session);
  assert.equal(jobOf('SELECT id FROM events', session).name, 'collect');
  assert.throws(() => run("SET 'parallelism.default' = '0'", session), { code: 'CONFIG_VALUE' });
});

test("a table's own idle timeout comes before the job's", () => {
  const session = testSession();
  const options = "/*+ OPTIONS('scan.watermark.idle-timeout' = '7 s') */";
  const of = (sql: string): number =>
    nodeOf(jobOf(sql, session), 'watermark').operator.idleTimeoutMs;
  run("SET 'table.exec.source.idle-timeout' = '5 s'", session);
  assert.equal(of(`SELECT id FROM events ${options}`), 7000);
  assert.equal(of('SELECT id FROM events'), 5000);
  const strategy = "/*+ OPTIONS('scan.watermark.emit.strategy' = 'sometimes') */";
  assert.throws(() => of(`SELECT id FROM events ${strategy}`), { code: 'TABLE_OPTION' });
});

test('parallelism and key groups come from the settings', () => {
  const session = testSession();
  const of = (): number[] => {
    const { parallelism, maxParallelism } = jobOf('SELECT id FROM users', session);
    return [parallelism, maxParallelism];
  };
  assert.deepEqual(of(), [1, 128]);
  run("SET 'parallelism.default' = '100'", session);
  assert.deepEqual(of(), [100, 256]);
  run("SET 'pipeline.max-parallelism' = '120'", session);
  assert.deepEqual(of(), [100, 120]);
  run("SET 'parallelism.default' = '121'", session);
  assert.throws(of, {
    code: 'CONFIG_VALUE',
    reason: "'parallelism.default' is 121, above 'pipeline.max-parallelism', 120",
  });
  assert.throws(() => run("SET 'parallelism.default' = '1025'", session), { code: 'CONFIG_VALUE' });
});

test('mini-batches need their bounds, and EXPLAIN shows them', () => {
  const session = testSession();
  const sql = 'SELECT age, COUNT(*) AS n FROM users GROUP BY age';
  const of = () => nodeOf(jobOf(sql, session), 'group-aggregate');
  const plain = of();
  assert.equal(plain.operator.miniBatch, undefined);
  run("SET 'table.exec.mini-batch.enabled' = 'true'", session);
  const refusal = (key: string, value: string) => ({
    code: 'CONFIG_VALUE',
    reason: `'table.exec.mini-batch.${key}' is ${value}, with 'table.exec.mini-batch.enabled'`,
    hint: 'It has to be more than 0.',
  });
  assert.throws(of, refusal('allow-latency', '0'));
  run("SET 'table.exec.mini-batch.allow-latency' = '2 s'", session);
  assert.throws(of, refusal('size', '-1'));
  run("SET 'table.exec.mini-batch.size' = '5000'", session);
  assert.deepEqual(of().operator.miniBatch, { rows: 5000, latencyMs: 2000 });
  assert.equal(of().id, plain.id);
  const [[text]] = rows(`EXPLAIN PLAN FOR ${sql}`, session) as [[string]];
  assert.ok(text.includes(' AS n], miniBatch=[5000 rows, 2000ms])'), text);
});

test('BEGIN STATEMENT SET collects inserts until END', () => {
  const session = testSession();
  const insert = 'INSERT INTO printed SELECT id, nick FROM users';
  assert.deepEqual(rows('BEGIN STATEMENT SET', session), [['Begin a statement set']]);
  run(insert, session);
  run(insert, session);
  assert.throws(() => run('SHOW TABLES', session), { code: 'BIND_INVALID' });
  const end = run('END', session);
  const path = 'default_catalog.default_database.printed';
  assert.deepEqual(end.kind === 'insert' && end.tables, [path, path]);
  assert.throws(() => run('END', session), { code: 'BIND_INVALID' });
});

const PUSHED =
  'default_catalog, default_database, users, filter=[>(age, 1)], project=[age], metadata=[]';

test('EXPLAIN has three sections, and shows no sink for a query', () => {
  const sql = 'SELECT age, COUNT(*) AS n FROM users WHERE age > 1 GROUP BY age';
  const [[text]] = rows(`EXPLAIN PLAN FOR ${sql}`) as [[string]];
  assert.equal(
    text,
    `== Abstract Syntax Tree ==
LogicalProject(age=[$0], n=[$1])
+- LogicalAggregate(group=[{0}], n=[COUNT()])
   +- LogicalProject(age=[$2])
      +- LogicalFilter(condition=[>($2, 1)])
         +- LogicalTableScan(table=[[default_catalog, default_database, users]])

== Optimized Physical Plan ==
GroupAggregate(groupBy=[age], select=[age, COUNT(*) AS n])
+- Exchange(distribution=[hash[age]])
   +- Calc(select=[age], where=[>(age, 1)])
      +- TableSourceScan(table=[[${PUSHED}]], fields=[age])

== Optimized Execution Plan ==
GroupAggregate(groupBy=[age], select=[age, COUNT(*) AS n])
+- Exchange(distribution=[hash[age]])
   +- Calc(select=[age], where=[(age > 1)])
      +- TableSourceScan(table=[[${PUSHED}]], fields=[age])`,
  );
});

test('EXPLAIN JSON_EXECUTION_PLAN lists the nodes of the job', () => {
  const [[text]] = rows('EXPLAIN JSON_EXECUTION_PLAN SELECT UPPER(nick) FROM users') as [[string]];
  const [, json] = text.split('== Physical Execution Plan ==\n');
  const { nodes } = JSON.parse(json ?? '') as { nodes: { pact: string; id: number }[] };
  assert.deepEqual(
    nodes.map((node) => [node.id, node.pact]),
    [
      [1, 'Data Source'],
      [2, 'Operator'],
      [3, 'Data Sink'],
    ],
  );
});

test('EXPLAIN JSON_EXECUTION_PLAN tells how operators reach their state', () => {
  const session = testSession();
  const states = (): unknown[] => {
    const explain = 'EXPLAIN JSON_EXECUTION_PLAN SELECT age, COUNT(*) FROM users GROUP BY age';
    const [[text]] = rows(explain, session) as [[string]];
    const [, json] = text.split('== Physical Execution Plan ==\n');
    const { nodes } = JSON.parse(json ?? '') as { nodes: { state?: string }[] };
    return nodes.flatMap(({ state }) => state ?? []);
  };
  assert.deepEqual(states(), []);
  run("SET 'state.backend.type' = 'forst'", session);
  assert.deepEqual(states(), ['asynchronous']);
  run("SET 'table.exec.async-state.enabled' = 'false'", session);
  assert.deepEqual(states(), ['synchronous: table.exec.async-state.enabled is false']);
  run("SET 'state.backend.forst.sync.enforce-local' = 'false'", session);
  assert.deepEqual(states(), ['batch by batch: table.exec.async-state.enabled is false']);
});

test('EXPLAIN names operators that fall back to synchronous state, and why', () => {
  const access = 'synchronous: the operator cannot name what it will read';
  const nodes = [
    { description: 'TableSourceScan', access: null },
    { description: 'Match(partitionBy=[id])', access },
    { description: 'Join', access: 'asynchronous' },
  ];
  assert.equal(fallbackText(nodes), `Match(partitionBy=[id])\n+- ${access}`);
  assert.equal(fallbackText(nodes.slice(0, 1)), '');
});

test('an insert names its sink, and casts what Flink casts', () => {
  assert.deepEqual(planOf('INSERT INTO printed SELECT age, nick FROM users'), [
    'Sink(table=[default_catalog.default_database.printed], fields=[id, name])',
    '+- Calc(select=[CAST(age AS BIGINT) AS id, nick AS name])',
    '   +- TableSourceScan(table=[[users, project=[nick, age], metadata=[]]], fields=[nick, age])',
  ]);
  const [, some] = planOf('INSERT INTO printed (name) SELECT nick FROM users');
  assert.equal(some, '+- Calc(select=[null:BIGINT AS id, nick AS name])');
});

test('an operator keeps its id where the query changes elsewhere', () => {
  const idOf = (sql: string) =>
    jobOf(sql).nodes.find(({ operator }) => operator.kind === 'group-aggregate')?.id;
  const counted = idOf('SELECT nick, COUNT(*) FROM users GROUP BY nick');
  assert.equal(idOf('SELECT COUNT(*) + 1, nick FROM users GROUP BY nick'), counted);
  assert.notEqual(idOf('SELECT age, COUNT(*) FROM users GROUP BY age'), counted);
  assert.notEqual(idOf('SELECT nick, COUNT(*) FROM users WHERE age > 1 GROUP BY nick'), counted);
});

test('a job is plain data with stable ids', () => {
  const sql = 'SELECT a.nick FROM users AS a JOIN airports AS b ON a.nick = b.code';
  const job = jobOf(sql);
  assert.deepEqual(structuredClone(job), job);
  assert.deepEqual(jobOf(sql), job);
  assert.deepEqual(
    job.nodes.map((node) => node.id.replace(/-[0-9a-f]{12}$/, '')),
    ['source', 'source', 'join', 'calc', 'sink'],
  );
  assert.deepEqual(
    job.nodes[2]?.inputs.map((input) => [input.node, input.exchange]),
    [
      [0, { kind: 'hash', keys: [0] }],
      [1, { kind: 'hash', keys: [0] }],
    ],
  );
});

test('SELECT without FROM is one row of one task', () => {
  const job = jobOf('SELECT 1');
  assert.deepEqual(
    job.nodes.map((node) => [node.operator.kind, node.parallelism]),
    [
      ['values', 1],
      ['calc', 1],
      ['sink', 1],
    ],
  );
});

test('rows that lie by a key already are not sent again', () => {
  const job = jobOf(`
    SELECT nick, MAX(n) FROM (
      SELECT nick, COUNT(*) AS n FROM users GROUP BY nick
    ) GROUP BY nick`);
  const aggregates = job.nodes.filter((node) => node.operator.kind === 'group-aggregate');
  assert.deepEqual(
    aggregates.map((node) => node.inputs[0]?.exchange.kind),
    ['hash', 'forward'],
  );
});
