/** For tests of jobs over several servers: a folder with input and output, and what is asked. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Configuration } from '../../conf/configuration.js';
import type { Server } from '../assembly.js';
import { startServer } from '../server.js';

/** A place with input and output of its own. */
export class Place {
  readonly folder: string;
  #files = 0;

  constructor(root: string, name: string) {
    this.folder = join(root, name);
    mkdirSync(join(this.folder, 'in'), { recursive: true });
  }

  start(settings: Readonly<Record<string, string>> = {}): Promise<Server> {
    return startServer(
      Configuration.of({
        'sql-gateway.endpoint.rest.port': '0',
        'millrace.workers': '2',
        'table.catalog-store.kind': 'generic_in_memory',
        'millrace.job-store.path': join(this.folder, 'jobs'),
        'execution.checkpointing.interval': '50 ms',
        'execution.checkpointing.dir': join(this.folder, 'checkpoints'),
        'execution.checkpointing.savepoint-dir': join(this.folder, 'savepoints'),
        ...settings,
      }),
    );
  }

  feed(...rows: readonly string[]): void {
    const name = `${String(this.#files++).padStart(3, '0')}.csv`;
    writeFileSync(join(this.folder, name), `${rows.join('\n')}\n`);
    // Whole when it is seen.
    renameSync(join(this.folder, name), join(this.folder, 'in', name));
  }

  /** Counts rows of windows: state, timers and an append-only sink. */
  get sql(): string {
    return `CREATE TABLE events (k STRING, n BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH (
        'connector' = 'filesystem', 'path' = '${this.folder}/in', 'format' = 'csv',
        'source.monitor-interval' = '20 ms');
      CREATE TABLE sums (k STRING, w TIMESTAMP(3), total BIGINT) WITH (
        'connector' = 'filesystem', 'path' = '${this.folder}/out', 'format' = 'csv');
      INSERT INTO sums SELECT k, window_start, SUM(n)
        FROM TABLE(TUMBLE(TABLE events, DESCRIPTOR(ts), INTERVAL '10' SECOND))
        GROUP BY k, window_start, window_end`;
  }

  /** The rows of all visible files, sorted. */
  rows(): string[] {
    const names = readdirSync(join(this.folder, 'out')).filter((name) => !name.startsWith('.'));
    const texts = names.map((name) => readFileSync(join(this.folder, 'out', name), 'utf8'));
    return texts.flatMap((text) => text.split('\n').filter((line) => line !== '')).sort();
  }
}

export async function post(url: string, body: string): Promise<string> {
  const response = await fetch(url, { method: 'POST', body });
  const text = await response.text();
  assert.ok(response.ok, text);
  return text;
}

export async function json(url: string): Promise<Record<string, never>> {
  return (await fetch(url)).json() as Promise<Record<string, never>>;
}

/** Starts the job of the place. @returns its id */
export async function submit(
  { url }: Server,
  place: Place,
  settings = '',
  sql = place.sql,
): Promise<string> {
  await post(`${url}/sql?detach=true`, `${settings}${sql}`);
  const { jobs } = (await json(`${url}/jobs`)) as unknown as { jobs: { id: string }[] };
  return jobs.at(-1)?.id as string;
}

/** Takes a checkpoint that holds all rows read so far. */
export async function checkpoint({ url }: Server, job: string, rows: number): Promise<void> {
  for (;;) {
    const { progress, error } = (await json(`${url}/jobs/${job}`)) as unknown as {
      progress: { rows: number };
      error?: string;
    };
    assert.equal(error, undefined);
    if (progress.rows >= rows) break;
    await new Promise(setImmediate);
  }
  await post(`${url}/jobs/${job}/checkpoints`, '');
}

/** Waits for the end of a job. @returns it */
export async function ended({ url }: Server, job: string): Promise<Record<string, string>> {
  for (;;) {
    const found = (await json(`${url}/jobs/${job}`)) as never as Record<string, string>;
    if (Number(found['end-time']) >= 0) return found;
    await new Promise(setImmediate);
  }
}
