import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { BIGINT, INT, STRING } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { checkTable } from '../core/check-table.js';
import { BATCH_SIZES, type Event, printEmitted, runEvents } from '../core/harness.js';
import { rounds } from '../core/rounds.js';
import { createJoin } from './join.js';
import { comparison, Definition, randomChanges } from './join-definition.js';
import type { JoinSide, JoinSpec, JoinType } from './join-spec.js';

const LEFT = [STRING, INT];
const RIGHT = [STRING, INT];
const BOTH = [...LEFT, ...RIGHT];

function spec(changes: Partial<JoinSpec>): JoinSpec {
  return {
    kind: 'join',
    type: 'inner',
    leftKeys: [0],
    rightKeys: [0],
    left: { kind: 'none' },
    right: { kind: 'none' },
    residual: null,
    ...changes,
  };
}

async function check(join: JoinSpec, input: string, expected: string): Promise<void> {
  const output = join.type === 'semi' || join.type === 'anti' ? LEFT : BOTH;
  const options = { inputs: [LEFT, RIGHT], output, pairs: false };
  await checkTable(() => createJoin(join), input, expected, options);
}

const INPUT = `
  +I | a | 1
  +I | NULL | 2
  +I | a | 3
  1: +I | a | 10
  1: +I | b | 11
  1: +I | NULL | 12
  watermark 2001-01-01 00:00:01.000
  1: watermark 2001-01-01 00:00:02.000
  +I | b | 4
  watermark 2001-01-01 00:00:03.000
  -U | a | 3
  +U | b | 5
  1: -D | b | 11
  1: -D | a | 10`;

test('An inner join gives each pair the kind of the row that arrives', async () => {
  await check(
    spec({}),
    INPUT,
    `+I | a | 1 | a | 10
     +I | a | 3 | a | 10
     watermark 2001-01-01 00:00:01.000
     +I | b | 4 | b | 11
     watermark 2001-01-01 00:00:02.000
     -U | a | 3 | a | 10
     +U | b | 5 | b | 11
     -D | b | 4 | b | 11
     -D | b | 5 | b | 11
     -D | a | 1 | a | 10`,
  );
});

test('Where NULLs meet, a row whose key is NULL has its matches', async () => {
  await check(
    spec({ type: 'semi', nullsMeet: [true] }),
    `+I | NULL | 1
     +I | a | 2
     1: +I | NULL | 10
     1: +I | b | 11
     +I | NULL | 3
     1: -D | NULL | 10`,
    `+I | NULL | 1
     +I | NULL | 3
     -D | NULL | 1
     -D | NULL | 3`,
  );
});

test('Without a key all rows meet, under the condition alone', async () => {
  const residual = comparison('<', 1, 3);
  await check(
    spec({ type: 'left', leftKeys: [], rightKeys: [], residual }),
    `+I | a | 1
     1: +I | NULL | 1
     1: +I | b | 2
     +I | NULL | 1
     1: -D | b | 2`,
    `+I | a | 1 | NULL | NULL
     -D | a | 1 | NULL | NULL
     +I | a | 1 | b | 2
     +I | NULL | 1 | b | 2
     -D | a | 1 | b | 2
     +I | a | 1 | NULL | NULL
     -D | NULL | 1 | b | 2
     +I | NULL | 1 | NULL | NULL`,
  );
});

test('A left join pads a row without match, and takes that back at its first match', async () => {
  await check(
    spec({ type: 'left' }),
    INPUT,
    `+I | a | 1 | NULL | NULL
     +I | NULL | 2 | NULL | NULL
     +I | a | 3 | NULL | NULL
     -D | a | 1 | NULL | NULL
     +I | a | 1 | a | 10
     -D | a | 3 | NULL | NULL
     +I | a | 3 | a | 10
     watermark 2001-01-01 00:00:01.000
     +I | b | 4 | b | 11
     watermark 2001-01-01 00:00:02.000
     -D | a | 3 | a | 10
     +I | b | 5 | b | 11
     -D | b | 4 | b | 11
     +I | b | 4 | NULL | NULL
     -D | b | 5 | b | 11
     +I | b | 5 | NULL | NULL
     -D | a | 1 | a | 10
     +I | a | 1 | NULL | NULL`,
  );
});

test('A semi join gives left rows with a match, an anti join those without', async () => {
  const input = `
    +I | a | 1
    +I | NULL | 2
    1: +I | a | 10
    1: +I | a | 11
    +I | a | 3
    1: -U | a | 10
    1: +U | b | 10
    1: -D | a | 11`;
  await check(
    spec({ type: 'semi' }),
    input,
    `+I | a | 1
     +I | a | 3
     -D | a | 1
     -D | a | 3`,
  );
  await check(
    spec({ type: 'anti' }),
    input,
    `+I | a | 1
     +I | NULL | 2
     -D | a | 1
     +I | a | 1
     +I | a | 3`,
  );
});

test('A row of a side with a unique key replaces the one before it', async () => {
  const input = `
    1: +I | a | 1
    +I | a | 7
    1: +U | a | 2
    +I | a | 8`;
  const expected = `
    +I | a | 7 | a | 1
    +U | a | 7 | a | 2
    +I | a | 8 | a | 2`;
  await check(spec({ right: { kind: 'join-key-unique' } }), input, expected);
});

test('A join without keys and with a condition alone', async () => {
  const condition = comparison('>', 1, 3);
  await check(
    spec({ leftKeys: [], rightKeys: [], residual: condition }),
    `+I | a | 1
     +I | b | 5
     +I | c | NULL
     1: +I | x | 0
     1: +I | y | 3`,
    `+I | a | 1 | x | 0
     +I | b | 5 | x | 0
     +I | b | 5 | y | 3`,
  );
});

const CONDITION = comparison('<=', 1, 4);

const TYPES: readonly JoinType[] = ['inner', 'left', 'right', 'full', 'semi', 'anti'];
const SIDES: readonly JoinSide[] = [
  { kind: 'none' },
  { kind: 'none', onlyAdds: true },
  { kind: 'join-key-unique' },
  { kind: 'unique', columns: [2] },
];

test('Random changelogs give the changes of the definition, in batches of any size', async () => {
  const random = new Random(11);
  const types = [BIGINT, INT, INT];
  for (let round = 0; round < rounds(180); round++) {
    const type = TYPES[round % TYPES.length] as JoinType;
    const [left, right] = [random.pick(SIDES), random.pick(SIDES)] as [JoinSide, JoinSide];
    const residual = random.nextBoolean() ? CONDITION : null;
    const join = spec({ type, left, right, residual });
    const matches = (l: readonly Scalar[], r: readonly Scalar[]): boolean => {
      if (l[0] === null || l[0] !== r[0]) return false;
      return residual === null || (l[1] !== null && r[1] !== null && Number(l[1]) <= Number(r[1]));
    };
    const upserts = residual === null;
    const events: Event[] = randomChanges(random, [left, right], upserts);
    const definition = new Definition(join, matches);
    for (const event of events) if (event.kind === 'row') definition.take(event);
    const output = type === 'semi' || type === 'anti' ? types : [...types, ...types];
    const expected = printEmitted(definition.changes, output);
    const printed: string[] = [];
    for (const batchRows of BATCH_SIZES) {
      // In files rows with a unique key stand by that.
      const byRow = [left, right].some(({ kind }) => kind === 'unique');
      const sizes = { batchRows, outputRows: 5, pairs: false, byRow };
      const options = { inputs: [types, types], output, ...sizes };
      const { emitted } = await runEvents(() => createJoin(join), events, options);
      const where = `round ${round}, ${type}, ${left.kind}, ${right.kind}, batches of ${batchRows}`;
      const rows = emitted.filter((entry) => entry.kind === 'row');
      assert.equal(printEmitted(rows, output), expected, where);
      printed.push(printEmitted(emitted, output));
    }
    // With the watermarks between the rows.
    assert.equal(printed[1], printed[0]);
    assert.equal(printed[2], printed[0]);
  }
});

test('Rows of each side live as long as the side says, from their last write', async () => {
  await check(
    spec({ type: 'left', ttlMs: [1000, 2000], right: { kind: 'join-key-unique' } }),
    `+I | a | 1
     1: +I | b | 7
     clock 1970-01-01 00:00:00.600
     1: +I | a | 10
     clock 1970-01-01 00:00:01.500
     +I | b | 2
     1: +U | a | 11
     barrier
     recover
     clock 1970-01-01 00:00:02.000
     +I | b | 3
     1: +U | b | 8
     clock 1970-01-01 00:00:02.500
     1: +U | a | 12
     +I | a | 4`,
    `+I | a | 1 | NULL | NULL
     -D | a | 1 | NULL | NULL
     +I | a | 1 | a | 10
     +I | b | 2 | b | 7
     +I | a | 1 | a | 11
     barrier
     +I | b | 3 | NULL | NULL
     +I | b | 2 | b | 8
     -D | b | 3 | NULL | NULL
     +I | b | 3 | b | 8
     +I | a | 4 | a | 12`,
  );
});

test('Rows of a side that only adds expire, and no other row of their key with them', async () => {
  await check(
    spec({ ttlMs: [0, 1000], right: { kind: 'none', onlyAdds: true } }),
    `1: +I | a | 10
     clock 1970-01-01 00:00:00.600
     1: +I | a | 11
     barrier
     recover
     +I | a | 1
     clock 1970-01-01 00:00:01.200
     +I | a | 2
     1: +I | a | 12
     clock 1970-01-01 00:00:01.800
     +I | a | 3`,
    `barrier
     +I | a | 1 | a | 10
     +I | a | 1 | a | 11
     +I | a | 2 | a | 11
     +I | a | 1 | a | 12
     +I | a | 2 | a | 12
     +I | a | 3 | a | 12`,
  );
});

test('A retraction of a row that expired takes nothing out', async () => {
  await check(
    spec({ ttlMs: [1000, 0] }),
    `+I | a | 1
     -D | a | 2
     clock 1970-01-01 00:00:00.500
     +I | a | 2
     clock 1970-01-01 00:00:01.200
     -D | a | 1
     1: +I | a | 10
     clock 1970-01-01 00:00:09.000
     +I | a | 3`,
    `+I | a | 2 | a | 10
     +I | a | 3 | a | 10`,
  );
});
