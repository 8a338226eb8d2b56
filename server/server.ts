/** The whole server: workers, jobs, sessions and the HTTP surface, put together and taken apart. */
import { systemClock } from '../conf/clock.js';
import type { Configuration } from '../conf/configuration.js';
import { WORKERS } from '../conf/options/millrace.js';
import { WorkerPool } from '../operators/runtime/worker-pool.js';
import { Catalogs } from '../planner/catalog/catalogs.js';
import { PlannerSession } from '../planner/session.js';
import { listen } from './http/listen.js';
import { createHttpServer } from './http/server.js';
import { JobRegistry } from './jobs/job-registry.js';
import type { Engine } from './sessions/engine.js';
import { Sessions } from './sessions/sessions.js';
import { packageVersion } from './version.js';

export interface Server {
  /** Without a slash at the end. */
  readonly url: string;
  /** Cancels all jobs, closes all sessions and connections, ends the workers. */
  close(): Promise<void>;
}

/** @throws SERVER_ADDRESS */
export async function startServer(configuration: Configuration): Promise<Server> {
  const pool = new WorkerPool({ workers: configuration.get(WORKERS) });
  const jobs = new JobRegistry(pool);
  const catalogs = new Catalogs();
  const engine: Engine = {
    configuration,
    clock: systemClock,
    jobs,
    planner: (settings) => new PlannerSession(catalogs, settings),
  };
  const sessions = new Sessions(engine);
  const http = createHttpServer({ engine, sessions, version: packageVersion() });
  const close = async (): Promise<void> => {
    sessions.closeAll();
    await jobs.close();
    await http.close();
    await pool.close();
  };
  try {
    return { url: await listen(http, configuration), close };
  } catch (error) {
    await close();
    throw error;
  }
}
