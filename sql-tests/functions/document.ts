/**
 * `docs/functions.md` from `functions.tsv`: `npm run docs` writes it, and a test fails when the
 * file is not what this makes. Results are what the engine gives for the examples; a name is done
 * when a golden file that a real Flink agrees with holds its token.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCase } from '../../server/test/case-run.js';
import { DEFAULT_PROFILE } from '../../server/test/profile.js';
import { agreedGoldens, recordsOf, root } from '../goldens.js';

export const pageFile = resolve(root, 'docs/functions.md');

/** The closed list of reasons for which a name is refused. */
export const REASONS: readonly string[] = ['needs Java', 'needs Python', 'newer than 2.3'];

export interface Entry {
  readonly category: string;
  readonly name: string;
  readonly signature: string;
  /** What a golden file that covers it holds, in capital letters. */
  readonly token: string;
  /** A reason, or empty. */
  readonly refused: string;
  readonly meaning: string;
  /** An expression; of an aggregate over `v`. Empty where none stands alone. */
  readonly example: string;
}

export function entries(): readonly Entry[] {
  const [, ...lines] = readFileSync(resolve(root, 'sql-tests/functions/functions.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [category = '', name = '', signature = '', token = '', refused = '', ...rest] =
      line.split('\t');
    const [meaning = '', example = ''] = rest;
    return { category, name, signature, token, refused, meaning, example };
  });
}

/**
 * What golden files that a real Flink gives the same for ask, as one text in capital letters. That
 * a statement fails on both sides does not count, nor what is answered: plans have names, too.
 */
function agreedText(): string {
  return agreedGoldens()
    .flatMap(recordsOf)
    .filter(({ directive }) => directive.kind !== 'statement-error')
    .flatMap(({ body }) => body)
    .join('\n')
    .toUpperCase();
}

export type Status = 'done' | 'with operators' | `refused: ${string}`;

export function statuses(all: readonly Entry[]): readonly Status[] {
  const text = agreedText();
  return all.map(({ refused, token }): Status => {
    if (refused !== '') return `refused: ${refused}`;
    return tokenPattern(token).test(text) ? 'done' : 'with operators';
  });
}

/** The token where no longer name ends with it. */
export function tokenPattern(token: string): RegExp {
  const text = token.toUpperCase().replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(/^\w/.test(token) ? `(?<!\\w)${text}` : text);
}

/** What each example gives, printed; empty where there is none or it is not run. */
async function results(all: readonly Entry[], status: readonly Status[]): Promise<string[]> {
  const asked = all.map(({ example }, i) => example !== '' && status[i] === 'done');
  const sql = all.filter((_, i) => asked[i]).map(exampleQuery);
  const text = sql.map((query) => `query\n${query}\n----\n`).join('\n');
  const outcome = await runCase({ file: 'functions.tsv', folder: root, text }, DEFAULT_PROFILE);
  const given = outcome.records.map(({ actual, failure, record }) => {
    if (actual === null) throw new Error(`${record.body.join(' ')}: ${failure}`);
    return actual.join(' ');
  });
  return asked.map((isAsked) => (isAsked ? (given.shift() ?? '') : ''));
}

function exampleQuery({ category, example, name }: Entry): string {
  const aggregate = /^(?:aggregate|bitmapagg)$/.test(category) || /\(v\)/.test(example);
  const from = aggregate && name !== '' ? ' FROM (VALUES (3), (1), (2)) AS t (v)' : '';
  return `SELECT ${example}${from}`;
}

const INTRODUCTION = `# Functions

<!-- Written by \`npm run docs\` from sql-tests/functions/functions.tsv; edit that. -->

Every built-in function and operator of Flink SQL 2.3, with what the example gives. Examples of
aggregates are over the values 3, 1 and 2 of a column \`v\`.

- **done**: it runs, and golden tests with NULL, edge and error cases agree with a real Flink 2.3.
- **with operators**: it comes with the operator that gives it its meaning.
- **refused**: it is not run, because it *needs Java* (a form of the Table API, or of user code),
  *needs Python*, or is *newer than 2.3*.

How an argument or a result differs from Flink on purpose stands in
[differences](differences.md); functions of your own are in
[functions in JavaScript](functions-javascript.md).
`;

/** The whole page. */
export async function functionsPage(): Promise<string> {
  const all = entries();
  const status = statuses(all);
  const result = await results(all, status);
  const categories = [...new Set(all.map(({ category }) => titleOf(category)))];
  const parts = categories.map((title) => {
    const rows = all.flatMap((entry, i) =>
      titleOf(entry.category) === title
        ? [row(entry, status[i] as Status, result[i] as string)]
        : [],
    );
    const head = '| name | signature | meaning | example | status |\n|---|---|---|---|---|\n';
    return `\n## ${title}\n\n${head}${rows.join('')}`;
  });
  return `${INTRODUCTION}${parts.join('')}`;
}

const TITLES: Readonly<Record<string, string>> = {
  hashfunctions: 'Hashes',
  bitmapagg: 'Aggregates of bitmaps',
  valueconstruction: 'Construction of values',
  valuemodification: 'Change of values',
  valueaccess: 'Access to values',
  json: 'JSON',
  match_recognize: 'MATCH_RECOGNIZE',
  'in code, not in sql_functions.yml': 'Others',
};

function titleOf(category: string): string {
  const plain = category.replace(' (Table API only)', '');
  return TITLES[plain] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

function row({ name, signature, meaning, example }: Entry, status: Status, result: string): string {
  const shown = result === '' ? '' : `${code(example)} → ${code(result)}`;
  const cells = [code(name), code(signature), meaning, shown, status];
  return `| ${cells.join(' | ')} |\n`;
}

/** In a table cell, where a bar must be escaped. */
function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  const inner = text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return `${fence}${fence === '`' ? inner : ` ${inner} `}${fence}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(pageFile, await functionsPage());
}
