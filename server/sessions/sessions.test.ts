import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../conf/clock.js';
import { Configuration } from '../../conf/configuration.js';
import { connectors } from '../../operators/runtime/connectors.js';
import { LocalExecutor } from '../../operators/runtime/local-executor.js';
import { Catalogs } from '../../planner/catalog/catalogs.js';
import { PlannerSession } from '../../planner/session.js';
import { JobRegistry } from '../jobs/job-registry.js';
import type { Engine } from './engine.js';
import type { Operation } from './operation.js';
import { Sessions } from './sessions.js';

function start(settings: Readonly<Record<string, string>> = {}) {
  const clock = new ManualClock();
  const executor = new LocalExecutor(clock, connectors);
  const logged: string[] = [];
  const engine: Engine = {
    configuration: Configuration.of({ 'table.local-time-zone': 'UTC', ...settings }),
    clock,
    jobs: new JobRegistry(executor),
    planner: (configuration) => new PlannerSession(new Catalogs(), configuration),
    log: ({ text }) => void logged.push(text),
  };
  return { clock, executor, engine, logged, sessions: new Sessions(engine) };
}

/** The page of a token once the statement has a result. */
async function page(operation: Operation, token: number) {
  for (;;) {
    const found = await operation.page(token);
    if (found !== null) return found;
  }
}

test('a session that no request names is closed after the timeout', () => {
  const { clock, sessions } = start({
    'sql-gateway.session.idle-timeout': '10 min',
    'sql-gateway.session.check-interval': '1 min',
  });
  const [idle, used] = [sessions.open(), sessions.open()];
  clock.advance(9 * 60_000);
  assert.equal(sessions.get(used.id), used);
  clock.advance(60_000);
  assert.throws(() => sessions.get(idle.id), { code: 'SESSION_MISSING' });
  assert.equal(sessions.get(used.id), used);
});

test('settings: the server’s below the properties, SET over both, RESET back to them', () => {
  const { sessions } = start({ 'pipeline.name': 'server', mine: 'server' });
  const session = sessions.open({ 'pipeline.name': 'property' });
  const run = (sql: string) => session.submit(sql);
  run("SET 'pipeline.name' = 'set'");
  assert.equal(session.properties()['pipeline.name'], 'set');
  run("RESET 'pipeline.name'");
  assert.equal(session.properties()['pipeline.name'], 'property');
  assert.equal(session.properties().mine, 'server');
});

test('settings of one statement are gone behind it', async () => {
  const { sessions, engine } = start();
  const session = sessions.open({ 'pipeline.name': 'session' });
  await page(session.submit('SELECT 1', { 'pipeline.name': 'statement', extra: 'x' }), 0);
  assert.equal(engine.jobs.list()[0]?.spec.name, 'statement');
  assert.equal(session.properties()['pipeline.name'], 'session');
  assert.equal(session.properties().extra, undefined);
});

test('sessions do not see each other’s tables', async () => {
  const { sessions } = start();
  const [one, other] = [sessions.open(), sessions.open()];
  const table = "CREATE TABLE t (a INT) WITH ('connector' = 'blackhole')";
  assert.equal((await page(one.submit(table), 0)).resultKind, 'SUCCESS');
  assert.equal((await page(other.submit(table), 0)).resultKind, 'SUCCESS');
  await assert.rejects(page(one.submit(table), 0), { code: 'CATALOG_EXISTS' });
});

test('an empty page is held back for a while, then given', async () => {
  const { sessions, clock, executor } = start();
  const session = sessions.open();
  const table = "CREATE TABLE t (a INT) WITH ('connector' = 'feed')";
  await page(session.submit(table), 0);
  const operation = session.submit('SELECT a FROM t');
  await executor.idle();
  const empty = page(operation, 0);
  await executor.idle();
  clock.advance(100);
  assert.deepEqual((await empty).rows, []);
  const next = page(operation, 1);
  executor.feed('default_catalog.default_database.t', [{ kind: 0, values: [7] }]);
  assert.deepEqual((await next).rows, [{ kind: 0, values: [7] }]);
  executor.endFeed('default_catalog.default_database.t');
  assert.equal((await page(operation, 2)).type, 'EOS');
  session.close();
});

test('two requests for one page get the same rows', async () => {
  const { sessions } = start();
  const operation = sessions.open().submit('VALUES 1, 2, 3');
  await page(operation, 0);
  const pages = await Promise.all([page(operation, 1), page(operation, 1)]);
  assert.deepEqual(pages[0], pages[1]);
});

test('an unknown key of a client of the Gateway is accepted, and told to the log', async () => {
  const { sessions, logged } = start();
  const session = sessions.open({ 'parallelism.defalt': '2' });
  await page(session.submit("SET 'millrace.worker' = '3'"), 0);
  assert.deepEqual(logged, [
    "'parallelism.defalt' is unknown to Millrace and to Flink. " +
      "Did you mean 'parallelism.default'?",
    "'millrace.worker' is unknown to Millrace and to Flink. Did you mean 'millrace.workers'?",
  ]);
  assert.equal(session.properties()['parallelism.defalt'], '2');
});
