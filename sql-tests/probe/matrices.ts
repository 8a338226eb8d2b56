/** Lists of expressions whose answers by a real Flink stand in a record. */
import { fileURLToPath } from 'node:url';
import { aggregateExpressions } from './aggregates.js';
import { castExpressions } from './casts.js';
import type { Shape } from './keyed.js';
import { operatorExpressions, unionExpressions } from './operators.js';

export interface Matrix {
  readonly shape: Shape;
  readonly list: () => readonly string[];
}

/** Their records stand beside this file. */
export const MATRICES: ReadonlyMap<string, Matrix> = new Map([
  ['casts', { shape: 'rows', list: castExpressions }],
  ['operators', { shape: 'rows', list: operatorExpressions }],
  ['aggregates', { shape: 'groups', list: aggregateExpressions }],
  ['unions', { shape: 'unions', list: unionExpressions }],
]);

export function recordFile(name: string): string {
  return fileURLToPath(new URL(`../../../sql-tests/probe/${name}.record`, import.meta.url));
}

/** What fuzzing found (`fuzz.ts`): no lists, the expressions are those of the records. */
export const CORPORA: ReadonlyMap<string, Shape> = new Map([
  ['expressions', 'rows'],
  ['aggregations', 'groups'],
]);

export function corpusFile(name: string): string {
  return fileURLToPath(new URL(`../../../sql-tests/fuzz/corpus/${name}.record`, import.meta.url));
}
