/** The thread behind `WorkerBackground`: takes jobs, answers with the files it made. */
import { parentPort } from 'node:worker_threads';
import { assert, MillraceError } from '../../conf/errors/error.js';
import type { FileSystem } from '../fs/file-system.js';
import { openFileSystem } from '../fs/open.js';
import type { JobAnswer, JobMessage } from './background.js';
import { runFileJob } from './file-job.js';

const port = parentPort;
assert(port !== null, 'This file is a worker');

const open = new Map<string, FileSystem>();

port.on('message', ({ spec, job }: JobMessage) => {
  const name = JSON.stringify(spec);
  const fs = open.get(name) ?? openFileSystem(spec);
  open.set(name, fs);
  runFileJob(fs, job).then(
    (files) => port.postMessage({ files } satisfies JobAnswer),
    (error: unknown) => port.postMessage(answerOf(error)),
  );
});

function answerOf(error: unknown): JobAnswer {
  if (error instanceof MillraceError) {
    const { code, reason, place, hint } = error;
    return { code, reason, place, hint };
  }
  const { message, stack } = error as Error;
  return { code: 'BUG_INVARIANT', reason: `${message}\n${stack}` };
}
