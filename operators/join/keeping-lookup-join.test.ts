/** The table that is asked changes while the rows stand that it was asked for. */
import { test } from 'node:test';
import { STRING } from '../../state/column/logical-type.js';
import { bindCall } from '../expr/bind.js';
import { comparison } from './join-definition.js';
import { KeepingLookupJoin } from './keeping-lookup-join.js';
import {
  answered,
  checkLookup,
  columnOf,
  lookupSpec,
  TABLE,
  type Table,
} from './lookup-fixture.js';
import type { MakeLookup } from './lookup-join.js';
import type { LookupJoinSpec, LookupKeep } from './lookup-join-spec.js';

/** The first column tells the rows apart. */
const BY_ID: LookupKeep = { key: [0], isUnique: true };
const BY_ROW: LookupKeep = { key: [0, 1, 2], isUnique: false };

/** From one second on. */
const LATER: Table = [
  [1, 'apfel', 11],
  [2, 'quitte', 22],
  [9, 'neu', 90],
];

const now: MakeLookup = (key, { clock }) => ({
  lookup: (keys) => answered(clock.now() < 1000 ? TABLE : LATER, key, keys),
  close: () => {},
});

const later: MakeLookup = (key, { clock }) => ({
  lookup: async (keys) => answered(clock.now() < 1000 ? TABLE : LATER, key, keys),
  close: () => {},
});

async function check(join: LookupJoinSpec, input: string, expected: string): Promise<void> {
  await checkLookup(() => new KeepingLookupJoin(join, now), input, expected);
  await checkLookup(() => new KeepingLookupJoin(join, later), input, expected);
}

const CHANGES = `
  +I | 1 | 2 | a
  +I | 2 | 9 | b
  +I | 3 | 1 | c
  watermark 2001-01-01 00:00:05.000
  -D | 3 | 1 | c
  barrier
  clock 1970-01-01 00:00:01.000
  -U | 1 | 2 | a
  +U | 1 | 1 | d
  -D | 2 | 9 | b
  +I | 2 | 9 | e
  recover
  -D | 2 | 9 | e
  -D | 1 | 1 | d
  -D | 1 | 1 | d
  end`;

test('A row is taken back with what it found, whatever the table holds now', async () => {
  await check(
    lookupSpec('inner', { keep: BY_ID }),
    CHANGES,
    `+I | 1 | 2 | a | 2 | pear | 20
     +I | 1 | 2 | a | 2 | birne | 25
     +I | 3 | 1 | c | 1 | apple | 10
     watermark 2001-01-01 00:00:05.000
     -D | 3 | 1 | c | 1 | apple | 10
     barrier
     -D | 1 | 2 | a | 2 | pear | 20
     -D | 1 | 2 | a | 2 | birne | 25
     +U | 1 | 1 | d | 1 | apfel | 11
     +I | 2 | 9 | e | 9 | neu | 90
     -D | 2 | 9 | e | 9 | neu | 90
     -D | 1 | 1 | d | 1 | apfel | 11
     watermark end
     end`,
  );
  await check(
    lookupSpec('left', { keep: BY_ID }),
    CHANGES,
    `+I | 1 | 2 | a | 2 | pear | 20
     +I | 1 | 2 | a | 2 | birne | 25
     +I | 2 | 9 | b | NULL | NULL | NULL
     +I | 3 | 1 | c | 1 | apple | 10
     watermark 2001-01-01 00:00:05.000
     -D | 3 | 1 | c | 1 | apple | 10
     barrier
     -D | 1 | 2 | a | 2 | pear | 20
     -D | 1 | 2 | a | 2 | birne | 25
     +U | 1 | 1 | d | 1 | apfel | 11
     -D | 2 | 9 | b | NULL | NULL | NULL
     +I | 2 | 9 | e | 9 | neu | 90
     -D | 2 | 9 | e | 9 | neu | 90
     -D | 1 | 1 | d | 1 | apfel | 11
     -D | 1 | 1 | d | NULL | NULL | NULL
     watermark end
     end`,
  );
});

test('A row takes the place of the one of its key, what that found is kept no longer', async () => {
  await check(
    lookupSpec('left', { keep: BY_ID }),
    `+I | 1 | 2 | a
     +U | 1 | 3 | a
     +U | 1 | 7 | a
     -D | 1 | 7 | a`,
    `+I | 1 | 2 | a | 2 | pear | 20
     +I | 1 | 2 | a | 2 | birne | 25
     +U | 1 | 3 | a | 3 | plum | 5
     +U | 1 | 7 | a | NULL | NULL | NULL
     -D | 1 | 7 | a | NULL | NULL | NULL`,
  );
});

test('Without a key, rows that are equal are taken back one by one', async () => {
  await check(
    lookupSpec('left', { keep: BY_ROW }),
    `+I | 1 | 2 | a
     +I | 1 | 2 | a
     +I | 1 | 9 | a
     clock 1970-01-01 00:00:01.000
     +I | 1 | 2 | a
     +I | 1 | 9 | a
     -D | 1 | 2 | a
     recover
     -D | 1 | 2 | a
     -D | 1 | 2 | a
     -D | 1 | 9 | a
     -D | 1 | 9 | a`,
    `+I | 1 | 2 | a | 2 | pear | 20
     +I | 1 | 2 | a | 2 | birne | 25
     +I | 1 | 2 | a | 2 | pear | 20
     +I | 1 | 2 | a | 2 | birne | 25
     +I | 1 | 9 | a | NULL | NULL | NULL
     +I | 1 | 2 | a | 2 | quitte | 22
     +I | 1 | 9 | a | 9 | neu | 90
     -D | 1 | 2 | a | 2 | pear | 20
     -D | 1 | 2 | a | 2 | birne | 25
     -D | 1 | 2 | a | 2 | pear | 20
     -D | 1 | 2 | a | 2 | birne | 25
     -D | 1 | 2 | a | 2 | quitte | 22
     -D | 1 | 9 | a | 9 | neu | 90
     -D | 1 | 9 | a | NULL | NULL | NULL`,
  );
});

test('What is kept passed the conditions, and is projected', async () => {
  const projection = [
    columnOf(0),
    bindCall('COALESCE', [bindCall('UPPER', [columnOf(1, STRING)]), columnOf(1, STRING)]),
    bindCall('+', [columnOf(2), columnOf(0)]),
  ];
  const precondition = comparison('<>', 0, 1);
  await check(
    lookupSpec('left', { keep: BY_ID, precondition, residual: comparison('<', 0, 5), projection }),
    `+I | 1 | 2 | a
     +I | 2 | 2 | b
     +I | 3 | 1 | a
     clock 1970-01-01 00:00:01.000
     -U | 1 | 2 | a
     +U | 1 | 2 | c
     -D | 2 | 2 | b
     -D | 3 | 1 | a`,
    `+I | 1 | 2 | a | 2 | PEAR | 22
     +I | 1 | 2 | a | 2 | BIRNE | 27
     +I | 2 | 2 | b | NULL | NULL | NULL
     +I | 3 | 1 | a | 1 | APPLE | 11
     -D | 1 | 2 | a | 2 | PEAR | 22
     -D | 1 | 2 | a | 2 | BIRNE | 27
     +U | 1 | 2 | c | 2 | QUITTE | 24
     -D | 2 | 2 | b | NULL | NULL | NULL
     -D | 3 | 1 | a | 1 | APPLE | 11`,
  );
});

test('What was found long ago is forgotten', async () => {
  const rows = `
    +I | 1 | 2 | a
    clock 1970-01-01 00:00:00.900
    +I | 2 | 3 | b
    clock 1970-01-01 00:00:01.000
    -D | 1 | 2 | a
    -D | 2 | 3 | b`;
  const keep = { ...BY_ID, ttlMs: 1000 };
  await check(
    lookupSpec('inner', { keep }),
    rows,
    `+I | 1 | 2 | a | 2 | pear | 20
     +I | 1 | 2 | a | 2 | birne | 25
     +I | 2 | 3 | b | 3 | plum | 5
     -D | 2 | 3 | b | 3 | plum | 5`,
  );
  await check(
    lookupSpec('left', { keep }),
    rows,
    `+I | 1 | 2 | a | 2 | pear | 20
     +I | 1 | 2 | a | 2 | birne | 25
     +I | 2 | 3 | b | 3 | plum | 5
     -D | 1 | 2 | a | NULL | NULL | NULL
     -D | 2 | 3 | b | 3 | plum | 5`,
  );
});
