/**
 * Windows of event time, rows a second of one core: `node dist/bench/operators/window.bench.js`.
 * COUNT(*) and SUM of TUMBLE, HOP and CUMULATE: key INT in random order, value BIGINT, time
 * TIMESTAMP(3), ascending; a watermark a batch. Behind each the keys, and how much time the rows
 * are spread over.
 */
import { MillraceError } from '../../conf/errors/error.js';
import { Random } from '../../conf/random.js';
import { createWindowAggregate } from '../../operators/window/window-aggregate.js';
import type { AlignedWindow } from '../../operators/window/window-spec.js';
import { BATCH_ROWS, type Given, measure, report } from './drive-batches.js';
import { COUNT_AND_SUM, TIMED_ROW, timedRows } from './timed-rows.js';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const random = new Random(3);

function stream(keys: number, batches: number, spanMs: number): Given[] {
  const rows = batches * BATCH_ROWS;
  return Array.from({ length: batches }, (_, b) => {
    const at = (row: number): number => 1e12 + Math.floor(((b * BATCH_ROWS + row) / rows) * spanMs);
    const marks = {
      count: 1,
      positions: Int32Array.of(BATCH_ROWS),
      values: Float64Array.of(at(BATCH_ROWS - 1) - 1),
    };
    return timedRows(random, keys, at, marks);
  });
}

function bench(
  name: string,
  window: AlignedWindow,
  keys: number,
  batches: number,
  spanMs: number,
): void {
  const operator = createWindowAggregate({
    kind: 'window-aggregate',
    keys: [0],
    aggregates: COUNT_AND_SUM,
    window: { kind: 'time', column: 2, window },
    properties: ['window_start', 'window_end'],
    retracting: false,
  });
  const messages = stream(keys, batches, spanMs);
  const warm = Math.ceil(batches / 10);
  const text = `${name}, ${keys} keys, ${spanMs / SECOND} s`;
  report(text, measure(operator, [TIMED_ROW], messages, warm));
}

function hop(slideMs: number, sizeMs: number): AlignedWindow {
  return { kind: 'hop', slideMs, sizeMs, offsetMs: 0 };
}

const cases: Readonly<Record<string, () => void>> = {
  tumble: () => {
    const window: AlignedWindow = { kind: 'tumble', sizeMs: 10 * SECOND, offsetMs: 0 };
    for (const keys of [1000, 100_000]) bench('TUMBLE 10 s', window, keys, 1000, 60 * SECOND);
  },
  hop: () => {
    for (const keys of [1000, 100_000]) {
      bench('HOP 10 s by 2 s', hop(2 * SECOND, 10 * SECOND), keys, 1000, 60 * SECOND);
    }
    bench('HOP 1 h by 1 min', hop(MINUTE, HOUR), 1000, 1000, 2 * HOUR);
    bench('HOP 1 h by 1 s', hop(SECOND, HOUR), 100, 500, 10 * MINUTE);
  },
  cumulate: () => {
    const window: AlignedWindow = {
      kind: 'cumulate',
      stepMs: MINUTE,
      sizeMs: HOUR,
      offsetMs: 0,
    };
    for (const keys of [1000, 100_000]) {
      bench('CUMULATE 1 h by 1 min', window, keys, 1000, 2 * HOUR);
    }
  },
};

const [, , chosen] = process.argv;
if (chosen !== undefined && cases[chosen] === undefined) {
  throw new MillraceError('CLI_USAGE', `There is no '${chosen}'; ${Object.keys(cases).join(', ')}`);
}
for (const [name, run] of Object.entries(cases)) {
  if (chosen === undefined || chosen === name) run();
}
