/**
 * Runs the tests of `dist/`, or those whose path holds one of the words given. Node 20 takes no
 * glob patterns for its test runner, so the files are found here.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath, pathToFileURL } from 'node:url';

const dist = fileURLToPath(new URL('dist/', import.meta.url));
/** Begins first, since all others fit beside it. */
const LONGEST = 'sql-tests/golden.test.js';
const words = process.argv.slice(2);
const found = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .sort();

if (found.length === 0) {
  process.stderr.write(`No test has a path with ${words.join(' or ')}\n`);
  process.exit(2);
}
const preload = fileURLToPath(new URL('untracked.cjs', import.meta.url));
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --require ${JSON.stringify(preload)}`;
// By itself the runner leaves a core out: on two it would take one file at a time.
run({ files: processes(found), concurrency: availableParallelism() })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(new spec())
  .pipe(process.stdout);

/**
 * The files of a folder share a process: to load the engine's modules takes longer than most of
 * them. @returns a file for each process, the longest first
 */
function processes(names) {
  const folders = new Map();
  for (const name of names) {
    const key = name === LONGEST ? name : dirname(name);
    folders.set(key, [...(folders.get(key) ?? []), name]);
  }
  const entries = mkdtempSync(join(tmpdir(), 'millrace-tests-'));
  process.on('exit', () => rmSync(entries, { recursive: true, force: true }));
  const files = [...folders].map(([key, members]) => {
    const entry = join(entries, `${key.replaceAll('/', '-')}.mjs`);
    const imports = members.map((name) => `import '${pathToFileURL(join(dist, name))}';\n`);
    writeFileSync(entry, imports.join(''));
    return { entry, isLongest: key === LONGEST };
  });
  return files.sort((a, b) => b.isLongest - a.isLongest).map(({ entry }) => entry);
}
