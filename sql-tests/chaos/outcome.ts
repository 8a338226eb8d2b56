/**
 * What a job committed: the rows of its visible files. Of an updating query they are changes, which
 * are folded to the table that stands: each must fit what was there before it, so that a change
 * that is missing, or written twice, is found even where the table in the end is right.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChaosQuery } from './queries/query.js';

export interface Outcome {
  /** Sorted; see `ChaosQuery.expected`. */
  readonly rows: readonly string[];
  /** Sorted lines as they were written. */
  readonly written: readonly string[];
}

interface Part {
  readonly name: string;
  /** Index in the list of jobs, attempt, number: by these all changes of a key are in order. */
  readonly order: readonly [job: number, attempt: number, number: number];
}

/** A line of debezium-json. */
interface Change {
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly op: 'c' | 'd';
}

/**
 * @param jobs those that wrote, the oldest first
 * @throws when a change does not fit
 */
export function readOutcome(query: ChaosQuery, folder: string, jobs: readonly string[]): Outcome {
  const parts = readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .map((name) => partOf(name, jobs))
    .sort((a, b) => compare(a.order, b.order));
  const lines = parts.flatMap(({ name }) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return text.split('\n').filter((line) => line !== '');
  });
  const rows = query.unique === undefined ? [...lines] : fold(lines, query.unique);
  return { rows: rows.sort(), written: lines.sort() };
}

/** `part-<job>-[<attempt>-]<task>-<number>.<format>` */
function partOf(name: string, jobs: readonly string[]): Part {
  const [, job = '', attempt = '0', number] = /^part-(\w+)-(?:(\d+)-)?\d+-(\d+)\./.exec(name) ?? [];
  const at = jobs.indexOf(job);
  if (at < 0) throw new Error(`${name} is a file of none of the jobs ${jobs.join(', ')}`);
  return { name, order: [at, Number(attempt), Number(number)] };
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number);
}

function fold(lines: readonly string[], unique: number): string[] {
  const table = new Map<string, string>();
  for (const [i, line] of lines.entries()) {
    const { before, after, op } = JSON.parse(line) as Change;
    const values = Object.values((op === 'c' ? after : before) ?? {});
    const key = JSON.stringify(values.slice(0, unique));
    const row = JSON.stringify(values);
    const found = table.get(key);
    if (op === 'c' ? found !== undefined : found !== row) {
      throw new Error(`Change ${i} does not fit: ${line}, where ${found ?? 'nothing'} stands`);
    }
    if (op === 'c') table.set(key, row);
    else table.delete(key);
  }
  return [...table.values()];
}

/** @throws at the first line that differs */
export function expectEqual(
  what: string,
  actual: readonly string[],
  expected: readonly string[],
): void {
  const at = actual.findIndex((line, i) => line !== expected[i]);
  if (at < 0 && actual.length === expected.length) return;
  const where = at < 0 ? Math.min(actual.length, expected.length) : at;
  throw new Error(
    `${what}: ${actual.length} lines, ${expected.length} expected; sorted line ${where}: ` +
      `found ${actual[where] ?? 'nothing'}, expected ${expected[where] ?? 'nothing'}`,
  );
}
