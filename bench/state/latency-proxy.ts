/**
 * An HTTP proxy that makes a near S3 server far: each request waits as long as one over a network
 * does, and requests and bytes are counted. Requests pass unchanged (`Host` too), so that
 * signatures hold. Run it in a process of its own (`far-server.ts`) where CPU time is measured.
 *
 * Waits are log-normal, fixed by median and 99th percentile, drawn from a seed.
 */
import http from 'node:http';
import { Random } from '../../conf/random.js';
import { type Loopback, serve } from '../../state/contract/loopback.js';

export interface Latency {
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** What S3 is like from a machine in its region. */
export const S3_LATENCY: Latency = { medianMs: 25, p99Ms: 80 };

export interface ProxyCounts {
  requests: number;
  /** Requests by method. */
  readonly byMethod: Record<string, number>;
  /** Of bodies. */
  sentBytes: number;
  receivedBytes: number;
  /** The same of files of state alone, and copies of them that the server made by itself. */
  readonly state: { gets: number; copies: number; sentBytes: number; receivedBytes: number };
}

const STATE_FILE = /\.sst(?:\?|$)/;

export interface LatencyProxy extends Loopback {
  readonly counts: ProxyCounts;
}

/** The standard normal distribution's 99th percentile. */
const NORMAL_P99 = 2.3263;

/** @param target `http://host:port` */
export async function startLatencyProxy(
  target: string,
  latency: Latency = S3_LATENCY,
  seed = 1,
): Promise<LatencyProxy> {
  const { hostname, port } = new URL(target);
  const random = new Random(seed);
  const spread = Math.log(latency.p99Ms / latency.medianMs) / NORMAL_P99;
  const counts: ProxyCounts = {
    requests: 0,
    byMethod: {},
    sentBytes: 0,
    receivedBytes: 0,
    state: { gets: 0, copies: 0, sentBytes: 0, receivedBytes: 0 },
  };
  const agent = new http.Agent({ keepAlive: true, maxFreeSockets: 1024 });
  const { endpoint, close } = await serve((request, response) => {
    const { method = 'GET', url: path, headers } = request;
    counts.requests++;
    counts.byMethod[method] = (counts.byMethod[method] ?? 0) + 1;
    const { state } = counts;
    const isState = STATE_FILE.test(path ?? '');
    if (isState && method === 'GET') state.gets++;
    if (isState && headers['x-amz-copy-source'] !== undefined) state.copies++;
    const forward = (): void => {
      const onward = http.request({ hostname, port, method, path, headers, agent }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('data', (chunk: Buffer) => {
          counts.receivedBytes += chunk.length;
          if (isState) state.receivedBytes += chunk.length;
        });
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      request.on('data', (chunk: Buffer) => {
        counts.sentBytes += chunk.length;
        if (isState) state.sentBytes += chunk.length;
      });
      request.pipe(onward);
    };
    setTimeout(forward, latency.medianMs * Math.exp(spread * random.nextGaussian()));
  });
  const closed = (): Promise<void> => {
    agent.destroy();
    return close();
  };
  return { endpoint, counts, close: closed };
}
