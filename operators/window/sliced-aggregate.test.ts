import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import { BIGINT, INT, timestamp, withNullable } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import type { Emitted } from '../core/checked-output.js';
import { BATCH_SIZES, type Event, runEvents } from '../core/harness.js';
import { END_OF_TIME, START_OF_TIME } from '../core/message.js';
import { DELETE, INSERT } from '../core/row-kind.js';
import { sortedRuns } from '../core/sorted-runs.js';
import type { AggregateCall } from '../expr/expression.js';
import { createWindowAggregate } from './window-aggregate.js';
import { startOfWindow, windowEnds } from './window-math.js';
import type { OverlappingWindow } from './window-slices.js';

const INPUT = [BIGINT, INT, timestamp(3)];
const COUNT = withNullable(BIGINT, false);
const OUTPUT = [BIGINT, COUNT, INT, timestamp(3), timestamp(3)];
const base = { distinct: false, filter: null };
const CALLS: readonly AggregateCall[] = [
  { name: 'COUNT', args: [], argTypes: [], type: COUNT, ...base },
  { name: 'SUM', args: [1], argTypes: [INT], type: INT, ...base },
];

interface Kept {
  readonly key: Scalar;
  readonly value: number;
  readonly change: number;
}

/** Windows by their definition: each with its own rows. */
class Definition {
  readonly emitted: Emitted[] = [];
  late = 0;
  readonly #window: OverlappingWindow;
  readonly #windows = new Map<number, Kept[]>();
  #watermark = START_OF_TIME;

  constructor(window: OverlappingWindow) {
    this.#window = window;
  }

  take(event: Event): void {
    if (event.kind === 'watermark') this.#advance(event.value);
    if (event.kind === 'end') this.#advance(END_OF_TIME);
    if (event.kind !== 'row') return;
    const [key = null, value, time] = event.values;
    const ends = windowEnds(this.#window, Number(time) / 1e6);
    const open = ends.filter((end) => end - 1 > this.#watermark);
    if (open.length === 0) this.late++;
    const change = event.change === INSERT ? 1 : -1;
    for (const end of open) {
      const rows = this.#windows.get(end) ?? [];
      this.#windows.set(end, rows);
      rows.push({ key, value: Number(value), change });
    }
  }

  #advance(watermark: number): void {
    if (watermark <= this.#watermark) return;
    this.#watermark = watermark;
    for (const [end, rows] of this.#windows) {
      if (end - 1 > watermark) continue;
      for (const key of new Set(rows.map((row) => row.key))) this.#emit(end, key, rows);
      this.#windows.delete(end);
    }
    this.emitted.push({ kind: 'watermark', value: watermark });
  }

  #emit(end: number, key: Scalar, rows: readonly Kept[]): void {
    const own = rows.filter((row) => row.key === key);
    const count = own.reduce((sum, { change }) => sum + change, 0);
    if (count === 0) return;
    const sum = own.reduce((sum, { value, change }) => sum + value * change, 0);
    const edges = [startOfWindow(this.#window, end), end].map((ms) => BigInt(ms) * 1_000_000n);
    const values = [key, BigInt(count), sum, ...edges];
    this.emitted.push({ kind: 'row', change: INSERT, values });
  }
}

/** Rows of a few keys, some late for some or all of their windows; then the end. */
function randomRows(random: Random, reachMs: number, retracts: boolean): Event[] {
  const events: Event[] = [];
  const standing: Event[] = [];
  let watermark = 1000;
  while (events.length < 40) {
    if (events.at(-1)?.kind === 'row' && random.nextInt(0, 4) === 0) {
      watermark += random.nextInt(1, reachMs);
      events.push({ kind: 'watermark', input: 0, value: watermark });
      standing.length = 0;
      continue;
    }
    const gone = retracts && random.nextInt(0, 3) === 0 ? standing.pop() : undefined;
    if (gone?.kind === 'row') {
      events.push({ ...gone, change: DELETE });
      continue;
    }
    const key = random.nextInt(0, 9) === 0 ? null : BigInt(random.nextInt(0, 2));
    const time = watermark + random.nextInt(-reachMs, 2 * reachMs);
    const values = [key, random.nextInt(0, 9), BigInt(time) * 1_000_000n];
    const row = { kind: 'row', input: 0, change: INSERT, values } as const;
    events.push(row);
    standing.push(row);
  }
  return [...events, { kind: 'end', input: 0 }];
}

const WINDOWS: readonly OverlappingWindow[] = [
  { kind: 'hop', slideMs: 10, sizeMs: 30, offsetMs: 0 },
  { kind: 'hop', slideMs: 4, sizeMs: 10, offsetMs: 3 },
  { kind: 'hop', slideMs: 1, sizeMs: 60, offsetMs: 0 },
  { kind: 'hop', slideMs: 20, sizeMs: 15, offsetMs: 0 },
  { kind: 'cumulate', stepMs: 10, sizeMs: 40, offsetMs: 0 },
  { kind: 'cumulate', stepMs: 5, sizeMs: 15, offsetMs: -2 },
];

test('Random rows, late ones too, give the rows of the definition', async () => {
  const random = new Random(5);
  for (const [round, window] of [...WINDOWS, ...WINDOWS].entries()) {
    const retracting = round >= WINDOWS.length;
    const definition = new Definition(window);
    const events = randomRows(random, window.sizeMs, retracting);
    for (const event of events) definition.take(event);
    const expected = sortedRuns(definition.emitted, OUTPUT);
    for (const batchRows of BATCH_SIZES) {
      const options = { inputs: [INPUT], output: OUTPUT, batchRows, outputRows: 2 };
      const create = () =>
        createWindowAggregate({
          kind: 'window-aggregate',
          keys: [0],
          aggregates: CALLS,
          window: { kind: 'time', column: 2, window },
          properties: ['window_start', 'window_end'],
          retracting,
        });
      const { emitted, metrics } = await runEvents(create, events, options);
      const where = `round ${round}, batches of ${batchRows}`;
      assert.deepEqual(sortedRuns(emitted, OUTPUT), expected, where);
      assert.equal(metrics.lateRows, definition.late, where);
    }
  }
});
