/** The statements that fuzzing starts from: `corpus/*.sql`. */
import { readdirSync, readFileSync } from 'node:fs';
import { parseScript } from '../../planner/parser/parse.js';

const folder = new URL('../../../sql-tests/fuzz/corpus/', import.meta.url);

/** The statements of all corpus files. */
export function readCorpus(): readonly string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return files.sort().flatMap(readStatements);
}

/** The statements of one corpus file. */
export function readStatements(file: string): string[] {
  const text = readFileSync(corpusFile(file), 'utf8');
  return parseScript(text, { file }).map(({ start, end }) => text.slice(start, end));
}

export function corpusFile(name: string): URL {
  return new URL(name, folder);
}
