/**
 * The corpus of the SQL dialects: `<dialect>.sql` holds statements, one a line, `<dialect>.txt`
 * what each is in Flink's dialect, or the error. A line that starts with `--` is a comment, and
 * stays.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import { SQL_DIALECT } from '../../conf/options/table.js';
import { readStatement } from '../../planner/dialect/read.js';
import { print } from '../../planner/parser/print.js';

const folder = new URL('../../../sql-tests/dialects/', import.meta.url);

export function dialects(): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return files.map((name) => name.replace(/\.sql$/, '')).sort();
}

/** The lines of the corpus that are statements. */
export function statementsOf(dialect: string): string[] {
  const lines = readFileSync(corpusFile(`${dialect}.sql`), 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '' && !line.startsWith('--'));
}

/** What should stand in `<dialect>.txt`. */
export function goldenOf(dialect: string): string {
  const blocks = statementsOf(dialect).map((sql) => `${sql}\n${translate(sql, dialect)}\n`);
  return blocks.join('\n');
}

/** The statement in Flink's dialect, or its error with the place. */
export function translate(sql: string, dialect: string): string {
  try {
    return print(readStatement(sql, Configuration.of({ [SQL_DIALECT.key]: dialect })));
  } catch (error) {
    if (!(error instanceof MillraceError)) throw error;
    const { code, reason, place, hint } = error;
    const column = place === undefined ? '' : ` column ${place.column}:`;
    return `  [${code}]${column} ${reason}${hint === undefined ? '' : `. ${hint}`}`;
  }
}

export function corpusFile(name: string): URL {
  return new URL(name, folder);
}
