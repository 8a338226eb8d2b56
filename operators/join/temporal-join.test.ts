import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { BIGINT, INT, timestamp } from '../../state/column/logical-type.js';
import type { Emitted } from '../core/checked-output.js';
import { BATCH_SIZES, type Event, printEmitted, runEvents } from '../core/harness.js';
import { rounds } from '../core/rounds.js';
import { DELETE, INSERT, UPDATE_AFTER, UPDATE_BEFORE } from '../core/row-kind.js';
import { checkTimed } from './check-timed.js';
import { comparison } from './join-definition.js';
import { TemporalDefinition } from './temporal-definition.js';
import { createTemporalJoin } from './temporal-join.js';
import type { TemporalJoinSpec } from './temporal-join-spec.js';
import { randomArrivals } from './timed-definition.js';

function spec(type: 'inner' | 'left', changes: Partial<TemporalJoinSpec> = {}): TemporalJoinSpec {
  return {
    kind: 'temporal-join',
    type,
    leftKeys: [0],
    rightKeys: [0],
    leftTime: 2,
    rightTime: 2,
    residual: null,
    ...changes,
  };
}

function check(join: TemporalJoinSpec, input: string, expected: string): Promise<void> {
  return checkTimed(() => createTemporalJoin(join), input, expected, join.type);
}

test('A row meets the version of its time, once the watermark is there', async () => {
  const input = `
    +I | a | 1 | @05
    1: +I | a | 10 | @02
    1: +I | a | 11 | @06
    +I | a | 2 | @06
    +I | a | 3 | @04
    +I | b | 4 | @05
    +I | NULL | 5 | @05
    1: +I | NULL | 12 | @01
    watermark @05
    1: watermark @07
    barrier
    recover
    watermark @09
    end
    1: end`;
  await check(
    spec('left'),
    input,
    `+I | NULL | 5 | @05 | NULL | NULL | NULL
     +I | a | 1 | @05 | a | 10 | @02
     +I | a | 3 | @04 | a | 10 | @02
     +I | b | 4 | @05 | NULL | NULL | NULL
     watermark @05
     barrier
     +I | a | 2 | @06 | a | 11 | @06
     watermark end
     end`,
  );
  await check(
    spec('inner'),
    input,
    `+I | a | 1 | @05 | a | 10 | @02
     +I | a | 3 | @04 | a | 10 | @02
     watermark @05
     barrier
     +I | a | 2 | @06 | a | 11 | @06
     watermark end
     end`,
  );
});

test('Recovered, a watermark comes among times that stand close together', async () => {
  await check(
    spec('left'),
    `1: +I | a | 10 | @05
     +I | a | 1 | @05.100
     +I | a | 2 | @05.010
     1: watermark @09
     watermark @05.010
     barrier
     recover
     watermark @05.050
     +I | a | 3 | @05.060
     watermark @05.099
     watermark @05.100`,
    `+I | a | 2 | @05.010 | a | 10 | @05
     watermark @05.010
     barrier
     watermark @05.050
     +I | a | 3 | @05.060 | a | 10 | @05
     watermark @05.099
     +I | a | 1 | @05.100 | a | 10 | @05
     watermark @05.100`,
  );
});

test('A late row meets what is left of the versions, at the next watermark', async () => {
  await check(
    spec('left'),
    `1: +I | a | 10 | @02
     1: +I | a | 11 | @06
     1: +I | a | 12 | @08
     watermark @05
     1: watermark @05
     +I | a | 1 | @03
     watermark @07
     1: watermark @07
     1: +I | a | 13 | @09
     +I | a | 2 | @03
     +I | a | 3 | @06
     1: watermark @08
     watermark @08
     end
     1: end`,
    `watermark @05
     +I | a | 1 | @03 | a | 10 | @02
     watermark @07
     +I | a | 2 | @03 | NULL | NULL | NULL
     +I | a | 3 | @06 | a | 11 | @06
     watermark end
     end`,
  );
});

test('A deleted row is no version, and a row of one time replaces the one before it', async () => {
  const input = `
    1: +I | a | 10 | @02
    1: -U | a | 10 | @02
    1: +U | a | 11 | @04
    1: -D | a | 11 | @06
    1: +I | a | 12 | @08
    1: +I | a | 13 | @08
    +I | a | 1 | @02
    -U | a | 1 | @05
    +U | a | 2 | @05
    -D | a | 3 | @07
    +I | a | 4 | @08
    watermark @09
    1: watermark @09`;
  await check(
    spec('left'),
    input,
    `+I | a | 1 | @02 | a | 10 | @02
    -U | a | 1 | @05 | a | 11 | @04
    +U | a | 2 | @05 | a | 11 | @04
    -D | a | 3 | @07 | NULL | NULL | NULL
    +I | a | 4 | @08 | a | 13 | @08
    watermark @09`,
  );
});

test('The further condition is asked of the current version alone', async () => {
  const residual = comparison('<', 1, 4);
  const input = `
    1: +I | a | 5 | @02
    1: +I | a | 1 | @04
    +I | a | 2 | @03
    +I | a | 3 | @05
    watermark @09
    1: watermark @09`;
  await check(
    spec('left', { residual }),
    input,
    `+I | a | 2 | @03 | a | 5 | @02
     +I | a | 3 | @05 | NULL | NULL | NULL
     watermark @09`,
  );
  await check(
    spec('inner', { residual }),
    input,
    `+I | a | 2 | @03 | a | 5 | @02
     watermark @09`,
  );
});

test('NULL meets NULL where the condition is IS NOT DISTINCT FROM', async () => {
  await check(
    spec('inner', { nullsMeet: [true] }),
    `1: +I | NULL | 5 | @02
     +I | NULL | 2 | @03
     watermark @09
     1: watermark @09`,
    `+I | NULL | 2 | @03 | NULL | 5 | @02
     watermark @09`,
  );
});

test('Many rows of a key, due at once, come out by arrival', async () => {
  const rows = Array.from({ length: 50 }, (_, i) => ({ number: i, second: 10 + ((i * 37) % 50) }));
  const input = rows.map(({ number, second }) => `+I | a | ${number} | @${second}`).join('\n');
  const expected = rows.map(
    ({ number, second }) => `+I | a | ${number} | @${second} | a | 0 | @01`,
  );
  await check(
    spec('inner'),
    `1: +I | a | 0 | @01\n${input}\nend\n1: end`,
    [...expected, 'watermark end', 'end'].join('\n'),
  );
});

/** Between two watermarks by key; the rows of a key stay in their order. */
function byKey(emitted: readonly Emitted[]): string[] {
  const types = [BIGINT, INT, timestamp(3), BIGINT, INT, timestamp(3)];
  const lines: string[] = [];
  let rows: { readonly key: string; readonly text: string }[] = [];
  for (const [i, entry] of emitted.entries()) {
    const text = printEmitted([entry], types);
    if (entry.kind === 'row') rows.push({ key: String(entry.values[0]), text });
    if (entry.kind !== 'watermark' || emitted[i + 1]?.kind === 'watermark') continue;
    rows.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
    lines.push(...rows.map((row) => row.text), text);
    rows = [];
  }
  return lines;
}

test('Random rows, late ones and changes too, give the rows of the definition', async () => {
  const random = new Random(11);
  const side = [BIGINT, INT, timestamp(3)];
  const kinds = [INSERT, UPDATE_BEFORE, UPDATE_AFTER, DELETE] as const;
  for (let round = 0; round < rounds(12); round++) {
    const residual = random.nextBoolean() ? comparison('<=', 1, 4) : null;
    const join = spec(round % 2 === 0 ? 'inner' : 'left', { residual });
    // Recovered, rows of one time come in another order of keys: only inserts are compared so.
    const recovers = round % 4 < 2;
    const definition = new TemporalDefinition(
      join,
      (l, r) => residual === null || Number(l[1]) <= Number(r[1]),
    );
    const events = randomArrivals(random).map((event): Event => {
      if (event.kind !== 'row' || random.nextInt(0, 2) > 0) return event;
      if (recovers && event.input === 0) return event;
      return { ...event, change: kinds[random.nextInt(0, 3)] as 0 };
    });
    for (const event of events) definition.take(event);
    const expected = byKey(definition.emitted);
    assert.ok(expected.length > 20);
    for (const batchRows of BATCH_SIZES) {
      const inputs = [side, side];
      const options = {
        inputs,
        output: [...side, ...side],
        batchRows,
        outputRows: 5,
        pairs: false,
        recovers,
      };
      const { emitted } = await runEvents(() => createTemporalJoin(join), events, options);
      assert.deepEqual(byKey(emitted), expected, `round ${round}, batches of ${batchRows}`);
    }
  }
});
