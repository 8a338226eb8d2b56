/**
 * Starts a server. The first worker starts before the rest is loaded, so that both load at the same
 * time.
 */
import type { Configuration } from '../conf/configuration.js';
import { WORKERS } from '../conf/options/millrace.js';
import { WorkerPool } from '../operators/runtime/worker-pool.js';
import type { Server } from './assembly.js';

/** @throws SERVER_ADDRESS */
export async function startServer(configuration: Configuration): Promise<Server> {
  const pool = new WorkerPool({ workers: configuration.get(WORKERS) });
  const { assemble } = await import('./assembly.js');
  return assemble(configuration, pool);
}
