/**
 * What a checkpoint of the heap costs the task: `node dist/bench/state/heap-seal.bench.js`. A table
 * of BIGINT → COUNT, SUM, MAX, and lists of four BIGINTs, ten rows a key; the pause of the seal
 * itself, the longest turn of the task while the checkpoint is written, and what batches of random
 * keys cost while pages are copied before they are written: of the lists each takes the first row
 * of a key out and puts one behind.
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
const ROWS_PER_KEY = 10;
const SIZES = process.argv.includes('--quick') ? [50_000, 500_000] : [50_000, 500_000, 5_000_000];

const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'));

try {
  for (const size of SIZES) await measure(size, 'entries', keyed);
  for (const size of SIZES) await measure(size, 'rows', listed);
} finally {
  rmSync(folder, { recursive: true });
}

/** What a batch of these keys does. @returns CPU ms of it */
type Batch = (keys: Float64Array) => number;

function keyed(store: HeapStore): { readonly batch: Batch; readonly rowsPerKey: number } {
  const values = [BIGINT, BIGINT, BIGINT];
  const table = store.table({ name: 't', key: [BIGINT], values, together: [0, 1] });
  const slots = new Int32Array(ROWS);
  const batch = (keys: Float64Array): number => {
    const column = { lane: 'f64' as const, values: keys, nulls: null };
    const begun = cpuMs();
    table.locate({ columns: [column], selection: null, count: ROWS }, slots, true);
    for (let c = 0; c < values.length; c++) table.column(c).copy(slots, ROWS, column, null);
    return cpuMs() - begun;
  };
  return { batch, rowsPerKey: 1 };
}

function listed(store: HeapStore): { readonly batch: Batch; readonly rowsPerKey: number } {
  const row = [BIGINT, BIGINT, BIGINT, BIGINT];
  const lists = store.linkedRows({ name: 't', key: [BIGINT], lists: [row] });
  const list = lists.lists[0] as (typeof lists.lists)[number];
  const [slots, ids] = [new Int32Array(ROWS), new Int32Array(ROWS)];
  const lengths = new Map<number, number>();
  const batch = (keys: Float64Array): number => {
    const column = { lane: 'f64' as const, values: keys, nulls: null };
    const begun = cpuMs();
    lists.locate({ columns: [column], selection: null, count: ROWS }, slots, true);
    list.rows.add([column, column, column, column], null, ROWS, ids);
    for (let i = 0; i < ROWS; i++) {
      const slot = slots[i] as number;
      const length = lengths.get(slot) ?? 0;
      const first = list.first(slot);
      if (length === ROWS_PER_KEY) {
        list.unlink(slot, first);
        list.rows.release(first);
      } else lengths.set(slot, length + 1);
      list.append(slot, ids[i] as number);
    }
    list.rows.reclaim();
    return cpuMs() - begun;
  };
  return { batch, rowsPerKey: ROWS_PER_KEY };
}

async function measure(size: number, unit: string, make: typeof keyed): Promise<void> {
  const store = new HeapStore({ first: 0, last: 127, of: 128 });
  const { batch, rowsPerKey } = make(store);
  const keys = size / rowsPerKey;
  const of = (key: (i: number) => number): number =>
    batch(Float64Array.from({ length: ROWS }, (_, i) => key(i)));
  for (let from = 0; from < size; from += ROWS) of((i) => (from + i) % keys);
  // Keys that are far apart: an index of cells, a cache miss a key.
  const random = (): number => Math.floor(Math.random() * keys);
  const usual = median(Array.from({ length: 50 }, () => of(random)));
  const begun = cpuMs();
  const sealed = store.seal(1);
  const sealMs = cpuMs() - begun;
  let longestMs = 0;
  let isWritten = false;
  const target = {
    fileSystem: new LocalFileSystem(join(folder, `${unit}-${size}`)),
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
    batches.push(of(random));
  }
  await writing;
  console.log(
    `${size.toLocaleString('en').padStart(9)} ${unit}: seal ${sealMs.toFixed(2)} ms, ` +
      `longest turn ${longestMs.toFixed(1)} ms, written in ` +
      `${((cpuMs() - begun) / 1000).toFixed(1)} s; a batch of ${ROWS}: ` +
      `${usual.toFixed(2)} ms before, first ten ${median(batches.slice(0, 10)).toFixed(2)}, ` +
      `then ${median(batches.slice(10)).toFixed(2)} ms`,
  );
}
