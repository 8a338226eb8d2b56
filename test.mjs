/**
 * Runs the tests of `dist/`, or those whose path holds one of the words given. Node 20 takes no
 * glob patterns for its test runner, so the files are found here.
 */
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('dist/', import.meta.url));
/** Begins first, since all others fit beside it. */
const LONGEST = 'sql-tests/golden.test.js';
const words = process.argv.slice(2);
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort((a, b) => Number(b === LONGEST) - Number(a === LONGEST) || (a < b ? -1 : 1))
  .map((name) => join(dist, name));

if (files.length === 0) {
  process.stderr.write(`No test has a path with ${words.join(' or ')}\n`);
  process.exit(2);
}
const preload = fileURLToPath(new URL('untracked.cjs', import.meta.url));
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(preload)}`;
// By itself the runner leaves a core out: on two it would take one file at a time.
run({ files, concurrency: availableParallelism() })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(new spec())
  .pipe(process.stdout);
