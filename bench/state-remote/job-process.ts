/**
 * One job in a process of its own: SQL through the planner, the tasks on one thread, its
 * checkpoints kept as a server keeps them. Whoever forked it says what to do (`job-messages.ts`).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../conf/clock.js';
import { Configuration } from '../../conf/configuration.js';
import { assert, describe, MillraceError } from '../../conf/errors/error.js';
import type { Batch } from '../../operators/core/batch.js';
import type { Sink } from '../../operators/core/sink.js';
import { connectors } from '../../operators/runtime/connectors.js';
import type { Environment } from '../../operators/runtime/environment.js';
import type { JobRun } from '../../operators/runtime/job-run.js';
import { LocalExecutor } from '../../operators/runtime/local-executor.js';
import { Catalogs } from '../../planner/catalog/catalogs.js';
import { parseScript } from '../../planner/parser/parse.js';
import { PlannerSession } from '../../planner/session.js';
import { DurableJobs } from '../../server/jobs/durable-jobs.js';
import { JobRegistry } from '../../server/jobs/job-registry.js';
import { StoredJobs } from '../../server/jobs/stored-jobs.js';
import type { Vector } from '../../state/column/vector.js';
import { cpuMs } from '../cpu-ms.js';
import type { FromJob, JobPlan, Look, ToJob } from './job-messages.js';
import { RowsOnDemand } from './rows-on-demand.js';
import { COLUMNS, makers } from './tables.js';

const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-job-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
process.once('SIGTERM', () => process.exit());
process.once('disconnect', () => process.exit());

const tables = new Map<string, RowsOnDemand>();
let rowsOut = 0;
let registry: JobRegistry | undefined;
let running: JobRun | undefined;

function say(message: FromJob): void {
  process.send?.(message);
}

function take(batch: Batch): void {
  if (rowsOut === 0 && batch.count > 0) {
    const last = batch.selection === null ? batch.count - 1 : (batch.selection.at(-1) as number);
    const values = batch.columns.map((column) => numberAt(column, last));
    say({ kind: 'row', values, cpuSeconds: cpuMs() / 1000 });
  }
  rowsOut += batch.count;
}

function numberAt(vector: Vector, row: number): number | null {
  return vector.lane === 'f64' ? (vector.values[row] as number) : null;
}

const sink: Sink = {
  open: async () => ({ write: take, prepare: async () => [], close: async () => undefined }),
  commit: async () => undefined,
  abort: async () => undefined,
};

const environment: Environment = {
  ...connectors,
  source: (node) => {
    const { operator } = node;
    assert(operator.kind === 'source', 'A source node has a source');
    return rowsOf(operator.table.split('.').at(-1) ?? '').source(operator.columns);
  },
  sink: (spec) => (spec.connector === 'blackhole' ? sink : connectors.sink(spec)),
};

const executor = new LocalExecutor(systemClock, environment);

function rowsOf(table: string): RowsOnDemand {
  const rows = tables.get(table);
  assert(rows !== undefined, `${table} is a table of the query`);
  return rows;
}

/** The rows come from elsewhere; the planner wants a connector. */
const READ = "('connector' = 'datagen')";

async function start({ tables: read, uniform, out, query, settings }: JobPlan): Promise<void> {
  const configuration = Configuration.of(settings);
  const session = new PlannerSession(new Catalogs(), configuration);
  const make = makers(uniform === true);
  const setup = read.map((name) => `CREATE TABLE ${name} (${COLUMNS[name]}) WITH ${READ}`);
  for (const name of read) tables.set(name, new RowsOnDemand(make[name]));
  for (const sql of [...setup, `CREATE TABLE o (${out}) WITH ('connector' = 'blackhole')`]) {
    for (const statement of parseScript(sql)) session.prepare(statement, sql);
  }
  const insert = `INSERT INTO o ${query}`;
  const [statement] = parseScript(insert);
  assert(statement !== undefined, 'There is a statement');
  const prepared = session.prepare(statement, insert);
  assert(prepared.kind !== 'result', 'The statement makes a job');
  const stored = new StoredJobs(join(folder, 'jobs'), configuration);
  const warn = (text: string): void => say({ kind: 'failed', text });
  const durable = new DurableJobs({ clock: systemClock, engine: 'bench', stored, warn });
  registry = new JobRegistry(executor, durable);
  running = registry.start(prepared.job);
  while (running.state !== 'RUNNING') {
    if (running.error !== undefined) throw running.error;
    await new Promise(setImmediate);
  }
  say({ kind: 'running' });
}

async function checkpoint(): Promise<void> {
  assert(registry !== undefined && running !== undefined, 'A job runs');
  const coordinator = registry.coordinator(running.id);
  const before = performance.now();
  await coordinator.checkpoint();
  const ms = performance.now() - before;
  const { path = '', stateBytes = 0 } = coordinator.statistics.records[0] ?? {};
  say({ kind: 'checkpointed', ms, path, stateBytes });
}

function look(): Look {
  assert(running !== undefined, 'A job runs');
  if (running.error !== undefined) throw running.error;
  const { state } = running.progress();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return {
    rowsOut,
    state,
    cpuSeconds: cpuMs() / 1000,
    heapBytes: heapUsed,
    arrayBytes: arrayBuffers,
    residentBytes: rss,
    mostResidentBytes: process.resourceUsage().maxRSS * 1024,
  };
}

process.on('message', (message: ToJob) => {
  obey(message).catch((error: unknown) => {
    const text = error instanceof MillraceError ? describe(error) : String(error);
    say({ kind: 'failed', text });
  });
});

async function obey(message: ToJob): Promise<void> {
  switch (message.kind) {
    case 'start':
      return start(message.plan);
    case 'give':
      return rowsOf(message.table).give(message.order);
    case 'checkpoint':
      return checkpoint();
    case 'rest':
      await executor.idle();
      return say({ kind: 'looked', look: look() });
    case 'look':
      return say({ kind: 'looked', look: look() });
  }
}
