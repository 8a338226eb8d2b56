/**
 * `docs/features.md` from `features.tsv`: `npm run docs` writes it, and a test fails when the file
 * is not what this makes. What runs is counted in golden files, with what a real Flink says of
 * them; what does not is asked for, and the refusal quoted.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import { Catalogs } from '../../planner/catalog/catalogs.js';
import { parseScript } from '../../planner/parser/parse.js';
import { PlannerSession } from '../../planner/session.js';
import { isChecked } from '../../server/test/case-file.js';
import { goldens, recordsOf, root } from '../goldens.js';

export const pageFile = resolve(root, 'docs/features.md');

export interface Feature {
  readonly part: string;
  readonly name: string;
  /** Whether its operator keeps state. */
  readonly hasState: boolean;
  /** Beginnings of the paths of its golden files. */
  readonly files: readonly string[];
  /** A statement that is refused while the feature is not run; may be empty. */
  readonly refused: string;
  /** What of it does not run, or why nothing does. */
  readonly limits: string;
}

/** What golden files show of a feature. */
export interface Evidence {
  readonly files: number;
  readonly blocks: number;
  /** Files for which a real Flink gives the same. */
  readonly same: number;
  /** Why others differ, or were not run. */
  readonly reasons: readonly string[];
}

export function features(): readonly Feature[] {
  const text = readFileSync(resolve(root, 'sql-tests/features/features.tsv'), 'utf8');
  const [, ...lines] = text.trimEnd().split('\n');
  return lines.map((line) => {
    const [part = '', name = '', state = '', files = '', refused = '', limits = ''] =
      line.split('\t');
    const paths = files === '' ? [] : files.split(' ');
    return { part, name, hasState: state === 'yes', files: paths, refused, limits };
  });
}

export function evidence(all: readonly Feature[]): readonly Evidence[] {
  const every = goldens().map((golden) => {
    return { ...golden, blocks: recordsOf(golden).filter(isChecked).length };
  });
  return all.map(({ files }) => {
    const own = every.filter(({ path }) => files.some((start) => path.startsWith(start)));
    return {
      files: own.length,
      blocks: own.reduce((sum, { blocks }) => sum + blocks, 0),
      same: own.filter(({ oracle }) => oracle?.verdict === 'same').length,
      reasons: own.map(({ oracle }) => oracle?.reason ?? '').filter((reason) => reason !== ''),
    };
  });
}

const TABLES = `
CREATE TABLE events (k STRING, a INT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
  WITH ('connector' = 'datagen');
CREATE TABLE timed (k STRING, a INT, pt AS PROCTIME()) WITH ('connector' = 'datagen');
CREATE TABLE versions (k STRING, v INT, vt TIMESTAMP(3), WATERMARK FOR vt AS vt,
  PRIMARY KEY (k) NOT ENFORCED) WITH ('connector' = 'datagen');
`;

/** Why a statement is refused; null where it is not. */
export function refusalOf(sql: string): string | null {
  const session = new PlannerSession(new Catalogs(), new Configuration());
  try {
    for (const text of [TABLES, sql]) {
      for (const statement of parseScript(text)) session.prepare(statement, text);
    }
  } catch (error) {
    if (!(error instanceof MillraceError)) throw error;
    return `${error.code}: ${error.reason}`;
  }
  return null;
}

const INTRODUCTION = `# Features of streaming SQL

<!-- Written by \`npm run docs\` from sql-tests/features/features.tsv; edit that. -->

What Flink SQL 2.3 has for streams, and what of it Millrace runs. *State*: the operator keeps state,
and reads it asynchronously, a batch of keys at once, on every backend
(\`table.exec.async-state.enabled\` switches to synchronous reads); *none*: it keeps nothing.
*Blocks* are checked blocks of golden files, run under each profile; *Flink 2.3* is how many of
those files a real Flink gives the same for.
`;

const HEAD = `| feature | works | state | files | blocks | Flink 2.3 | limits |
|---|---|---|---|---|---|---|
`;

/** The whole page. */
export function featuresPage(): string {
  const all = features();
  const found = evidence(all);
  const parts = [...new Set(all.map(({ part }) => part))].map((title) => {
    const rows = all.flatMap((feature, i) =>
      feature.part === title ? [row(feature, found[i] as Evidence)] : [],
    );
    return `\n## ${title}\n\n${HEAD}${rows.join('')}`;
  });
  return `${INTRODUCTION}${parts.join('')}`;
}

function row(feature: Feature, { files, blocks, same, reasons }: Evidence): string {
  const { name, hasState, refused, limits } = feature;
  const works = files > 0;
  const refusal = works || refused === '' ? null : refusalOf(refused);
  const why = refusal === null ? [] : [`\`${refusal.replaceAll('|', '\\|')}\``];
  const differing = [...new Set(reasons)].map((reason) => `Flink's verdict: ${reason}`);
  const notes = [...why, ...(limits === '' ? [] : [limits]), ...differing].join('; ');
  const state = !works ? '' : hasState ? 'async' : 'none';
  const counts = works ? [files, blocks, `${same} same`] : ['', '', ''];
  return `| ${[name, works ? 'yes' : 'no', state, ...counts, notes].join(' | ')} |\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(pageFile, featuresPage());
