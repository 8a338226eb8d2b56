/** Writes the goldens of the dialects anew: `node dist/sql-tests/dialects/rewrite.js`. */
import { writeFileSync } from 'node:fs';
import { corpusFile, dialects, goldenOf } from './corpus.js';

for (const dialect of dialects()) writeFileSync(corpusFile(`${dialect}.txt`), goldenOf(dialect));
