import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { BIGINT, INT, timestamp } from '../../state/column/logical-type.js';
import { BATCH_SIZES, runEvents } from '../core/harness.js';
import { rounds } from '../core/rounds.js';
import { sortedRuns } from '../core/sorted-runs.js';
import { checkTimed } from './check-timed.js';
import { IntervalDefinition } from './interval-definition.js';
import { createIntervalJoin } from './interval-join.js';
import type { IntervalBounds, IntervalJoinSpec } from './interval-join-spec.js';
import { comparison } from './join-definition.js';
import { randomArrivals } from './timed-definition.js';

function spec(
  type: IntervalJoinSpec['type'],
  bounds: Partial<IntervalBounds> = {},
  changes: Partial<IntervalJoinSpec> = {},
): IntervalJoinSpec {
  return {
    kind: 'interval-join',
    type,
    bounds: {
      isEventTime: true,
      lower: -2000,
      upper: 1000,
      leftTime: 2,
      rightTime: 2,
      ...bounds,
    },
    leftKeys: [0],
    rightKeys: [0],
    residual: null,
    cleanUpAfterMs: 0,
    ...changes,
  };
}

function check(join: IntervalJoinSpec, input: string, expected: string): Promise<void> {
  return checkTimed(() => createIntervalJoin(join), input, expected, join.type);
}

const INPUT = `
  +I | a | 1 | @10
  +I | b | 2 | @10
  +I | NULL | 3 | @11
  1: +I | a | 20 | @12
  1: +I | a | 21 | @13
  1: +I | a | 22 | @09
  1: +I | a | 23 | @08
  1: +I | NULL | 24 | @11
  watermark @12
  1: watermark @12
  +I | a | 4 | @14
  barrier
  recover
  watermark @13
  1: watermark @13`;

test('Rows meet from two seconds before to one second after, both included', async () => {
  await check(
    spec('inner'),
    INPUT,
    `+I | a | 1 | @10 | a | 20 | @12
     +I | a | 1 | @10 | a | 22 | @09
     watermark @10
     +I | a | 4 | @14 | a | 21 | @13
     barrier
     watermark @11`,
  );
});

test('Rows of outer sides come out alone once time has run out for them', async () => {
  const end = `${INPUT}
    end
    1: end`;
  const left = `
    +I | a | 1 | @10 | a | 20 | @12
    +I | a | 1 | @10 | a | 22 | @09
    watermark @10
    +I | a | 4 | @14 | a | 21 | @13
    barrier
    +I | b | 2 | @10 | NULL | NULL | NULL
    watermark @11
    +I | NULL | 3 | @11 | NULL | NULL | NULL
    watermark end
    end`;
  await check(spec('left'), end, left);
  await check(
    spec('full'),
    end,
    left
      .replace('barrier', '+I | NULL | NULL | NULL | a | 23 | @08\nbarrier')
      .replace('+I | b', '+I | NULL | NULL | NULL | NULL | 24 | @11\n+I | b'),
  );
});

test('A late row meets what nobody has cleaned up, or comes out alone', async () => {
  const late = `
    +I | a | 1 | @10
    +I | a | 2 | @20
    1: watermark @30
    watermark @13
    1: +I | a | 10 | @10
    1: +I | a | 11 | @10
    1: +I | b | 12 | @12
    1: +I | b | 13 | @11
    +I | b | 3 | @05
    watermark @23
    1: +I | a | 14 | @20
    end
    1: end`;
  // At 13 s a1 has run out; it was cleaned up where timers are exact, later else.
  await check(
    spec('full'),
    late,
    `+I | a | 1 | @10 | NULL | NULL | NULL
     watermark @11
     +I | NULL | NULL | NULL | a | 10 | @10
     +I | NULL | NULL | NULL | a | 11 | @10
     +I | NULL | NULL | NULL | b | 12 | @12
     +I | NULL | NULL | NULL | b | 13 | @11
     +I | b | 3 | @05 | NULL | NULL | NULL
     +I | a | 2 | @20 | NULL | NULL | NULL
     watermark @21
     +I | NULL | NULL | NULL | a | 14 | @20
     watermark end
     end`,
  );
  await check(
    spec('full', {}, { cleanUpAfterMs: 5000 }),
    late,
    `watermark @11
     +I | a | 1 | @10 | a | 10 | @10
     +I | NULL | NULL | NULL | a | 11 | @10
     +I | NULL | NULL | NULL | b | 12 | @12
     +I | NULL | NULL | NULL | b | 13 | @11
     +I | b | 3 | @05 | NULL | NULL | NULL
     +I | a | 2 | @20 | NULL | NULL | NULL
     watermark @21
     +I | NULL | NULL | NULL | a | 14 | @20
     watermark end
     end`,
  );
});

test('Marks between the rows of a batch: each row comes at its own time', async () => {
  await check(
    spec('left', { lower: 0, upper: 0 }),
    `+I | a | 1 | @10
     1: +I | b | 9 | @10
     1: watermark @30
     watermark @09
     +I | b | 2 | @10
     watermark @10
     +I | b | 3 | @10
     +I | b | 4 | @11
     watermark @11
     +I | b | 5 | @12
     barrier
     end
     1: end`,
    `watermark @09
     +I | b | 2 | @10 | b | 9 | @10
     watermark @10
     +I | b | 3 | @10 | b | 9 | @10
     +I | a | 1 | @10 | NULL | NULL | NULL
     watermark @11
     barrier
     +I | b | 4 | @11 | NULL | NULL | NULL
     +I | b | 5 | @12 | NULL | NULL | NULL
     watermark end
     end`,
  );
});

test('On processing time rows meet by the clock, and watermarks pass', async () => {
  await check(
    spec('left', { isEventTime: false }),
    `clock @05
     +I | a | 1 | @50
     +I | b | 2 | @50
     watermark @40
     1: watermark @30
     clock @06
     1: +I | a | 10 | @01
     barrier
     recover
     clock @08
     1: +I | b | 11 | @02
     +I | b | 3 | @02
     clock @09
     end
     1: end`,
    `watermark @30
     +I | a | 1 | @50 | a | 10 | @01
     barrier
     +I | b | 2 | @50 | NULL | NULL | NULL
     +I | b | 3 | @02 | b | 11 | @02
     watermark end
     end`,
  );
});

test('Where no two rows can meet those of outer sides come out at once', async () => {
  const input = `
    +I | a | 1 | @10
    watermark @05
    +I | a | 2 | @10
    1: +I | a | 3 | @10
    1: watermark @07`;
  const never = { lower: 1, upper: 0 };
  await check(
    spec('left', never),
    input,
    `+I | a | 1 | @10 | NULL | NULL | NULL
     +I | a | 2 | @10 | NULL | NULL | NULL
     watermark @05`,
  );
  await check(spec('right', never), input, '+I | NULL | NULL | NULL | a | 3 | @10\nwatermark @05');
  await check(spec('inner', never), input, 'watermark @05');
});

const CONDITION = comparison('<=', 1, 4);

test('Random rows, late ones too, give the rows of the definition', async () => {
  const random = new Random(7);
  const side = [BIGINT, INT, timestamp(3)];
  const output = [...side, ...side];
  for (let round = 0; round < rounds(40); round++) {
    const type = (['inner', 'left', 'right', 'full'] as const)[round % 4] as 'inner';
    const residual = random.nextBoolean() ? CONDITION : null;
    const lower = random.nextInt(-20, 10);
    const bounds = { lower, upper: lower + random.nextInt(0, 20) };
    const cleanUpAfterMs = random.nextBoolean() ? 0 : random.nextInt(0, 30);
    const join = spec(type, bounds, { residual, cleanUpAfterMs });
    const definition = new IntervalDefinition(
      join,
      (l, r) => residual === null || Number(l[1]) <= Number(r[1]),
    );
    const events = randomArrivals(random);
    for (const event of events) definition.take(event);
    const expected = sortedRuns(definition.emitted, output);
    for (const batchRows of BATCH_SIZES) {
      const options = { inputs: [side, side], output, batchRows, outputRows: 5 };
      const { emitted } = await runEvents(() => createIntervalJoin(join), events, options);
      const where = `round ${round}, ${type}, batches of ${batchRows}`;
      assert.deepEqual(sortedRuns(emitted, output), expected, where);
    }
  }
});
