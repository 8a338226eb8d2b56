/** The whole server: jobs, sessions and HTTP over workers, put together and taken apart. */
import { systemClock } from '../conf/clock.js';
import type { Configuration } from '../conf/configuration.js';
import type { KeyNotice } from '../conf/known-keys.js';
import { FUNCTION_PATHS, JOB_STORE_FOLDER } from '../conf/options/millrace.js';
import type { WorkerPool } from '../operators/runtime/worker-pool.js';
import { Catalogs } from '../planner/catalog/catalogs.js';
import { openCatalogStores } from '../planner/catalog/open-store.js';
import { PlannerSession } from '../planner/session.js';
import { listen } from './http/listen.js';
import { createHttpServer } from './http/server.js';
import { DurableJobs } from './jobs/durable-jobs.js';
import { JobRegistry } from './jobs/job-registry.js';
import { StoredJobs } from './jobs/stored-jobs.js';
import type { Engine } from './sessions/engine.js';
import { Sessions } from './sessions/sessions.js';
import { packageVersion } from './version.js';

export interface Server {
  /** Without a slash at the end. */
  readonly url: string;
  /** Cancels all jobs, closes all sessions and connections, ends the workers. */
  close(): Promise<void>;
}

/** How long jobs get to give back what they hold, before their threads are ended. */
const CLOSE_MS = 5000;

/** @throws SERVER_ADDRESS, CATALOG_STORE_LOCKED, CATALOG_STORE_BROKEN, CONFIG_VALUE */
export async function assemble(configuration: Configuration, pool: WorkerPool): Promise<Server> {
  const stores = await openCatalogStores(configuration).catch(async (error: unknown) => {
    await pool.close();
    throw error;
  });
  // The server's alone: a session's settings do not count.
  const functionPaths = configuration.get(FUNCTION_PATHS);
  const durable = new DurableJobs({
    clock: systemClock,
    engine: packageVersion(),
    stored: new StoredJobs(configuration.get(JOB_STORE_FOLDER), configuration),
    warn: (text) => void process.stderr.write(`${text}\n`),
  });
  const jobs = new JobRegistry(pool, durable);
  const engine: Engine = {
    configuration,
    clock: systemClock,
    jobs,
    planner: (settings) =>
      new PlannerSession(new Catalogs(stores.forSession(), functionPaths), settings),
    log: logOnce(),
  };
  const sessions = new Sessions(engine);
  const http = createHttpServer({ engine, sessions, version: packageVersion() });
  const close = async (): Promise<void> => {
    sessions.closeAll();
    const timeout = new Promise<void>((resolve) => void systemClock.after(CLOSE_MS, resolve));
    await Promise.race([jobs.close(), timeout]);
    await http.close();
    await stores.close();
    await pool.close();
  };
  try {
    await jobs.resume();
    return { url: await listen(http, configuration), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Clients name the keys, so their number and length are bounded. */
const MOST_LOGGED = 1000;
const LONGEST_LOGGED = 400;

/** Writes what is noticed about a key to the server's log, the first time. */
function logOnce(): (notice: KeyNotice) => void {
  const logged = new Set<string>();
  return ({ key, text }) => {
    if (logged.has(key) || logged.size === MOST_LOGGED || text.length > LONGEST_LOGGED) return;
    logged.add(key);
    process.stderr.write(`${text.replaceAll(/\p{Cc}/gu, ' ')}\n`);
  };
}
