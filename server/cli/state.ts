/**
 * `millrace state ls|inspect|verify PATH`: stored state for people. PATH is a folder of a job's
 * checkpoints, or any folder above sorted files, `file:` or `s3:`.
 */
import { MillraceError } from '../../conf/errors/error.js';
import { loadConfiguration } from '../../conf/load.js';
import type { StateFile } from '../../state/api/snapshot.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { readArguments, usage } from './arguments.js';

const ACTIONS = ['ls', 'inspect', 'verify'] as const;

export async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(
    args,
    { config: { type: 'string' }, define: { type: 'string', short: 'D', multiple: true } },
    2,
  );
  const action = ACTIONS.find((name) => name === positionals[0]);
  const path = positionals[1];
  if (action === undefined) throw usage(`state is followed by ${ACTIONS.join(', ')}`);
  if (path === undefined) throw usage(`state ${action} needs a path`);
  const { openUrl } = await import('../../state/fs/url.js');
  const { configuration } = loadConfiguration({
    environment: process.env,
    ...(typeof values.config === 'string' ? { file: values.config } : {}),
    ...(Array.isArray(values.define) ? { overrides: values.define.map(String) } : {}),
  });
  const fs = openUrl(path, configuration);
  try {
    return await act(fs, action);
  } finally {
    await fs.close();
  }
}

async function act(fs: FileSystem, action: (typeof ACTIONS)[number]): Promise<number> {
  const { findFiles } = await import('../../state/forst/inspect.js');
  const { files, findings } = await findFiles(fs, '');
  if (files.length === 0 && findings.length === 0) {
    throw new MillraceError('FILE_MISSING', `There are no files of state below ${fs.root}`);
  }
  if (action === 'ls') list(files);
  else if (action === 'inspect') await inspect(fs, files);
  else await verify(fs, files, findings);
  for (const finding of findings) process.stderr.write(`${finding}\n`);
  return findings.length === 0 ? 0 : 1;
}

function list(files: readonly StateFile[]): void {
  for (const { path, sizeBytes, entries, clip } of files) {
    const groups = `key groups ${clip.first} to ${clip.last}`;
    print(`${path}  ${sizeBytes} bytes  ${entries} entries  ${groups}`);
  }
}

async function inspect(fs: FileSystem, files: readonly StateFile[]): Promise<void> {
  const { drawShape, sizesByTable, sizeText } = await import('../../state/forst/inspect.js');
  const bytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  print(`${fs.root}: ${files.length} files, ${sizeText(bytes)}`);
  for (const { table, entries, deleted, keyBytes, valueBytes } of await sizesByTable(fs, files)) {
    const gone = deleted > 0 ? `, ${deleted} of them deletions` : '';
    const sizes = `keys ${sizeText(keyBytes)}, values ${sizeText(valueBytes)}`;
    print(`table ${table}: ${entries} entries${gone}, ${sizes}`);
  }
  for (const line of drawShape(files)) print(line);
}

async function verify(
  fs: FileSystem,
  files: readonly StateFile[],
  findings: string[],
): Promise<void> {
  const { verifyFiles } = await import('../../state/forst/inspect.js');
  findings.push(...(await verifyFiles(fs, files)));
  if (findings.length === 0) print(`${files.length} files, all blocks are what was written`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
