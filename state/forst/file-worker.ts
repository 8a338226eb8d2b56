/** The thread behind `WorkerBackground`: takes jobs, answers with the files it made. */
import { parentPort } from 'node:worker_threads';
import { assert, MillraceError } from '../../conf/errors/error.js';
import { collect, SpentMemory } from '../../conf/spent-memory.js';
import { StagingFileSystem } from '../cache/staging.js';
import type { FileSystem } from '../fs/file-system.js';
import { openFileSystem } from '../fs/open.js';
import type { JobAnswer, JobMessage } from './background.js';
import { runFileJob } from './file-job.js';
import type { MadeFile } from './sorted-file-writer.js';

const port = parentPort;
assert(port !== null, 'This file is a worker');

interface Opened {
  readonly fs: FileSystem;
  users: number;
}

/** By their descriptions; one is kept for the next job: connections, where the files are far. */
const opened = new Map<string, Opened>();

/** Memory that jobs spend is looked at so often, and collected whole when none comes any more. */
const spent = new SpentMemory(8 * 1024 * 1024);
const LOOK_MS = 20;
const IDLE_MS = 500;
let looking: NodeJS.Timeout | undefined;
let resting: NodeJS.Timeout | undefined;
let underWay = 0;

port.on('message', (message: JobMessage) => {
  clearTimeout(resting);
  looking ??= setInterval(() => spent.look(), LOOK_MS);
  underWay++;
  const { id } = message;
  run(message)
    .then(
      (files) => port.postMessage({ id, files } satisfies JobAnswer, memoryOf(files)),
      (error: unknown) => port.postMessage(answerOf(id, error)),
    )
    .finally(() => {
      if (--underWay > 0) return;
      clearInterval(looking);
      looking = undefined;
      resting = setTimeout(() => collect('all'), IDLE_MS);
    });
});

async function run({ spec, job, lent }: JobMessage): Promise<MadeFile[]> {
  const name = JSON.stringify(spec);
  const found = opened.get(name) ?? { fs: openFileSystem(spec), users: 0 };
  opened.set(name, found);
  found.users++;
  for (const [other, { users }] of opened) if (users === 0) letGo(other);
  const { fs } = found;
  try {
    return await runFileJob(fs instanceof StagingFileSystem ? fs.withLent(lent) : fs, job);
  } finally {
    found.users--;
    // Descriptors would keep what is deleted on the disk.
    if (spec.scheme === 'file' && found.users === 0) letGo(name);
  }
}

function letGo(name: string): void {
  const { fs } = opened.get(name) as Opened;
  opened.delete(name);
  fs.close().catch(() => undefined);
}

function answerOf(id: number, error: unknown): JobAnswer {
  if (error instanceof MillraceError) {
    const { code, reason, place, hint } = error;
    return { id, code, reason, place, hint };
  }
  const { message, stack } = error as Error;
  return { id, code: 'BUG_INVARIANT', reason: `${message}\n${stack}` };
}

/** What of an answer goes over as it is. */
function memoryOf(files: readonly MadeFile[]): ArrayBuffer[] {
  return files.flatMap(({ kept }) => {
    return kept === undefined ? [] : [kept.payloads.buffer, kept.tail.buffer];
  }) as ArrayBuffer[];
}
