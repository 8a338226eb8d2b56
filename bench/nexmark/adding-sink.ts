/**
 * A sink that adds up hashes and keeps what it added exactly once: the sum of each checkpoint is
 * its committable, and a commit writes it to a file of its own. So what stands in the folder is the
 * output of a job that was killed and went on, too.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sink } from '../../operators/core/sink.js';
import { MeasuringSink } from '../sql/measuring-sink.js';
import type { Output } from './plan.js';

interface Sum {
  readonly name: string;
  readonly rows: number;
  readonly checksum: number;
}

export function addingSink(folder: string): Sink {
  mkdirSync(folder, { recursive: true });
  return {
    async open({ task, attempt }) {
      let epoch = 0;
      let measuring = new MeasuringSink(true);
      return {
        write: (batch) => measuring.take(batch),
        async prepare() {
          const { folded: rows, checksum } = measuring;
          measuring = new MeasuringSink(true);
          return [{ name: `${attempt}-${task}-${epoch++}`, rows, checksum } satisfies Sum];
        },
        close: async () => {},
      };
    },
    async commit(committables) {
      for (const sum of committables as readonly Sum[]) {
        writeFileSync(join(folder, sum.name), JSON.stringify(sum));
      }
    },
    abort: async () => {},
  };
}

export function addedIn(folder: string): Output {
  let rows = 0;
  let checksum = 0;
  for (const name of readdirSync(folder)) {
    const sum = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Sum;
    rows += sum.rows;
    checksum = (checksum + sum.checksum) >>> 0;
  }
  return { rows, hash: hashText(checksum) };
}

/** What stands when rows are taken back. */
export function without(added: Output, taken: Output): Output {
  const checksum = (Number.parseInt(added.hash, 16) - Number.parseInt(taken.hash, 16)) >>> 0;
  return { rows: added.rows - taken.rows, hash: hashText(checksum) };
}

function hashText(checksum: number): string {
  return checksum.toString(16).padStart(8, '0');
}
