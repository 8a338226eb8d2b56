/**
 * `node dist/bench/large-key.js [--rows 10000000] [--managed 64] [--side added]`: a key
 * larger than memory. Many rows under one join key are loaded into state on forst with little
 * managed memory (MB), then 2,048 rows meet them all; an unaligned checkpoint is asked for as soon
 * as the first pair is out. The many are rows that are only `added`, rows with a `unique` key, each
 * of which was replaced, or those of an `outer` side. Ends with 1 when a bar is missed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Bar, MEGABYTE, megabytes, printTable } from './state-remote/bar.js';
import type { JobPlan } from './state-remote/job-messages.js';
import { StateJob } from './state-remote/state-job.js';
import type { TableName } from './state-remote/tables.js';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000000' },
    managed: { type: 'string', default: '64' },
    side: { type: 'string', default: 'added' },
  },
});
/** Padded rows of the outer side are left out behind the join. */
const OUTER = `
  SELECT m, n FROM many LEFT JOIN few ON few.k = many.k
  WHERE COALESCE(m, CAST(-1 AS BIGINT)) >= 0`;
const QUERIES: Readonly<Record<string, { readonly many: TableName; readonly query: string }>> = {
  added: { many: 'many', query: 'SELECT m, n FROM few JOIN many ON few.k = many.k' },
  unique: { many: 'named', query: 'SELECT m, n FROM few JOIN named ON few.k = named.k' },
  outer: { many: 'many', query: OUTER },
};
const side = QUERIES[values.side];
if (side === undefined) throw new Error(`--side is one of ${Object.keys(QUERIES).join(', ')}`);
const many = Number(values.rows);
const managedBytes = Number(values.managed) * MEGABYTE;
const FEW = 2048;
/** Given at a time. */
const PORTION = 250_000;
/** What the process may grow by beside managed memory: code, young objects, batches. */
const BESIDE_BYTES = 400 * MEGABYTE;
const WATCHED_MS = 3000;

const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-large-key-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const plan: JobPlan = {
  tables: ['few', side.many],
  out: 'm BIGINT, n BIGINT',
  query: side.query,
  settings: {
    'millrace.workers': '1',
    'state.backend.type': 'forst',
    'taskmanager.memory.managed.size': String(managedBytes),
    'execution.checkpointing.dir': `file:${folder}`,
    'execution.checkpointing.interval': '10 h',
    'execution.checkpointing.unaligned.enabled': 'true',
  },
};

const startedAt = performance.now();
const job = await StateJob.start(plan);
const before = await job.look();
const loadingAt = performance.now();
for (let time = 0; time < (side.many === 'named' ? 2 : 1); time++) {
  for (let first = 0; first < many; first += PORTION) {
    const count = Math.min(PORTION, many - first);
    await job.run(side.many, { first, count, step: 1, of: many });
  }
}
const loadMs = performance.now() - loadingAt;
const loaded = await job.look();
const givenAt = performance.now();
job.give('few', { first: 0, count: FEW, step: 1, of: FEW });
const first = await job.firstRow();
const firstMs = first.ms - (givenAt - startedAt);
const firstCpuMs = (first.cpuSeconds - loaded.cpuSeconds) * 1000;
const taken = await job.checkpoint();
const from = await job.look();
await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
const to = await job.look();
await job.kill();

const cpuSeconds = to.cpuSeconds - from.cpuSeconds;
const pairs = to.rowsOut - from.rowsOut;
const peak = to.mostResidentBytes - before.residentBytes;
const bound = managedBytes + BESIDE_BYTES;
const rate = (rows: number, seconds: number): string => `${(rows / seconds / 1e6).toFixed(2)} M/s`;
const bars: Bar[] = [
  {
    what: `rows of one key loaded`,
    measured: `${many.toLocaleString('en')} (${(loadMs / 1000).toFixed(1)} s)`,
  },
  {
    what: 'process before, once loaded, at most',
    measured: [before.residentBytes, loaded.residentBytes, to.mostResidentBytes]
      .map(megabytes)
      .join(', '),
  },
  {
    what: `growth of the process, managed memory ${megabytes(managedBytes)}`,
    measured: megabytes(peak),
    bar: `≤ ${megabytes(bound)}`,
    isMet: peak <= bound,
  },
  {
    what: `${FEW} rows given until the first pair is out`,
    measured: `${Math.round(firstMs)} ms (CPU of all threads ${Math.round(firstCpuMs)} ms)`,
    bar: '< 1,000 ms',
    isMet: firstMs < 1000,
  },
  {
    what: 'unaligned checkpoint meanwhile, between two rows',
    measured: `${Math.round(taken.ms)} ms, ${(from.rowsOut / many).toFixed(1)} rows done`,
    bar: `< ${FEW} rows done`,
    isMet: from.rowsOut < FEW * many,
  },
  { what: 'pairs, CPU of all threads', measured: rate(pairs, cpuSeconds) },
];
printTable({ title: `A key larger than memory: ${values.side}`, bars });
process.exitCode = bars.some(({ isMet }) => isMet === false) ? 1 : 0;
