/**
 * The work of a case of the benchmark in loops written by hand, over the same columns: no planner,
 * no runtime, no types to choose among, output arrays used again. What these loops do on the
 * machine of the day is the measure of the engine on that day, since caches and neighbours differ.
 * One case a process: `node hand-loop.js NAME SCALE RUNS` prints CPU seconds of the best run, or
 * null where a case has no such loop.
 */
import { mix } from '../../state/column/hash.js';
import { memoryCases } from './cases.js';
import type { MemoryTable } from './memory-table.js';

const BATCH = 2048;
/** Rows of the windows of the benchmark: 2 s of 1,000 rows a ms. */
const WINDOW_ROWS = 2_000_000;
const TOP = 10;

type Loop = (keys: Float64Array, values: Float64Array, from: number, to: number) => void;

/** Places of keys by open addressing; keys are numbered in order of first appearance. */
class Places {
  size = 0;
  readonly #cells: Int32Array;
  readonly #hashes = new Int32Array(BATCH);
  readonly #open = new Int32Array(BATCH);

  constructor(keys: number) {
    let cells = 16;
    while (cells < keys * (keys <= 4096 ? 4 : 1.6)) cells *= 2;
    this.#cells = new Int32Array(2 * cells);
  }

  /** First a look at each row's home cell, then the others: the misses of many rows overlap. */
  find(keys: Float64Array, from: number, to: number, slots: Int32Array): void {
    const [cells, hashes, open] = [this.#cells, this.#hashes, this.#open];
    const mask = cells.length / 2 - 1;
    const count = to - from;
    for (let i = from; i < to; i++) hashes[i - from] = mix((keys[i] as number) | 0);
    let left = 0;
    for (let i = 0; i < count; i++) {
      const hash = hashes[i] as number;
      const place = 2 * (hash & mask);
      const slot = (cells[place + 1] as number) - 1;
      slots[i] = slot;
      open[left] = i;
      left += (((cells[place] as number) ^ hash) | (slot >> 31)) === 0 ? 0 : 1;
    }
    for (let m = 0; m < left; m++) {
      const i = open[m] as number;
      const hash = hashes[i] as number;
      let place = hash & mask;
      let slot = (cells[2 * place + 1] as number) - 1;
      while (slot >= 0 && cells[2 * place] !== hash) {
        place = (place + 1) & mask;
        slot = (cells[2 * place + 1] as number) - 1;
      }
      if (slot < 0) {
        slot = this.size++;
        cells[2 * place] = hash;
        cells[2 * place + 1] = slot + 1;
      }
      slots[i] = slot;
    }
  }

  clear(): void {
    this.size = 0;
    this.#cells.fill(0);
  }
}

function project(): Loop {
  const out = new Float64Array(BATCH);
  return (_, values, from, to) => {
    for (let i = from; i < to; i++) out[i - from] = (values[i] as number) * 2 + 1;
  };
}

function filter(): Loop {
  const out = new Int32Array(BATCH + 1);
  return (_, values, from, to) => {
    let count = 0;
    for (let i = from; i < to; i++) {
      out[count] = i - from;
      count += (values[i] as number) < 500 ? 1 : 0;
    }
  };
}

/** Count and sum of a place side by side. */
class Totals {
  readonly values: Float64Array;

  constructor(keys: number) {
    this.values = new Float64Array(2 * keys);
  }

  /** Brings the records of the places near; where they are few they are near already. */
  touch(slots: Int32Array, count: number): number {
    const { values } = this;
    let sum = 0;
    if (values.length <= 1 << 16) return sum;
    for (let i = 0; i < count; i++) sum += values[2 * (slots[i] as number)] as number;
    return sum;
  }
}

function group(keyCount: number): Loop {
  const places = new Places(keyCount);
  const slots = new Int32Array(BATCH);
  const totals = new Totals(keyCount);
  const { values: state } = totals;
  const [outKeys, outCounts, outSums] = [0, 0, 0].map(() => new Float64Array(2 * BATCH)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const kinds = new Uint8Array(2 * BATCH);
  return (keys, values, from, to) => {
    places.find(keys, from, to, slots);
    totals.touch(slots, to - from);
    for (let i = 0; i < to - from; i++) {
      const place = 2 * (slots[i] as number);
      const count = state[place] as number;
      const sum = state[place + 1] as number;
      outCounts[2 * i] = count;
      outCounts[2 * i + 1] = state[place] = count + 1;
      outSums[2 * i] = sum;
      outSums[2 * i + 1] = state[place + 1] = sum + (values[from + i] as number);
      kinds[2 * i] = 1;
      kinds[2 * i + 1] = count === 0 ? 0 : 2;
    }
    for (let i = from; i < to; i++) {
      outKeys[2 * (i - from)] = outKeys[2 * (i - from) + 1] = keys[i] as number;
    }
  };
}

function window(keyCount: number): Loop {
  const places = new Places(keyCount);
  const slots = new Int32Array(BATCH);
  const totals = new Totals(keyCount);
  const { values: state } = totals;
  return (keys, values, from, to) => {
    places.find(keys, from, to, slots);
    totals.touch(slots, to - from);
    for (let i = 0; i < to - from; i++) {
      const place = 2 * (slots[i] as number);
      state[place] = (state[place] as number) + 1;
      state[place + 1] = (state[place + 1] as number) + (values[from + i] as number);
    }
    if (Math.floor(from / WINDOW_ROWS) === Math.floor(to / WINDOW_ROWS)) return;
    state.slice(0, 2 * places.size);
    state.fill(0);
    places.clear();
  };
}

function join(keyCount: number, found: Float64Array): Loop {
  const places = new Places(keyCount);
  const slots = new Int32Array(BATCH);
  const out = new Float64Array(BATCH);
  const ids = Float64Array.from({ length: keyCount }, (_, i) => i);
  for (let from = 0; from < keyCount; from += BATCH) {
    places.find(ids, from, Math.min(keyCount, from + BATCH), slots);
  }
  return (keys, _, from, to) => {
    places.find(keys, from, to, slots);
    for (let i = 0; i < to - from; i++) out[i] = found[slots[i] as number] as number;
  };
}

/** Descending lists of values a key, each change of a place written out; `top` 1 or more. */
function rank(keyCount: number, top: number): Loop {
  const places = new Places(keyCount);
  const slots = new Int32Array(BATCH);
  const lists = new Float64Array(keyCount * top);
  const sizes = new Uint8Array(keyCount);
  const room = 2 * top * BATCH;
  const [outKeys, outValues, outRanks] = [0, 0, 0].map(() => new Float64Array(room)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const kinds = new Uint8Array(room);
  return (keys, values, from, to) => {
    places.find(keys, from, to, slots);
    let out = 0;
    for (let i = from; i < to; i++) {
      const slot = slots[i - from] as number;
      const first = slot * top;
      const size = sizes[slot] as number;
      const value = values[i] as number;
      if (size === top && (lists[first + top - 1] as number) >= value) continue;
      let at = 0;
      while (at < size && (lists[first + at] as number) >= value) at++;
      for (let entering = value; at < top; at++) {
        const old = lists[first + at] as number;
        if (at < size) {
          outKeys[out] = keys[i] as number;
          outValues[out] = old;
          outRanks[out] = at + 1;
          kinds[out++] = 1;
        }
        outKeys[out] = keys[i] as number;
        outValues[out] = entering;
        outRanks[out] = at + 1;
        kinds[out++] = at < size ? 2 : 0;
        lists[first + at] = entering;
        entering = old;
        if (at >= size) break;
      }
      if (size < top) sizes[slot] = size + 1;
    }
  };
}

function loopOf(name: string, tables: Readonly<Record<string, MemoryTable>>): Loop | null {
  const keys = name.includes('5 M') ? 5_000_000 : name.includes('100 k') ? 100_000 : 1000;
  if (name === 'project') return project();
  if (name === 'filter') return filter();
  if (name.startsWith('group')) return group(keys);
  if (name.startsWith('tumbling')) return window(keys);
  if (name.startsWith('join')) return join(keys, column(tables.d as MemoryTable, 1));
  if (name.startsWith('Top-')) return rank(keys, name.startsWith('Top-10') ? TOP : 1);
  return null;
}

function column(table: MemoryTable, index: number): Float64Array {
  const vector = table.vectors[index];
  if (vector?.lane !== 'f64') throw new Error('The columns of hand loops are numbers');
  return vector.values;
}

const [name = '', scale = '1', runs = '3'] = process.argv.slice(2);
const tables = memoryCases.find((each) => each.name === name)?.tables(Number(scale)) ?? {};
let best: number | null = null;
for (let run = 0; run <= Number(runs); run++) {
  const loop = loopOf(name, tables);
  const table = tables.t;
  if (loop === null || table === undefined) break;
  const [keys, values] = [column(table, 0), column(table, 1)];
  const start = process.cpuUsage();
  for (let pass = 0; pass < table.passes; pass++) {
    for (let from = 0; from < table.rows; from += BATCH) {
      loop(keys, values, from, Math.min(table.rows, from + BATCH));
    }
  }
  const { user, system } = process.cpuUsage(start);
  // The first run warms the loop.
  if (run > 0) best = Math.min(best ?? Number.POSITIVE_INFINITY, (user + system) / 1e6);
}
process.stdout.write(`${JSON.stringify(best)}\n`);
