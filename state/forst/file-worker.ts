/** The thread behind `WorkerBackground`: takes jobs, answers with the files it made. */
import { parentPort } from 'node:worker_threads';
import { assert, MillraceError } from '../../conf/errors/error.js';
import { collect, SpentMemory } from '../../conf/spent-memory.js';
import type { FileSystem } from '../fs/file-system.js';
import { openFileSystem } from '../fs/open.js';
import type { JobAnswer, JobMessage } from './background.js';
import { runFileJob } from './file-job.js';

const port = parentPort;
assert(port !== null, 'This file is a worker');

/** Kept for the next job of the same files: connections, where the files are far. */
let open: { readonly name: string; readonly fs: FileSystem } | null = null;

/** Memory that jobs spend is looked at so often, and collected whole when none comes any more. */
const spent = new SpentMemory(32 * 1024 * 1024);
const LOOK_MS = 20;
const IDLE_MS = 500;
let resting: NodeJS.Timeout | undefined;

port.on('message', ({ spec, job }: JobMessage) => {
  clearTimeout(resting);
  const looking = setInterval(() => spent.look(), LOOK_MS);
  const name = JSON.stringify(spec);
  if (open?.name !== name) letGo();
  open ??= { name, fs: openFileSystem(spec) };
  runFileJob(open.fs, job)
    // Descriptors would keep what is deleted on the disk.
    .finally(() => (spec.scheme === 'file' ? letGo() : undefined))
    .then(
      (files) => port.postMessage({ files } satisfies JobAnswer),
      (error: unknown) => port.postMessage(answerOf(error)),
    )
    .finally(() => {
      clearInterval(looking);
      resting = setTimeout(() => collect('all'), IDLE_MS);
    });
});

function letGo(): void {
  const before = open;
  open = null;
  before?.fs.close().catch(() => undefined);
}

function answerOf(error: unknown): JobAnswer {
  if (error instanceof MillraceError) {
    const { code, reason, place, hint } = error;
    return { code, reason, place, hint };
  }
  const { message, stack } = error as Error;
  return { code: 'BUG_INVARIANT', reason: `${message}\n${stack}` };
}
