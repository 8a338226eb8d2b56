/**
 * `latency-proxy.ts` in a process of its own, so that its CPU time is not the measured process's.
 * Run as a program: its first argument is the target.
 */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type ProxyCounts, startLatencyProxy } from './latency-proxy.js';

export interface FarServer {
  readonly endpoint: string;
  /** Since it started. */
  counts(): Promise<ProxyCounts>;
  stop(): Promise<void>;
}

export async function startFarServer(target: string): Promise<FarServer> {
  const child = fork(fileURLToPath(import.meta.url), [target]);
  const next = <T>(): Promise<T> =>
    new Promise((resolve, reject) => {
      child.once('message', (message) => resolve(message as T));
      child.once('exit', () => reject(new Error('The proxy ended')));
    });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const endpoint = await next<string>();
  return {
    endpoint,
    counts: () => {
      child.send('counts');
      return next<ProxyCounts>();
    },
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const proxy = await startLatencyProxy(process.argv[2] as string);
  process.on('message', () => process.send?.(proxy.counts));
  process.on('disconnect', () => process.exit());
  process.send?.(proxy.endpoint);
}
