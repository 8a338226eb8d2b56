/**
 * Runs one query on the calling thread, as a server runs it: SQL through the planner, checkpoints
 * kept in a folder. What the query makes is folded and hashed. The result goes to `print`, whose
 * place the hashing sink takes: it wants every change, −U too.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { systemClock } from '../../conf/clock.js';
import { Configuration } from '../../conf/configuration.js';
import { assert } from '../../conf/errors/error.js';
import type { Batch } from '../../operators/core/batch.js';
import type { Sink } from '../../operators/core/sink.js';
import type { Column, JobSpec } from '../../operators/core/spec.js';
import { connectors } from '../../operators/runtime/connectors.js';
import type { JobRun } from '../../operators/runtime/job-run.js';
import { LocalExecutor } from '../../operators/runtime/local-executor.js';
import { rowsWithin } from '../../operators/source/nexmark/site.js';
import { Catalogs } from '../../planner/catalog/catalogs.js';
import { parseScript } from '../../planner/parser/parse.js';
import { PlannerSession } from '../../planner/session.js';
import { DurableJobs } from '../../server/jobs/durable-jobs.js';
import { JobRegistry } from '../../server/jobs/job-registry.js';
import { StoredJobs } from '../../server/jobs/stored-jobs.js';
import { bareText } from '../../state/column/type-text.js';
import type { F64Vector } from '../../state/column/vector.js';
import { cpuMs } from '../cpu-ms.js';
import { MeasuringSink } from '../sql/measuring-sink.js';
import { addedIn, addingSink, without } from './adding-sink.js';
import { type Events, type Measured, NO_HASH, type Output, type QueryPlan } from './plan.js';
import {
  answerTable,
  changesTable,
  columnNames,
  FUNCTIONS,
  fileOptions,
  generatedTable,
  openBids,
  queryText,
  sideRows,
  sideTable,
  siteTables,
  tableOfFiles,
  tablesOf,
  writesFiles,
  writtenTable,
} from './tables.js';

/** The output; with checkpoints, and as a killed process left it, if so planned. */
export async function hashedRun(plan: QueryPlan): Promise<Output> {
  const { session, job } = prepare(plan);
  const folder = join(plan.folder, 'output');
  await run(plan, job, addingSink(folder));
  if (!writesFiles(plan.query)) return addedIn(folder);
  return outputOf(session, 'SELECT * FROM answer', plan.folder, 'written');
}

/** Longer than any window of the clock stays open. */
const COUNTED_WITHIN_MS = 60_000;

/** How many bids the windows of query 12 hold, once all of them have gone out. */
export async function countedRun({ query, events, settings, folder }: QueryPlan): Promise<Output> {
  const session = new PlannerSession(new Catalogs(), Configuration.of(settings));
  const later = join(folder, 'later');
  mkdirSync(later, { recursive: true });
  for (const made of openBids(events, later)) execute(session, made);
  const job = jobOf(session, answerTable(query, queryText(query), { connector: 'print' }));
  const bids = columnsOf(session).findIndex(({ name }) => name === 'bids');
  const wanted = rowsWithin(events.count, 'bid');
  let counted = 0;
  let end = (): void => {};
  const running = new LocalExecutor(systemClock, {
    ...connectors,
    sink: () => {
      const sink = new MeasuringSink(false).sink();
      return { ...sink, open: async (context) => ({ ...(await sink.open(context)), write }) };
    },
  }).start('0'.repeat(32), job);
  function write(batch: Batch): void {
    const { values } = batch.columns[bids] as F64Vector;
    for (let i = 0; i < batch.count; i++) {
      counted += values[batch.selection === null ? i : (batch.selection[i] as number)] as number;
    }
    if (counted >= wanted) end();
  }
  const limit = setTimeout(() => running.finish(), COUNTED_WITHIN_MS);
  end = () => setImmediate(() => running.finish());
  await running.done;
  clearTimeout(limit);
  if (running.failure !== undefined) throw running.failure;
  return { rows: counted, hash: NO_HASH };
}

/** The output that another engine left. */
export async function foreignOutput(plan: QueryPlan, answer: string): Promise<Output> {
  const { session } = prepare(plan);
  const { folder } = plan;
  if (writesFiles(plan.query)) return outputOf(session, 'SELECT * FROM answer', folder, 'theirs');
  const columns = columnsOf(session);
  const fields = columns.map(({ name, type }) => `\`${name}\` ${bareText(type)}`).join(', ');
  execute(session, changesTable(`ROW<${fields}>`, answer));
  const of = (row: string): string =>
    columns.map(({ name }) => `changes.\`${row}\`.\`${name}\``).join(', ');
  const came = `SELECT ${of('after')} FROM changes WHERE op = 'c'`;
  const went = `SELECT ${of('before')} FROM changes WHERE op = 'd'`;
  const added = await outputOf(session, came, folder, 'came');
  const taken = await outputOf(session, went, folder, 'went');
  return without(added, taken);
}

function columnsOf(session: PlannerSession): readonly Column[] {
  const { catalog } = session;
  const object = catalog.find(catalog.qualify(['answer']))?.object;
  assert(object?.kind === 'table', 'The answer is a table');
  return object.columns.filter(({ kind }) => kind === 'physical');
}

/** @param name of a folder and a table that nobody else has */
async function outputOf(
  session: PlannerSession,
  sql: string,
  folder: string,
  name: string,
): Promise<Output> {
  const job = jobOf(session, `CREATE TABLE ${name}Rows WITH ('connector' = 'print') AS ${sql}`);
  const into = join(folder, `${name}-rows`);
  await run({ folder, settings: {} }, job, addingSink(into));
  return addedIn(into);
}

/** Writes the events into a folder, as files that both engines read. */
export async function writeEvents(events: Events, files: string): Promise<void> {
  const session = new PlannerSession(new Catalogs(), new Configuration());
  for (const table of siteTables) {
    execute(session, generatedTable(table, events));
    execute(session, writtenTable(table, files));
    const names = columnNames(table).map((name) => `\`${name}\``);
    const insert = `INSERT INTO ${table}File SELECT ${names.join(', ')} FROM ${table}`;
    await run({ folder: files, settings: {} }, jobOf(session, insert), addingSink(files));
  }
}

/** The same, measured, without a hash. */
export async function measuredRun(plan: QueryPlan): Promise<Measured> {
  const { job, rowsRead } = prepare(plan);
  const before = cpuMs();
  const startedAt = performance.now();
  const checkpoints = await run(plan, job, new MeasuringSink(false).sink());
  return {
    rowsRead,
    cpuSeconds: (cpuMs() - before) / 1000,
    seconds: (performance.now() - startedAt) / 1000,
    peakBytes: process.resourceUsage().maxRSS * 1024,
    checkpoints,
  };
}

interface PreparedQuery {
  readonly session: PlannerSession;
  readonly job: JobSpec;
  readonly rowsRead: number;
}

/** @throws MillraceError for a query that is refused */
function prepare({ query, events, files, settings, folder, answer }: QueryPlan): PreparedQuery {
  const sql = queryText(query);
  const tables = tablesOf(sql);
  const session = new PlannerSession(
    new Catalogs(undefined, [dirname(FUNCTIONS)]),
    Configuration.of(settings),
  );
  for (const table of tables) {
    const made = files === null ? generatedTable(table, events) : tableOfFiles(table, files);
    execute(session, made);
  }
  if (sql.includes('JOIN side')) {
    const side = join(folder, 'side.csv');
    writeFileSync(side, sideRows());
    execute(session, sideTable(side));
  }
  if (sql.includes('count_char')) {
    const made = `AS 'count_char' LANGUAGE JAVASCRIPT USING FILE '${FUNCTIONS}'`;
    execute(session, `CREATE FUNCTION count_char ${made}`);
  }
  const sink = writesFiles(query)
    ? fileOptions(answer ?? join(folder, 'written'))
    : { connector: 'print' };
  const job = jobOf(session, answerTable(query, sql, sink));
  const rowsRead = tables.reduce((sum, table) => sum + rowsWithin(events.count, table), 0);
  return { session, job, rowsRead };
}

function execute(session: PlannerSession, sql: string): void {
  for (const statement of parseScript(sql)) session.prepare(statement, sql);
}

/** The job of an INSERT or a CREATE TABLE … AS. */
function jobOf(session: PlannerSession, sql: string): JobSpec {
  const [statement] = parseScript(sql);
  assert(statement !== undefined, 'There is a statement');
  const prepared = session.prepare(statement, sql);
  assert(prepared.kind === 'insert', 'The statement writes');
  return prepared.job;
}

type Running = Pick<QueryPlan, 'folder' | 'settings' | 'dieAfter' | 'resumes'>;

/** @returns completed checkpoints */
async function run(plan: Running, job: JobSpec, printed: Sink): Promise<number> {
  const executor = new LocalExecutor(systemClock, {
    ...connectors,
    sink: (spec) => (spec.connector === 'print' ? printed : connectors.sink(spec)),
  });
  const stored = new StoredJobs(join(plan.folder, 'jobs'), Configuration.of(plan.settings));
  const warn = (text: string): boolean => process.stderr.write(`${text}\n`);
  const durable = new DurableJobs({ clock: systemClock, engine: 'bench', stored, warn });
  const registry = new JobRegistry(executor, durable);
  if (plan.resumes) await registry.resume();
  else registry.start(job);
  const [running] = registry.list();
  assert(running !== undefined, 'A job runs');
  await registry.settled();
  const dying = plan.dieAfter === undefined ? null : dieBehind(plan.dieAfter, registry, running);
  await running.done;
  if (dying !== null) clearInterval(dying);
  if (running.failure !== undefined) throw running.failure;
  const { completed } = registry.coordinator(running.id).statistics.counts;
  await registry.close();
  return completed;
}

/** Ends the process as a failing machine would. */
function dieBehind(checkpoints: number, registry: JobRegistry, running: JobRun): NodeJS.Timeout {
  const { statistics } = registry.coordinator(running.id);
  return setInterval(() => {
    if (statistics.counts.completed >= checkpoints) process.kill(process.pid, 'SIGKILL');
  }, 1);
}
