/**
 * Which cases of a function stand in golden files that a real Flink agrees with: with NULL, at its
 * edges (it is called at least three times), and where it is refused or fails.
 * `node dist/sql-tests/functions/evidence.js` lists what is missing.
 */
import { fileURLToPath } from 'node:url';
import { isChecked, type TestRecord } from '../../server/test/case-file.js';
import { agreedGoldens, goldens, recordsOf } from '../goldens.js';
import { type Entry, entries, statuses, tokenPattern } from './document.js';

export type Case = 'null' | 'edge' | 'error';

const EDGES = 3;

/** Names for which there is no such case: they take nothing, or take everything. */
const IMPOSSIBLE: Readonly<Record<string, readonly Case[]>> = {
  'IN (sub-query)': ['null', 'edge', 'error'],
};

/** What is read of a stream by other records. */
function laterOutput(directive: TestRecord['directive'], file: readonly TestRecord[]): string[] {
  if (directive.kind !== 'stream') return [];
  return file.flatMap(({ directive: other, expected }) => {
    const reads = other.kind === 'changelog' || other.kind === 'table';
    return reads && other.name === directive.name ? [...(expected ?? [])] : [];
  });
}

/** What is missing of each name that is done. */
export function missingCases(): { readonly entry: Entry; readonly missing: readonly Case[] }[] {
  const all = entries();
  const status = statuses(all);
  const texts = { runs: [] as string[], fails: [] as string[] };
  for (const file of agreedGoldens().map(recordsOf)) {
    for (const { directive, body, expected } of file) {
      const text = [...body, ...(expected ?? []), ...laterOutput(directive, file)].join('\n');
      (directive.kind === 'statement-error' ? texts.fails : texts.runs).push(text.toUpperCase());
    }
  }
  return all
    .filter((_, i) => status[i] === 'done')
    .map((entry) => {
      const pattern = tokenPattern(entry.token);
      const runs = texts.runs.filter((text) => pattern.test(text));
      const calls = runs.flatMap((text) => text.match(new RegExp(pattern, 'g')) ?? []);
      const has: Readonly<Record<Case, boolean>> = {
        null: runs.some((text) => /\bNULL\b/.test(text)),
        edge: calls.length >= EDGES,
        error: texts.fails.some((text) => pattern.test(text)),
      };
      const impossible = IMPOSSIBLE[entry.name] ?? [];
      const kinds: readonly Case[] = ['null', 'edge', 'error'];
      return { entry, missing: kinds.filter((kind) => !has[kind] && !impossible.includes(kind)) };
    })
    .filter(({ missing }) => missing.length > 0);
}

/** How many checked blocks differ in more than their literals. */
export function distinctBlocks(): number {
  const shapes = goldens()
    .flatMap(recordsOf)
    .filter(isChecked)
    .map(({ directive, body }) => `${directive.kind} ${shapeOf(body.join(' '))}`);
  return new Set(shapes).size;
}

/** SQL without its literals, comments and spacing. */
function shapeOf(sql: string): string {
  return sql
    .replaceAll(/'(?:[^']|'')*'/g, '?')
    .replaceAll(/\b\d[\w.]*/g, '?')
    .replaceAll(/\s+/g, ' ')
    .toUpperCase();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { entry, missing } of missingCases()) {
    process.stdout.write(`${entry.name}: no case of ${missing.join(', ')}\n`);
  }
  process.stdout.write(`${distinctBlocks()} distinct checked blocks\n`);
}
