/**
 * What a checkpoint of the heap costs the task: `node dist/bench/state/heap-seal.bench.js`. A table
 * of BIGINT → COUNT, SUM, MAX; the pause of the seal itself, the longest turn of the task while the
 * checkpoint is written, and what batches of random keys cost while pages are copied before they
 * are written.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BIGINT } from '../../state/column/logical-type.js';
import { LocalFileSystem } from '../../state/fs/local.js';
import { HeapStore } from '../../state/heap/store.js';
import { cpuMs } from '../cpu-ms.js';
import { median } from '../state-remote/bar.js';

const ROWS = 2048;
const SIZES = process.argv.includes('--quick') ? [50_000, 500_000] : [50_000, 500_000, 5_000_000];

const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));

try {
  for (const size of SIZES) await measure(size);
} finally {
  rmSync(folder, { recursive: true });
}

async function measure(size: number): Promise<void> {
  const store = new HeapStore({ first: 0, last: 127, of: 128 });
  const values = [BIGINT, BIGINT, BIGINT];
  const table = store.table({ name: 't', key: [BIGINT], values, together: [0, 1] });
  const slots = new Int32Array(ROWS);
  const batch = (key: (i: number) => number): number => {
    const keys = Float64Array.from({ length: ROWS }, (_, i) => key(i));
    const column = { lane: 'f64' as const, values: keys, nulls: null };
    const begun = cpuMs();
    table.locate({ columns: [column], selection: null, count: ROWS }, slots, true);
    for (let c = 0; c < values.length; c++) table.column(c).copy(slots, ROWS, column, null);
    return cpuMs() - begun;
  };
  for (let from = 0; from < size; from += ROWS) batch((i) => from + i);
  // Keys that are far apart: an index of cells, a cache miss a key.
  const random = (): number => Math.floor(Math.random() * size);
  const usual = median(Array.from({ length: 50 }, () => batch(random)));
  const begun = cpuMs();
  const sealed = store.seal(1);
  const sealMs = cpuMs() - begun;
  let longestMs = 0;
  let isWritten = false;
  const target = {
    fileSystem: new LocalFileSystem(join(folder, String(size))),
    shared: 's',
    exclusive: 'e',
    isFull: false,
  };
  const writing = sealed.write(target).then(() => {
    isWritten = true;
  });
  const batches: number[] = [];
  while (!isWritten) {
    const turn = cpuMs();
    await new Promise(setImmediate);
    longestMs = Math.max(longestMs, cpuMs() - turn);
    batches.push(batch(random));
  }
  await writing;
  console.log(
    `${size.toLocaleString('en').padStart(9)} entries: seal ${sealMs.toFixed(2)} ms, ` +
      `longest turn ${longestMs.toFixed(1)} ms, written in ` +
      `${((cpuMs() - begun) / 1000).toFixed(1)} s; a batch of ${ROWS}: ` +
      `${usual.toFixed(2)} ms before, first ten ${median(batches.slice(0, 10)).toFixed(2)}, ` +
      `then ${median(batches.slice(10)).toFixed(2)} ms`,
  );
}
