/**
 * `npm run demo`: starts a server, sends `flights.sql` over HTTP, shows progress and results as
 * they come, then recomputes every figure with a plain loop and compares. Exit code 0 only when
 * every row is the same.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { eventsOf } from './event-stream.js';
import { FoldedRows } from './folded-rows.js';
import { type Figures, javaDouble, recompute } from './recompute.js';
import { grouped, type Progress, Screen, tableLines } from './screen.js';
import { startServer } from './server-process.js';

const FLIGHTS = 'node_modules/vega-datasets/data/flights-3m.parquet';
const AIRPORTS = 'node_modules/vega-datasets/data/airports.csv';
const HOURLY = '.millrace/demo/hourly';
const SHOWN_ROWS = 9;

const screen = new Screen();

/** What a statement of the script gave. */
interface StatementResult {
  readonly columns: readonly string[];
  readonly rows: FoldedRows;
}

async function main(): Promise<boolean> {
  const started = performance.now();
  rmSync(HOURLY, { recursive: true, force: true });
  const server = await startServer('conf/config.yaml');
  screen.line(`Millrace at ${server.url}, three million flights of 2001\n`);
  let results: StatementResult[];
  try {
    results = await runScript(server.url, readFileSync('examples/flights.sql', 'utf8'));
  } finally {
    await server.stop();
  }
  const [worst, classes] = results;
  if (worst === undefined || classes === undefined) throw new Error('The script gave no results');
  const differences = compare(await recompute(FLIGHTS, AIRPORTS), worst.rows, classes.rows);
  for (const difference of differences) screen.line(difference);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const verdict =
    differences.length === 0 ? 'Every row as a plain loop computes it' : 'Rows differ';
  screen.line(`${verdict}; ${seconds} s in all.`);
  return differences.length === 0;
}

/** Runs the script and returns what its queries gave, in order. */
async function runScript(url: string, script: string): Promise<StatementResult[]> {
  const reply = await fetch(`${url}/sql`, {
    method: 'POST',
    headers: { accept: 'text/event-stream' },
    body: script,
  });
  if (!reply.ok || reply.body === null) throw new Error(await reply.text());
  const results: StatementResult[] = [];
  let current: StatementResult | undefined;
  let title = '';
  for await (const { name, data } of eventsOf(reply.body)) {
    if (name === 'statement') title = data.sql as string;
    else if (name === 'columns') {
      current = isQuery(title) ? newResult(data) : undefined;
      if (/^(SELECT|INSERT)/.test(title)) screen.line(titleOf(title));
    } else if (name === 'rows') {
      current?.rows.add(data.rows as Record<string, unknown>[]);
    } else if (name === 'progress') {
      screen.progress(data as unknown as Progress);
    } else if (name === 'error') {
      throw new Error((data.errors as string[]).join('\n'));
    } else if (name === 'done') {
      screen.progressDone();
      if (current !== undefined) {
        results.push(current);
        show(current);
      } else if (title.startsWith('INSERT')) screen.line('');
      current = undefined;
    }
  }
  return results;
}

function isQuery(sql: string): boolean {
  return sql.startsWith('SELECT');
}

function titleOf(sql: string): string {
  const first = sql.split('\n')[0] ?? '';
  return first.length > 90 ? `${first.slice(0, 89)}…` : first;
}

function newResult(data: Record<string, unknown>): StatementResult {
  const columns = (data.columns as { name: string }[]).map(({ name }) => name);
  return { columns, rows: new FoldedRows(columns) };
}

function show({ columns, rows }: StatementResult): void {
  const all = rows.rows();
  screen.line('');
  for (const line of tableLines(columns, all.slice(0, SHOWN_ROWS))) screen.line(line);
  const more = all.length - SHOWN_ROWS;
  if (more > 0) screen.line(`  … and ${grouped(more)} more`);
  screen.line(`  (${grouped(rows.changes)} changes)\n`);
}

function compare(figures: Figures, worst: FoldedRows, classes: FoldedRows): string[] {
  const hourly = readdirSync(HOURLY)
    .flatMap((file) => readFileSync(join(HOURLY, file), 'utf8').trimEnd().split('\n'))
    .sort();
  return [
    ...firstDifference('hourly rows in the file', figures.hourly, hourly),
    ...firstDifference('worst airports', figures.worst, lines(worst)),
    ...firstDifference('classes of airports', figures.classes, lines(classes)),
  ];
}

function lines(rows: FoldedRows): string[] {
  const text = (value: unknown, column: string): string =>
    column === 'delay' ? javaDouble(value as number) : String(value);
  return rows
    .rows()
    .map((row) => row.map((value, i) => text(value, rows.columns[i] ?? '')).join(' | '))
    .sort();
}

function firstDifference(
  what: string,
  expected: readonly string[],
  actual: readonly string[],
): string[] {
  if (expected.length !== actual.length) {
    return [`${what}: ${grouped(actual.length)} rows, ${grouped(expected.length)} expected`];
  }
  const at = expected.findIndex((line, i) => line !== actual[i]);
  if (at < 0) return [];
  return [`${what}: row ${at + 1} is\n  ${actual[at]}\ninstead of\n  ${expected[at]}`];
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
