/**
 * State of three sizes: how long a checkpoint of the same changes takes, how long until a restored
 * key gives its first row, and what another parallelism moves. One aggregate of a count and a text
 * a key; the changed keys are spread over all.
 */
import { assert } from '../../conf/errors/error.js';
import type { ProxyCounts } from '../state/latency-proxy.js';
import { type Bar, MEGABYTE, median, megabytes, spread, type Table } from './bar.js';
import type { FarStore } from './far-store.js';
import type { JobPlan } from './job-messages.js';
import type { Order } from './rows-on-demand.js';
import { StateJob } from './state-job.js';
import { keyOf, PAYLOAD_BYTES } from './tables.js';

export interface Sizes {
  readonly stateBytes: readonly number[];
  readonly changedBytes: number;
  /** `taskmanager.memory.managed.size` */
  readonly managedBytes: number;
}

/** Key, count and text, about. */
const ENTRY_BYTES = PAYLOAD_BYTES + 20;
const RUNS = 3;
/** Ingested between two checkpoints. */
const INGESTED_BYTES = 100 * MEGABYTE;
/** Of those, between two times that room of deleted files is given back. */
const VACUUM_PORTIONS = 5;
const STEP = 7919;
const ASKED = 3;

interface Grown {
  readonly keys: number;
  readonly stateBytes: number;
  readonly checkpointMs: number;
  readonly path: string;
  /** Count of key `ASKED`. */
  readonly count: number;
}

export function countingPlan(
  store: FarStore,
  folder: string,
  settings: Readonly<Record<string, string>>,
): JobPlan {
  return {
    tables: ['t'],
    out: 'k BIGINT, n BIGINT, p STRING',
    query: 'SELECT k, COUNT(*), MAX(p) FROM t GROUP BY k',
    settings: {
      'millrace.workers': '1',
      'state.backend.type': 'forst',
      'execution.checkpointing.interval': '10 h',
      ...store.settings(folder),
      ...settings,
    },
  };
}

export async function* measureGrownState(store: FarStore, sizes: Sizes): AsyncGenerator<Table> {
  const all: Grown[] = [];
  const restores: Restored[] = [];
  let moved: Bar[] = [];
  for (const [i, bytes] of sizes.stateBytes.entries()) {
    const folder = `grown-${i}`;
    const grown = await grow(store, folder, bytes, sizes);
    all.push(grown);
    restores.push(await restored(store, folder, grown, sizes));
    if (i === sizes.stateBytes.length - 1) moved = await rescaled(store, folder, grown, sizes);
  }
  yield { title: 'Checkpoints', bars: checkpointBars(all, sizes) };
  yield { title: 'Restore', bars: restoreBars(all, restores) };
  yield { title: 'Rescaling', bars: moved };
}

function settingsOf({ managedBytes }: Sizes, parallelism: number): Record<string, string> {
  return {
    'taskmanager.memory.managed.size': String(managedBytes),
    'parallelism.default': String(parallelism),
  };
}

async function grow(store: FarStore, folder: string, bytes: number, sizes: Sizes): Promise<Grown> {
  const keys = Math.ceil(bytes / ENTRY_BYTES);
  const job = await StateJob.start(countingPlan(store, folder, settingsOf(sizes, 2)));
  const portion = Math.ceil(INGESTED_BYTES / ENTRY_BYTES);
  for (let first = 0; first < keys; first += portion) {
    await job.run('t', { first, count: Math.min(portion, keys - first), step: 1, of: keys });
    await job.checkpoint();
    // Compaction writes state many times over.
    if ((first / portion) % VACUUM_PORTIONS === VACUUM_PORTIONS - 1) await store.vacuum();
  }
  await store.vacuum();
  const changed = Math.ceil(sizes.changedBytes / ENTRY_BYTES);
  const durations: number[] = [];
  let path = '';
  let stateBytes = 0;
  let count = 1;
  for (let run = 0; run < RUNS; run++) {
    await settled(job);
    const order = { first: run, count: changed, step: STEP, of: keys };
    await job.run('t', order);
    count += touches(order, ASKED);
    const taken = await job.checkpoint();
    durations.push(taken.ms);
    ({ path, stateBytes } = taken);
  }
  await job.kill();
  return { keys, stateBytes, checkpointMs: median(durations), path, count };
}

/** How often an order has a key. */
function touches({ first, count, step, of }: Order, key: number): number {
  let found = 0;
  for (let j = 0; j < count; j++) if ((first + j * step) % of === key) found++;
  return found;
}

/** Compaction has nothing more to do. */
async function settled(job: StateJob): Promise<void> {
  let before = -1;
  for (;;) {
    const { state } = await job.look();
    if (state.compactionWrittenBytes === before) return;
    before = state.compactionWrittenBytes;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

function restoring(
  store: FarStore,
  folder: string,
  { path }: Grown,
  sizes: Sizes,
  parallelism: number,
): JobPlan {
  return countingPlan(store, folder, {
    ...settingsOf(sizes, parallelism),
    'execution.state-recovery.path': path,
    'execution.state-recovery.claim-mode': 'CLAIM',
  });
}

interface Restored {
  /** From the start of a process to the first row of a restored key, medians. */
  readonly ms: number;
  readonly cpuSeconds: number;
  /** Reads of files of state, of the last run. */
  readonly reads: ProxyCounts['state'];
}

async function restored(
  store: FarStore,
  folder: string,
  grown: Grown,
  sizes: Sizes,
): Promise<Restored> {
  const times: number[] = [];
  const cpu: number[] = [];
  let before = await store.counts();
  let after = before;
  for (let run = 0; run < RUNS; run++) {
    before = await store.counts();
    const job = await StateJob.start(restoring(store, folder, grown, sizes, 2));
    job.give('t', { first: ASKED, count: 1, step: 1, of: grown.keys });
    const { values, ms, cpuSeconds } = await job.firstRow();
    const [key, count] = values;
    assert(key === keyOf(ASKED), `The row is of key ${key}, asked was ${keyOf(ASKED)}`);
    assert(count === grown.count + 1, `Key counted to ${count}, not ${grown.count + 1}`);
    times.push(ms);
    cpu.push(cpuSeconds);
    after = await store.counts();
    await job.kill();
  }
  return { ms: median(times), cpuSeconds: median(cpu), reads: difference(before, after) };
}

async function rescaled(
  store: FarStore,
  folder: string,
  grown: Grown,
  sizes: Sizes,
): Promise<Bar[]> {
  const before = await store.counts();
  const job = await StateJob.start(restoring(store, folder, grown, sizes, 4));
  await job.checkpoint();
  const after = await store.counts();
  job.give('t', { first: ASKED, count: 1, step: 1, of: grown.keys });
  const { values } = await job.firstRow();
  assert(values[1] === grown.count + 1, `Key counted to ${values[1]}`);
  const asked = await store.counts();
  await job.kill();
  const { sentBytes, receivedBytes, copies } = difference(before, after);
  const one = difference(after, asked);
  return [
    {
      what: '2 → 4: state written, copied, read until the first checkpoint is complete',
      measured: `${sentBytes} B, ${copies} copies, ${receivedBytes} B`,
      bar: '0',
      isMet: sentBytes + copies + receivedBytes === 0,
    },
    {
      what: 'then one key: reads of files of state',
      measured: `${one.gets} GET, ${(one.receivedBytes / 1024).toFixed(1)} KB`,
    },
  ];
}

function difference(from: ProxyCounts, to: ProxyCounts): ProxyCounts['state'] {
  return {
    gets: to.state.gets - from.state.gets,
    sentBytes: to.state.sentBytes - from.state.sentBytes,
    receivedBytes: to.state.receivedBytes - from.state.receivedBytes,
    copies: to.state.copies - from.state.copies,
  };
}

function checkpointBars(all: readonly Grown[], { changedBytes }: Sizes): Bar[] {
  const times = all.map(({ checkpointMs }) => checkpointMs);
  const rows = all.map(({ stateBytes, checkpointMs }) => ({
    what: `checkpoint of ${megabytes(changedBytes)} of changes, state ${megabytes(stateBytes)}`,
    measured: `${Math.round(checkpointMs)} ms`,
  }));
  const ratio = spread(times);
  const last = { what: 'slowest ÷ fastest', measured: ratio.toFixed(2), bar: '≤ 1.5' };
  return [...rows, { ...last, isMet: ratio <= 1.5 }];
}

function restoreBars(all: readonly Grown[], restores: readonly Restored[]): Bar[] {
  const rows = restores.map(({ ms, cpuSeconds, reads }, i) => ({
    what: `process start to first row of a restored key, state ${sizeOf(all, i)}`,
    measured:
      `${Math.round(ms)} ms (CPU ${cpuSeconds.toFixed(2)} s, ${reads.gets} GET, ` +
      `${megabytes(reads.receivedBytes)})`,
    bar: '< 2,000 ms',
    isMet: ms < 2000,
  }));
  const ratio = spread(restores.map(({ ms }) => ms));
  const last = { what: 'slowest ÷ fastest', measured: ratio.toFixed(2), bar: '≤ 1.5' };
  return [...rows, { ...last, isMet: ratio <= 1.5 }];
}

function sizeOf(all: readonly Grown[], i: number): string {
  return megabytes(all[i]?.stateBytes ?? 0);
}
