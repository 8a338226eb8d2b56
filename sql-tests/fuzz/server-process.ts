/**
 * The server that requests are sent to, in a process of its own: `fork`ed with `--expose-gc`. Tells
 * its parent its port, and every time that the HTTP thread was kept from its events for long, how
 * long; answers `memory` with what it holds after a collection, and `close` by ending.
 *
 * A stall is counted in CPU time of the thread, where the system tells it (Linux): on a busy
 * machine a thread that waits for a core has not hung.
 */
import { readFileSync } from 'node:fs';
import { Configuration } from '../../conf/configuration.js';
import { startServer } from '../../server/server.js';

export type FromServer =
  | { readonly kind: 'started'; readonly port: number }
  | { readonly kind: 'stalled'; readonly ms: number }
  | { readonly kind: 'memory'; readonly heapBytes: number; readonly residentBytes: number };

export type ToServer = 'memory' | 'close';

const LONGEST_MS = 1000;
const TICK_MS = 50;
/** What a tick of `/proc`'s clocks is on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

function threadMs(): number {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  } catch {
    return performance.now();
  }
}

function tell(message: FromServer): void {
  process.send?.(message);
}

const server = await startServer(
  Configuration.of({
    'sql-gateway.endpoint.rest.port': '0',
    'millrace.workers': '2',
    'millrace.http.max-body-size': '256kb',
    'table.local-time-zone': 'UTC',
  }),
);
let before = threadMs();
setInterval(() => {
  const now = threadMs();
  if (now - before > LONGEST_MS) tell({ kind: 'stalled', ms: now - before });
  before = now;
}, TICK_MS);
process.on('message', (message: ToServer) => {
  if (message === 'close') {
    void server.close().then(() => process.exit(0));
    return;
  }
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  tell({ kind: 'memory', heapBytes: heapUsed, residentBytes: rss });
});
process.on('disconnect', () => process.exit(1));
tell({ kind: 'started', port: Number(new URL(server.url).port) });
