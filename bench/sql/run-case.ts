/**
 * One case of the benchmark in a process of its own, so that no case runs on loops another one
 * warmed: `node run-case.js NAME SCALE RUNS`. Prints one line of JSON.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../conf/clock.js';
import { Configuration } from '../../conf/configuration.js';
import type { JobSpec } from '../../operators/core/spec.js';
import { connectors } from '../../operators/runtime/connectors.js';
import type { Environment } from '../../operators/runtime/environment.js';
import { LocalExecutor } from '../../operators/runtime/local-executor.js';
import { Catalogs } from '../../planner/catalog/catalogs.js';
import { parseScript } from '../../planner/parser/parse.js';
import { PlannerSession } from '../../planner/session.js';
import { type Case, fileCases, memoryCases } from './cases.js';
import { MeasuringSink } from './measuring-sink.js';
import { type MemoryTable, memorySource } from './memory-table.js';

export interface CaseResult {
  readonly name: string;
  readonly ceiling: number | null;
  readonly inputRows: number;
  readonly outputRows: number;
  /** Of all changes folded, independent of order. */
  readonly checksum: number;
  /** Best run: CPU seconds of the process, seconds on the clock. */
  readonly cpuSeconds: number;
  readonly seconds: number;
}

type Tables = Readonly<Record<string, MemoryTable>>;

/** A bounded table of any columns; its rows never come from there. */
const IN_MEMORY = "('connector' = 'filesystem', 'path' = 'memory', 'format' = 'json')";

const JOB_ID = '0'.repeat(32);

async function runCase(bench: Case, scale: number, runs: number, dir: string): Promise<CaseResult> {
  const tables = bench.tables(scale);
  const session = new PlannerSession(new Catalogs(), Configuration.of({}));
  const insert = bench.out === '' ? bench.sql : `INSERT INTO o ${bench.sql}`;
  for (const statement of setupOf(bench, tables, dir)) await execute(session, statement, tables);
  const hashing = new MeasuringSink(true);
  await run(prepare(session, insert), tables, hashing);
  let best = { cpuSeconds: Infinity, seconds: Infinity };
  for (let i = 0; i < runs; i++) {
    const cpu = process.cpuUsage();
    const start = performance.now();
    await run(prepare(session, insert), tables, new MeasuringSink(false));
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const cpuSeconds = (user + system) / 1e6;
    if (cpuSeconds < best.cpuSeconds) best = { cpuSeconds, seconds };
  }
  const ofTables = Object.values(tables).reduce((sum, it) => sum + it.rows * it.passes, 0);
  return {
    name: bench.name,
    ceiling: bench.ceiling,
    inputRows: bench.inputRows?.(scale) ?? ofTables,
    outputRows: hashing.rows,
    checksum: hashing.checksum,
    ...best,
  };
}

function setupOf(bench: Case, tables: Tables, dir: string): string[] {
  const memory = Object.entries(tables).map(
    ([name, { columns }]) => `CREATE TABLE ${name} (${columns}) WITH ${IN_MEMORY}`,
  );
  const out =
    bench.out === '' ? [] : [`CREATE TABLE o (${bench.out}) WITH ('connector' = 'blackhole')`];
  const files = (bench.setup ?? '').split(';').filter((sql) => sql.trim() !== '');
  const made = bench.prepare === undefined ? [] : [bench.prepare];
  return [...memory, ...out, ...files, ...made].map((sql) => sql.replaceAll('{dir}', dir));
}

async function execute(session: PlannerSession, sql: string, tables: Tables): Promise<void> {
  for (const statement of parseScript(sql)) {
    const prepared = session.prepare(statement, sql);
    if (prepared.kind !== 'result') await run(prepared.job, tables, new MeasuringSink(false));
  }
}

function prepare(session: PlannerSession, sql: string): JobSpec {
  const [statement] = parseScript(sql);
  if (statement === undefined) throw new Error('The case has no statement');
  const prepared = session.prepare(statement, sql);
  if (prepared.kind === 'result') throw new Error('The case makes no job');
  return prepared.job;
}

async function run(job: JobSpec, tables: Tables, measuring: MeasuringSink): Promise<void> {
  const environment: Environment = {
    ...connectors,
    source(node) {
      const { operator } = node;
      const name = operator.kind === 'source' ? operator.table.split('.').at(-1) : undefined;
      const table = tables[name ?? ''];
      if (operator.kind !== 'source' || table === undefined) return connectors.source(node);
      return memorySource(table, operator.columns);
    },
    sink: (spec) => (spec.connector === 'blackhole' ? measuring.sink() : connectors.sink(spec)),
  };
  const running = new LocalExecutor(systemClock, environment).start(JOB_ID, job);
  await running.done;
  if (running.error !== undefined) throw running.error;
}

const [name, scale = '1', runs = '3'] = process.argv.slice(2);
const found = [...memoryCases, ...fileCases(Number(scale))].find((each) => each.name === name);
if (found === undefined) throw new Error(`No case is called '${name}'`);
const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));
try {
  const result = await runCase(found, Number(scale), Number(runs), folder);
  process.stdout.write(`${JSON.stringify(result)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
