/** A session with a few tables, and plans as text, for the tests of the planner. */
import { Configuration } from '../conf/configuration.js';
import type { JobSpec, NodeSpec } from '../operators/core/spec.js';
import { Catalogs } from './catalog/catalogs.js';
import { parseScript, parseStatement } from './parser/parse.js';
import { PlannerSession, type Prepared } from './session.js';

/**
 * `events`: rowtime `ts`, no key; `users`: primary key `id`; `airports`: no time, no key; `printed`
 * takes all changes, `file` inserts alone.
 */
const TABLES = `
  CREATE TABLE events (
    id BIGINT, name STRING, amount INT, price DECIMAL(10, 2), ts TIMESTAMP(3),
    doubled AS amount * 2,
    WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
  ) WITH ('connector' = 'filesystem', 'path' = '/data/events', 'format' = 'csv');
  CREATE TABLE users (
    id BIGINT, nick STRING, age INT, PRIMARY KEY (id) NOT ENFORCED
  ) WITH ('connector' = 'filesystem', 'path' = '/data/users', 'format' = 'csv');
  CREATE TABLE airports (code STRING, city STRING, height DOUBLE)
    WITH ('connector' = 'filesystem', 'path' = '/data/airports', 'format' = 'csv');
  CREATE TABLE printed (id BIGINT, name STRING) WITH ('connector' = 'print');
  CREATE TABLE file (id BIGINT, name STRING NOT NULL)
    WITH ('connector' = 'filesystem', 'path' = '/data/out', 'format' = 'csv');
`;

export function testSession(): PlannerSession {
  const session = new PlannerSession(new Catalogs(), new Configuration());
  for (const statement of parseScript(TABLES)) session.prepare(statement, TABLES);
  return session;
}

/** Prepares the statements of a script one by one; the last one's answer. */
export function run(sql: string, session: PlannerSession = testSession()): Prepared {
  const all = parseScript(sql).map((statement) => session.prepare(statement, sql));
  return all.at(-1) as Prepared;
}

/** The rows that a statement without a job answers. */
export function rows(sql: string, session: PlannerSession = testSession()): unknown[][] {
  const prepared = session.prepare(parseStatement(sql), sql);
  if (prepared.kind !== 'result') throw new Error(`No result: ${sql}`);
  return prepared.result.rows.map((row) => [...row]);
}

export function jobOf(sql: string, session: PlannerSession = testSession()): JobSpec {
  const prepared = session.prepare(parseStatement(sql), sql);
  if (prepared.kind === 'result') throw new Error(`No job: ${sql}`);
  return prepared.job;
}

/** The only node of a kind in a job. */
export function nodeOf<K extends NodeSpec['operator']['kind']>(
  job: JobSpec,
  kind: K,
): NodeSpec & { readonly operator: Extract<NodeSpec['operator'], { kind: K }> } {
  const found = job.nodes.filter((node) => node.operator.kind === kind);
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${found.length} nodes are ${kind}`);
  return only as NodeSpec & { operator: Extract<NodeSpec['operator'], { kind: K }> };
}

type Section = 'Abstract Syntax Tree' | 'Optimized Physical Plan' | 'Optimized Execution Plan';

/** One section of EXPLAIN as lines, without what every table's path begins with. */
export function planOf(
  sql: string,
  session: PlannerSession = testSession(),
  section: Section = 'Optimized Execution Plan',
): string[] {
  const mode = section === 'Optimized Physical Plan' ? 'CHANGELOG_MODE ' : '';
  const [[text]] = rows(`EXPLAIN ${mode}${sql}`, session) as [[string]];
  const own = text.split(`== ${section} ==\n`)[1]?.split('\n\n== ')[0] ?? '';
  return own.replaceAll('default_catalog, default_database, ', '').split('\n');
}
