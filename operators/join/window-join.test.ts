import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { BIGINT, INT, timestamp } from '../../state/column/logical-type.js';
import { BATCH_SIZES, type Event, runEvents } from '../core/harness.js';
import { rounds } from '../core/rounds.js';
import { sortedRuns } from '../core/sorted-runs.js';
import { checkTimed } from './check-timed.js';
import { comparison } from './join-definition.js';
import { randomArrivals } from './timed-definition.js';
import { WindowDefinition } from './window-definition.js';
import { createWindowJoin } from './window-join.js';
import type { WindowJoinSpec } from './window-join-spec.js';

function spec(type: WindowJoinSpec['type'], changes: Partial<WindowJoinSpec> = {}): WindowJoinSpec {
  const edges = { start: null, end: 2 };
  return {
    kind: 'window-join',
    type,
    leftKeys: [0],
    rightKeys: [0],
    left: edges,
    right: edges,
    zoned: false,
    residual: null,
    ...changes,
  };
}

test('Rows of a window meet when both inputs have come to its end; late ones go', async () => {
  await checkTimed(
    () => createWindowJoin(spec('full')),
    `+I | a | 1 | @10
     +I | b | 2 | @10
     1: +I | a | 20 | @10
     1: +I | a | 21 | @20
     1: +I | NULL | 22 | @10
     watermark @09.998
     1: watermark @20
     barrier
     +I | a | 3 | @10
     watermark @09.999
     +I | a | 4 | @10
     +I | a | 5 | @20
     1: +I | a | 23 | @20
     end
     1: end`,
    `watermark @09.998
     barrier
     +I | a | 1 | @10 | a | 20 | @10
     +I | a | 3 | @10 | a | 20 | @10
     +I | b | 2 | @10 | NULL | NULL | NULL
     +I | NULL | NULL | NULL | NULL | 22 | @10
     watermark @09.999
     +I | a | 5 | @20 | a | 21 | @20
     +I | a | 5 | @20 | a | 23 | @20
     watermark end
     end`,
    'full',
  );
});

test('A key may be NULL on both sides where that counts as equal', async () => {
  await checkTimed(
    () => createWindowJoin(spec('inner', { nullsMeet: [true] })),
    `+I | NULL | 1 | @10
     1: +I | NULL | 2 | @10
     watermark @10
     1: watermark @10`,
    `+I | NULL | 1 | @10 | NULL | 2 | @10
     watermark @10`,
    'inner',
  );
});

/** Ends of windows that several rows share. */
function inWindows(events: readonly Event[]): Event[] {
  return events.map((event) => {
    if (event.kind !== 'row') return event;
    const [key, number, time] = event.values;
    const end = (BigInt(time as bigint) / 8_000_000n + 1n) * 8_000_000n;
    return { ...event, values: [key ?? null, number ?? null, end] };
  });
}

test('Random rows, late ones too, give the rows of the definition', async () => {
  const random = new Random(11);
  const side = [BIGINT, INT, timestamp(3)];
  const types = ['inner', 'left', 'right', 'full', 'semi', 'anti'] as const;
  for (let round = 0; round < rounds(18); round++) {
    const type = types[round % types.length] as 'inner';
    const residual = random.nextBoolean() ? comparison('<=', 1, 4) : null;
    const passes = residual === null ? () => true : undefined;
    const definition = new WindowDefinition(
      type,
      passes ?? ((left, right) => Number(left[1]) <= Number(right[1])),
    );
    const events = inWindows(randomArrivals(random));
    for (const event of events) definition.take(event);
    const isLeftOnly = round % types.length > 3;
    const output = isLeftOnly ? side : [...side, ...side];
    const expected = sortedRuns(definition.emitted, output);
    for (const batchRows of BATCH_SIZES) {
      const options = { inputs: [side, side], output, batchRows, outputRows: 5 };
      const create = () => createWindowJoin(spec(type, { residual }));
      const { emitted, metrics } = await runEvents(create, events, options);
      const where = `round ${round}, ${type}, batches of ${batchRows}`;
      assert.deepEqual(sortedRuns(emitted, output), expected, where);
      assert.equal(metrics.lateRows, definition.late, where);
    }
  }
});
