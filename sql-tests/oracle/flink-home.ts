/**
 * Where the real Flink is that judges golden tests: the jars of one release, and the classes of
 * `java/` compiled against them. The folder is `MILLRACE_FLINK_LIB`, else a cache that is filled
 * from the release's Python package, which holds exactly the jars of the distribution.
 *
 * Classes lie in a folder of their sources' hash, which appears whole and never changes: checkouts
 * with other sources, and runs at the same time, do not disturb each other.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const FLINK_VERSION = '2.3.0';

/** Classes that nobody used for so long are removed. */
const UNUSED_MS = 7 * 86_400_000;

const sources = fileURLToPath(new URL('../../../sql-tests/oracle/java/', import.meta.url));

function cacheFolder(): string {
  const base = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  return join(base, 'millrace', `flink-${FLINK_VERSION}`);
}

/** The class path of the oracle; downloads and compiles what is missing. */
export function oracleClassPath(): string {
  const cache = cacheFolder();
  const lib = process.env.MILLRACE_FLINK_LIB ?? fetchedLib(cache);
  const jars = readdirSync(lib)
    .filter((name) => name.endsWith('.jar'))
    .map((name) => join(lib, name));
  return [compiled(cache, jars), ...jars].join(':');
}

function fetchedLib(cache: string): string {
  const lib = join(cache, 'pyflink', 'lib');
  if (existsSync(lib)) return lib;
  mkdirSync(cache, { recursive: true });
  process.stderr.write(`Fetching Apache Flink ${FLINK_VERSION} into ${cache}\n`);
  const release = `apache-flink-libraries==${FLINK_VERSION}`;
  quietly('python3', ['-m', 'pip', 'download', '-q', '--no-deps', '-d', cache, release]);
  const wheel = readdirSync(cache).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error(`pip left no wheel in ${cache}`);
  quietly('python3', ['-m', 'zipfile', '-e', join(cache, wheel), cache]);
  rmSync(join(cache, wheel));
  return lib;
}

function compiled(cache: string, jars: readonly string[]): string {
  const names = readdirSync(sources).sort();
  const hash = createHash('sha256');
  for (const name of names) hash.update(name).update(readFileSync(join(sources, name)));
  const classes = join(cache, `classes-${hash.digest('hex').slice(0, 16)}`);
  if (!existsSync(classes)) compile(names, jars, cache, classes);
  const now = new Date();
  utimesSync(classes, now, now);
  removeUnused(cache, now);
  return classes;
}

function compile(
  names: readonly string[],
  jars: readonly string[],
  cache: string,
  classes: string,
): void {
  mkdirSync(cache, { recursive: true });
  const made = mkdtempSync(join(cache, 'classes-'));
  const files = names.map((name) => join(sources, name));
  quietly('javac', ['-nowarn', '-cp', jars.join(':'), '-d', made, ...files]);
  const services = join(made, 'META-INF', 'services');
  mkdirSync(services, { recursive: true });
  const factories = names.filter((name) => name.endsWith('Factory.java'));
  const list = factories.map((name) => `${name.replace('.java', '')}\n`).join('');
  writeFileSync(join(services, 'org.apache.flink.table.factories.Factory'), list);
  try {
    renameSync(made, classes);
  } catch (error) {
    rmSync(made, { recursive: true });
    // Another run may have been faster.
    if (!existsSync(classes)) throw error;
  }
}

function removeUnused(cache: string, now: Date): void {
  for (const name of readdirSync(cache).filter((each) => each.startsWith('classes'))) {
    const folder = join(cache, name);
    const usedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (now.getTime() - usedAt > UNUSED_MS) rmSync(folder, { recursive: true, force: true });
  }
}

function quietly(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
