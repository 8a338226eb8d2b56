/**
 * Where the real Flink is that judges golden tests: the jars of one release, and the classes of
 * `java/` compiled against them. The folder is `MILLRACE_FLINK_LIB`, else a cache that is filled
 * from the release's Python package, which holds exactly the jars of the distribution.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const FLINK_VERSION = '2.3.0';

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
  return [compiled(join(cache, 'classes'), jars), ...jars].join(':');
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

/** Classes newer than their sources are kept. */
function compiled(classes: string, jars: readonly string[]): string {
  const files = readdirSync(sources).map((name) => join(sources, name));
  const services = join(classes, 'META-INF', 'services');
  const list = join(services, 'org.apache.flink.table.factories.Factory');
  const newest = Math.max(...files.map((file) => statSync(file).mtimeMs));
  if (existsSync(list) && statSync(list).mtimeMs > newest) return classes;
  rmSync(classes, { recursive: true, force: true });
  mkdirSync(services, { recursive: true });
  quietly('javac', ['-nowarn', '-cp', jars.join(':'), '-d', classes, ...files]);
  writeFileSync(list, 'FeedFactory\nCollectFactory\nLookupFilesFactory\n');
  return classes;
}

function quietly(command: string, args: readonly string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}
