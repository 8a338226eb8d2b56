/**
 * A server and its first query. The query's tasks run once more on this thread, so that V8 has
 * compiled here what a worker needs too.
 */
import { randomUUID } from 'node:crypto';
import { systemClock } from '../../conf/clock.js';
import { assert } from '../../conf/errors/error.js';
import { loadConfiguration } from '../../conf/load.js';
import { REST_PORT } from '../../conf/options/sql-gateway.js';
import { connectors } from '../../operators/runtime/connectors.js';
import { LocalExecutor } from '../../operators/runtime/local-executor.js';
import { Catalogs } from '../../planner/catalog/catalogs.js';
import { readStatement } from '../../planner/dialect/read.js';
import { PlannerSession } from '../../planner/session.js';
import { startServer } from '../server.js';

const QUERY = 'SELECT 1 AS n';

export async function runFirstQuery(): Promise<void> {
  const overrides = [`${REST_PORT.key}=0`];
  const { configuration } = loadConfiguration({ environment: {}, overrides });
  const server = await startServer(configuration);
  const response = await fetch(`${server.url}/sql`, { method: 'POST', body: QUERY });
  const row = await response.text();
  assert(row === '{"n":1}\n', 'The first query gives its row');
  await server.close();

  const planner = new PlannerSession(new Catalogs(), configuration);
  const prepared = planner.prepare(readStatement(QUERY, configuration), QUERY);
  assert(prepared.kind === 'query', 'A SELECT is a query');
  const executor = new LocalExecutor(systemClock, connectors);
  await executor.start(randomUUID().replaceAll('-', ''), prepared.job).done;
}
