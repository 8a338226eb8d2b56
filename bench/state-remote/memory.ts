/**
 * State grows to ten times the managed memory: what the heap and the process hold meanwhile. Rows
 * are given at an even pace, checkpoints taken on the way.
 */
import { type Bar, MEGABYTE, median, megabytes, type Table } from './bar.js';
import type { FarStore } from './far-store.js';
import { countingPlan } from './grown-state.js';
import type { Look } from './job-messages.js';
import { StateJob } from './state-job.js';
import { PAYLOAD_BYTES } from './tables.js';

export interface Growth {
  /** `taskmanager.memory.managed.size` */
  readonly managedBytes: number;
  readonly minutes: number;
}

const TIMES = 10;
const PORTIONS = 60;
/** What a process may take beside managed memory. */
const BESIDE_BYTES = 400 * MEGABYTE;

export async function* measureMemory(
  store: FarStore,
  { managedBytes, minutes }: Growth,
): AsyncGenerator<Table> {
  const settings = { 'taskmanager.memory.managed.size': String(managedBytes) };
  const job = await StateJob.start(countingPlan(store, 'memory', settings));
  const keys = Math.ceil((TIMES * managedBytes) / PAYLOAD_BYTES);
  const portion = Math.ceil(keys / PORTIONS);
  const looks: Look[] = [];
  let stateBytes = 0;
  const startedAt = performance.now();
  for (let i = 0; i < PORTIONS; i++) {
    await job.run('t', { first: i * portion, count: portion, step: 1, of: PORTIONS * portion });
    if (i % 6 === 5) ({ stateBytes } = await job.checkpoint());
    looks.push(await job.look());
    const nextMs = startedAt + ((i + 1) * minutes * 60_000) / PORTIONS;
    await new Promise((resolve) => setTimeout(resolve, nextMs - performance.now()));
  }
  await job.kill();
  yield { title: 'Memory', bars: bars(looks, stateBytes, managedBytes) };
}

function bars(looks: readonly Look[], stateBytes: number, managedBytes: number): Bar[] {
  const third = Math.floor(looks.length / 3);
  const heap = looks.map(({ heapBytes }) => heapBytes);
  const middle = median(heap.slice(third, 2 * third));
  const last = median(heap.slice(2 * third));
  const change = last / middle - 1;
  const resident = Math.max(...looks.map(({ mostResidentBytes }) => mostResidentBytes));
  const bound = managedBytes + BESIDE_BYTES;
  return [
    ...[1, 2, 3, 4, 5, 6].map((sixth) => course(looks, sixth)),
    { what: 'state', measured: megabytes(stateBytes) },
    {
      what: 'heap, median of the last third against that of the middle one',
      measured: `${megabytes(middle)} → ${megabytes(last)} (${(change * 100).toFixed(0)} %)`,
      bar: '± 15 %',
      isMet: Math.abs(change) <= 0.15,
    },
    {
      what: 'process, the most',
      measured: megabytes(resident),
      bar: `≤ ${megabytes(bound)}`,
      isMet: resident <= bound,
    },
  ];
}

/** What a sixth of the run held at most: heap and arrays of the tasks' thread, and the process. */
function course(looks: readonly Look[], sixth: number): Bar {
  const size = looks.length / 6;
  const part = looks.slice((sixth - 1) * size, sixth * size);
  const most = (of: (look: Look) => number): string => megabytes(Math.max(...part.map(of)));
  const heap = most(({ heapBytes }) => heapBytes);
  const arrays = most(({ arrayBytes }) => arrayBytes);
  const resident = most(({ residentBytes }) => residentBytes);
  return {
    what: `sixth ${sixth}: heap, arrays, process`,
    measured: `${heap}, ${arrays}, ${resident}`,
  };
}
