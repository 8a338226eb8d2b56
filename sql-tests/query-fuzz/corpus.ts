/** Where fuzzed queries are kept. */
import { fileURLToPath } from 'node:url';

export const CORPUS = fileURLToPath(
  new URL('../../../sql-tests/fuzz/corpus/queries/', import.meta.url),
);
