/**
 * `millrace state ls|inspect|verify|gc --dry-run PATH`: stored state for people. PATH is a job's
 * folder of checkpoints, a checkpoint, a savepoint, or any folder above sorted files, `file:` or
 * `s3:`. Where `inspect` is given the address of a running server, it tells who holds its memory.
 */
import { MillraceError } from '../../conf/errors/error.js';
import { loadConfiguration } from '../../conf/load.js';
import type { StateFile, TableMeta } from '../../state/api/snapshot.js';
import {
  drawShape,
  findFiles,
  sizesByTable,
  sizeText,
  verifyFiles,
} from '../../state/forst/inspect.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { openUrl } from '../../state/fs/url.js';
import {
  findStoredState,
  operatorsOf,
  type StoredCheckpoint,
  type StoredState,
  unreferenced,
} from '../checkpoint/stored-state.js';
import { readArguments, usage } from './arguments.js';
import { liveMemory } from './live-memory.js';

const ACTIONS = ['ls', 'inspect', 'verify', 'gc'] as const;
type Action = (typeof ACTIONS)[number];

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(
    args,
    {
      config: { type: 'string' },
      define: { type: 'string', short: 'D', multiple: true },
      'dry-run': { type: 'boolean', default: false },
    },
    2,
  );
  const action = ACTIONS.find((name) => name === positionals[0]);
  const path = positionals[1];
  if (action === undefined) throw usage(`state is followed by ${ACTIONS.join(', ')}`);
  if (path === undefined) throw usage(`state ${action} needs a path`);
  if (/^https?:\/\//.test(path)) {
    if (action !== 'inspect')
      throw usage(`state ${action} takes a path; inspect, a server's URL too`);
    print(await liveMemory(path));
    return 0;
  }
  const isDryRun = values['dry-run'] === true;
  if ((action === 'gc') !== isDryRun) {
    throw usage('state gc and --dry-run go together: what is deleted is for the job to decide');
  }
  const { configuration } = loadConfiguration({
    environment: process.env,
    ...(typeof values.config === 'string' ? { file: values.config } : {}),
    ...(Array.isArray(values.define) ? { overrides: values.define.map(String) } : {}),
  });
  const open = (url: string): FileSystem => openUrl(url, configuration);
  const stored = await findStoredState(path, open);
  const findings =
    stored === undefined ? await folder(open(path), action) : await checkpoints(stored, action);
  for (const finding of findings) process.stderr.write(`${finding}\n`);
  return findings.length === 0 ? 0 : 1;
}

/** A folder with sorted files that no checkpoint describes. @returns what is wrong */
async function folder(fs: FileSystem, action: Action): Promise<string[]> {
  const { files, findings } = await findFiles(fs, '');
  if (files.length === 0 && findings.length === 0) {
    throw new MillraceError('FILE_MISSING', `There are no files of state below ${fs.root}`);
  }
  if (action === 'gc') {
    throw usage(`${fs.root} is no job's folder: no log says what is referred to`);
  }
  if (action === 'ls') for (const file of files) print(fileLine(file));
  if (action === 'inspect') {
    print(`${fs.root}: ${filesText(files)}`);
    await tables(fs, files, []);
    for (const line of drawShape(files)) print(line);
  }
  if (action === 'verify') findings.push(...(await verify(fs, files)));
  await fs.close();
  return findings;
}

async function checkpoints(stored: StoredState, action: Action): Promise<string[]> {
  const { files } = stored;
  const findings: string[] = [];
  if (action === 'ls') for (const one of stored.checkpoints) list(one);
  if (action === 'inspect') await inspect(files, stored.checkpoints.at(-1) as StoredCheckpoint);
  if (action === 'verify') {
    const all = stored.checkpoints.flatMap(({ metadata }) =>
      operatorsOf(metadata).flatMap(({ handles }) => handles.flatMap((handle) => handle.files)),
    );
    findings.push(...(await verify(files, all)));
  }
  if (action === 'gc') await tellOrphans(stored);
  await files.close();
  return findings;
}

function list({ path, metadata }: StoredCheckpoint): void {
  const { jobName, takenAt, isSavepoint, snapshot } = metadata;
  const kind = isSavepoint ? 'savepoint' : 'checkpoint';
  const at = new Date(takenAt).toISOString();
  print(`${path}  ${kind} ${snapshot.checkpoint} of ${jobName}, ${at}`);
  for (const { id, description, handles } of operatorsOf(metadata)) {
    const files = handles.flatMap((handle) => handle.files);
    const tasks = `${handles.length} task${handles.length === 1 ? '' : 's'}`;
    print(`  ${id} ${description}: ${tasks}, ${filesText(files)}`);
  }
}

/** The last checkpoint: tables of each operator, and how the files of each task lie. */
async function inspect(fs: FileSystem, checkpoint: StoredCheckpoint): Promise<void> {
  list(checkpoint);
  for (const { id, description, handles } of operatorsOf(checkpoint.metadata)) {
    print(`\n${id} ${description}`);
    const files = handles.flatMap((handle) => handle.files);
    await tables(fs, files, handles[0]?.tables ?? []);
    for (const { keyGroups, files: own } of handles) {
      print(`key groups ${keyGroups.first} to ${keyGroups.last} of ${keyGroups.of}`);
      for (const line of drawShape(own)) print(line);
    }
  }
}

async function tables(
  fs: FileSystem,
  files: readonly StateFile[],
  known: readonly TableMeta[],
): Promise<void> {
  for (const { table, entries, deleted, keyBytes, valueBytes } of await sizesByTable(fs, files)) {
    const name = known.find(({ id }) => id === table)?.name;
    const gone = deleted > 0 ? `, ${deleted} of them deletions` : '';
    const sizes = `keys ${sizeText(keyBytes)}, values ${sizeText(valueBytes)}`;
    print(
      `table ${table}${name === undefined ? '' : ` ${name}`}: ${entries} entries${gone}, ${sizes}`,
    );
  }
}

async function verify(fs: FileSystem, files: readonly StateFile[]): Promise<string[]> {
  const findings = await verifyFiles(fs, files);
  if (findings.length === 0) print(`${filesText(files)}: all blocks are what was written`);
  return findings;
}

async function tellOrphans(stored: StoredState): Promise<void> {
  if (!stored.isWholeJob) throw usage('state gc needs the folder of a job, with its log');
  const orphans = await unreferenced(stored);
  for (const { path, sizeBytes, modifiedAt } of orphans) {
    print(`${path}  ${sizeBytes} bytes  ${new Date(modifiedAt).toISOString()}`);
  }
  const bytes = orphans.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  print(`${orphans.length} files, ${sizeText(bytes)}, that no completed checkpoint names`);
}

function fileLine({ path, sizeBytes, entries, clip }: StateFile): string {
  const groups = `key groups ${clip.first} to ${clip.last}`;
  return `${path}  ${sizeBytes} bytes  ${entries} entries  ${groups}`;
}

/** How many files and bytes; a file that several clips share counts once. */
function filesText(files: readonly StateFile[]): string {
  const sizes = new Map(files.map(({ path, sizeBytes }) => [path, sizeBytes]));
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return `${sizes.size} file${sizes.size === 1 ? '' : 's'}, ${sizeText(bytes)}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
