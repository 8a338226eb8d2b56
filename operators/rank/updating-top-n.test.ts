import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { BIGINT, INT, type LogicalType, STRING } from '../../state/column/logical-type.js';
import { checkTable } from '../core/check-table.js';
import { runTable } from '../core/harness.js';
import { rounds } from '../core/rounds.js';
import { createRank } from './rank.js';
import type { RankSpec } from './rank-spec.js';

const TYPES = [STRING, STRING, INT, STRING];

/** Partition, key, count, text. */
function spec(changes: Partial<RankSpec>): RankSpec {
  return {
    kind: 'rank',
    function: 'ROW_NUMBER',
    partition: [0],
    order: [{ column: 2, descending: true, nullsFirst: false }],
    from: 1,
    to: 2,
    outputRank: false,
    retracting: false,
    updateKey: [0, 1],
    updateBefore: true,
    ...changes,
  };
}

const INPUT = `
  +I | a | x | 1 | -
  +I | a | y | 1 | -
  +I | b | x | NULL | -
  -U | a | y | 1 | -
  +U | a | y | 2 | -
  +U | a | y | 2 | again
  +I | a | z | 1 | -
  watermark 2001-01-01 00:00:00.000
  +U | a | z | 2 | -
  barrier
  recover
  +U | a | z | 3 | -
  +U | b | x | 7 | -
  +U | a | x | 4 | -`;

async function check(rank: RankSpec, expected: string): Promise<void> {
  const output = rank.outputRank ? [...TYPES, BIGINT] : TYPES;
  const options = { inputs: [TYPES], output, pairs: false };
  await checkTable(() => createRank(rank), INPUT, expected, options);
}

test('A row replaces that of its key; one that enters drives the last one out', async () => {
  await check(
    spec({}),
    `+I | a | x | 1 | -
     +I | a | y | 1 | -
     +I | b | x | NULL | -
     -U | a | y | 1 | -
     +U | a | y | 2 | -
     -U | a | y | 2 | -
     +U | a | y | 2 | again
     watermark 2001-01-01 00:00:00.000
     +I | a | z | 2 | -
     -D | a | x | 1 | -
     barrier
     -U | a | z | 2 | -
     +U | a | z | 3 | -
     -U | b | x | NULL | -
     +U | b | x | 7 | -
     +I | a | x | 4 | -
     -D | a | y | 2 | again`,
  );
});

test('With the rank the old row of a key goes directly before the new one comes', async () => {
  await check(
    spec({ outputRank: true }),
    `+I | a | x | 1 | - | 1
     +I | a | y | 1 | - | 2
     +I | b | x | NULL | - | 1
     -U | a | x | 1 | - | 1
     -U | a | y | 1 | - | 2
     +U | a | y | 2 | - | 1
     +U | a | x | 1 | - | 2
     -U | a | y | 2 | - | 1
     +U | a | y | 2 | again | 1
     watermark 2001-01-01 00:00:00.000
     -U | a | x | 1 | - | 2
     +U | a | z | 2 | - | 2
     barrier
     -U | a | y | 2 | again | 1
     -U | a | z | 2 | - | 2
     +U | a | z | 3 | - | 1
     +U | a | y | 2 | again | 2
     -U | b | x | NULL | - | 1
     +U | b | x | 7 | - | 1
     -U | a | z | 3 | - | 1
     +U | a | x | 4 | - | 1
     -U | a | y | 2 | again | 2
     +U | a | z | 3 | - | 2`,
  );
});

test('From a later rank on, and without update-before rows', async () => {
  await check(
    spec({ from: 2, updateBefore: false }),
    `+I | a | y | 1 | -
     +U | a | x | 1 | -
     watermark 2001-01-01 00:00:00.000
     +U | a | z | 2 | -
     barrier
     +U | a | y | 2 | again
     +U | a | z | 3 | -`,
  );
});

test('Of one row a partition, the one that is strictly better', async () => {
  await check(
    spec({ to: 1 }),
    `+I | a | x | 1 | -
     +I | b | x | NULL | -
     -U | a | x | 1 | -
     +U | a | y | 2 | -
     watermark 2001-01-01 00:00:00.000
     barrier
     -U | a | y | 2 | -
     +U | a | z | 3 | -
     -U | b | x | NULL | -
     +U | b | x | 7 | -
     -U | a | z | 3 | -
     +U | a | x | 4 | -`,
  );
});

/** What stands after all changes, by partition and rank. */
function folded(text: string): string[] {
  const rows = new Map<string, number>();
  for (const line of text.split('\n').filter((each) => each.includes('|'))) {
    const [kind = '', row] = [line.slice(0, 2), line.slice(5)];
    const count = (rows.get(row) ?? 0) + (kind[0] === '+' ? 1 : -1);
    assert.ok(count >= 0, `A row goes that is not there: ${line}`);
    rows.set(row, count);
  }
  return [...rows].filter(([, count]) => count > 0).map(([row, count]) => `${count} ${row}`);
}

test('What stands is the best rows of a simulation', async () => {
  const random = new Random(7);
  for (let round = 0; round < rounds(20); round++) {
    const to = random.nextInt(2, 5);
    const counts = new Map<string, number>();
    const lines: string[] = [];
    for (let i = 0; i < 80; i++) {
      const key = `k${random.nextInt(0, 9)}`;
      const before = counts.get(key);
      const count = (before ?? 0) + random.nextInt(before === undefined ? 1 : 0, 3);
      counts.set(key, count);
      lines.push(`${before === undefined ? '+I' : '+U'} | p | ${key} | ${count} | t${i}`);
    }
    const rank = spec({ to, outputRank: true });
    const options = { inputs: [TYPES], output: [...TYPES, BIGINT], batchRows: 7, pairs: false };
    const { text } = await runTable(() => createRank(rank), lines.join('\n'), options);
    const best = [...counts.values()].sort((a, b) => b - a).slice(0, to);
    const standing = folded(text).map((row) => row.split(' | '));
    const numbers = standing
      .sort((a, b) => Number(a[4]) - Number(b[4]))
      .map((row) => Number(row[2]));
    assert.deepEqual(numbers, best);
  }
});

test('A row that stays level goes behind its equals, also where it was restored', async () => {
  const rows = `
    +I | a | x | 2 | -
    +I | a | y | 2 | -
    +U | a | x | 2 | again
    +U | a | z | 3 | -
    +U | a | x | 2 | more`;
  const options = { inputs: [TYPES], pairs: false };
  const run = (rank: RankSpec, output: readonly LogicalType[]) =>
    runTable(() => createRank(rank), rows, { ...options, output });
  const listed = await run(spec({}), TYPES);
  assert.deepEqual(listed.text.split('\n'), [
    '+I | a | x | 2 | -',
    '+I | a | y | 2 | -',
    '-U | a | x | 2 | -',
    '+U | a | x | 2 | again',
    '+I | a | z | 3 | -',
    '-D | a | x | 2 | again',
  ]);
  const numbered = await run(spec({ outputRank: true }), [...TYPES, BIGINT]);
  assert.deepEqual(numbered.text.split('\n').slice(2, 6), [
    '-U | a | x | 2 | - | 1',
    '-U | a | y | 2 | - | 2',
    '+U | a | y | 2 | - | 1',
    '+U | a | x | 2 | again | 2',
  ]);
});
