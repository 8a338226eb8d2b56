/** Lists of expressions whose answers by a real Flink stand in a record beside this file. */
import { fileURLToPath } from 'node:url';
import { castExpressions } from './casts.js';
import { operatorExpressions } from './operators.js';

export const MATRICES: ReadonlyMap<string, () => readonly string[]> = new Map([
  ['casts', castExpressions],
  ['operators', operatorExpressions],
]);

export function recordFile(name: string): string {
  return fileURLToPath(new URL(`../../../sql-tests/probe/${name}.record`, import.meta.url));
}

/** What fuzzing found (`fuzz.ts`): no list, its expressions are those of the record. */
export const CORPUS_FILE = fileURLToPath(
  new URL('../../../sql-tests/fuzz/corpus/expressions.record', import.meta.url),
);
