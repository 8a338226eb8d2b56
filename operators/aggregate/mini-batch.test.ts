/** Group aggregation in mini-batches: when they end, and what a group's rows make together. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import { BIGINT, INT, STRING } from '../../state/column/logical-type.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import type { AggregateCall } from '../expr/expression.js';
import { createGroupAggregate } from './group-aggregate.js';
import type { GroupAggregateSpec } from './group-aggregate-spec.js';

const INPUT = [STRING, INT];
const call = (name: string, type = INT, changes: Partial<AggregateCall> = {}): AggregateCall => ({
  ...{ name, args: [1], argTypes: [INT], distinct: false, filter: null, type },
  ...changes,
});
const COUNT = call('COUNT', BIGINT, { args: [], argTypes: [] });
const SUM = call('SUM');

function specOf(changes: Partial<GroupAggregateSpec>): GroupAggregateSpec {
  return {
    kind: 'group-aggregate',
    keys: [0],
    aggregates: [COUNT, SUM],
    retracting: false,
    updateBefore: true,
    ...changes,
  };
}

async function run(spec: GroupAggregateSpec, rows: string, batchRows: number): Promise<string> {
  const output = [STRING, ...spec.aggregates.map(({ type }) => type)];
  const options = { inputs: [INPUT], output, batchRows, outputRows: 4 };
  const { text } = await runTable(() => createGroupAggregate(spec), rows, options);
  return text;
}

async function check(changes: Partial<GroupAggregateSpec>, rows: string, expected: string) {
  for (const batchRows of BATCH_SIZES) {
    const text = await run(specOf(changes), rows, batchRows);
    assert.equal(text, expected.trim().replaceAll(/\n\s+/g, '\n'), `batches of ${batchRows}`);
  }
}

const two = { rows: 2, latencyMs: 10_000 };
const many = { rows: 1000, latencyMs: 10_000 };

test('so many rows are a mini-batch, wherever batches end', async () => {
  await check(
    { miniBatch: two },
    `
      +I | a | 1
      +I | a | 2
      +I | b | 3
      +I | a | 4
      +I | a | 5
      barrier`,
    `
      +I | a | 2 | 3
      +I | b | 1 | 3
      -U | a | 2 | 3
      +U | a | 3 | 7
      -U | a | 3 | 7
      +U | a | 4 | 12
      barrier`,
  );
});

test('a mini-batch ends with its time, at a barrier and the end, at no watermark', async () => {
  await check(
    { miniBatch: many },
    `
      +I | a | 1
      clock 1970-01-01 00:00:04.000
      +I | a | 2
      watermark 1970-01-01 00:00:01.000
      clock 1970-01-01 00:00:09.999
      +I | b | 3
      clock 1970-01-01 00:00:10.000
      +I | b | 4
      barrier
      +I | c | 5
      +I | c | 6
      end`,
    `
      watermark 1970-01-01 00:00:01.000
      +I | a | 2 | 3
      +I | b | 1 | 3
      -U | b | 1 | 3
      +U | b | 2 | 7
      barrier
      +I | c | 2 | 11
      watermark end
      end`,
  );
});

test('rows that cancel each other out say nothing; a last row deletes its group', async () => {
  await check(
    { miniBatch: many, retracting: true },
    `
      +I | a | 1
      +I | b | 2
      -D | b | 2
      +I | c | 3
      barrier
      -D | a | 1
      -U | c | 3
      +U | c | 3
      -D | d | 9
      barrier
      +I | a | 7
      -D | a | 7
      +I | a | 8
      barrier`,
    `
      +I | a | 1 | 1
      +I | c | 1 | 3
      barrier
      -D | a | 1 | 1
      barrier
      +I | a | 1 | 8
      barrier`,
  );
});

test('without −U only the new values go out', async () => {
  await check(
    { miniBatch: many, updateBefore: false },
    `
      +I | a | 1
      barrier
      +I | a | 2
      +I | a | 3
      barrier`,
    `
      +I | a | 1 | 1
      barrier
      +U | a | 3 | 6
      barrier`,
  );
});

/** The rows that stand after all changes. */
function folded(text: string): string[] {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) {
    const [, sign, row] = /^([+-])[IUD] \| (.*)$/.exec(line) ?? [];
    if (row === undefined) continue;
    counts.set(row, (counts.get(row) ?? 0) + (sign === '+' ? 1 : -1));
  }
  const standing = [...counts].filter(([, count]) => count !== 0);
  assert.ok(standing.every(([, count]) => count === 1));
  return standing.map(([row]) => row).sort();
}

test('all kinds of aggregates end as they do without mini-batches', async () => {
  const random = new Random(7);
  const draw = (below: number): number => random.nextUint32() % below;
  const rows: string[] = [];
  const standing: string[] = [];
  for (let i = 0; i < 120; i++) {
    const old = standing.length > 0 && draw(3) === 0 ? draw(standing.length) : -1;
    if (old >= 0) rows.push(`-D | ${standing.splice(old, 1)[0]}`);
    else {
      const row = `${'abcdefgh'[draw(8)]} | ${draw(6) === 0 ? 'NULL' : draw(9)}`;
      standing.push(row);
      rows.push(`+I | ${row}`);
    }
    if (draw(40) === 0) rows.push('barrier');
  }
  rows.push('barrier');
  const aggregates = [
    COUNT,
    SUM,
    call('MIN'),
    call('MAX'),
    call('COUNT', BIGINT, { distinct: true }),
    call('SUM', INT, { distinct: true }),
  ];
  const spec = specOf({ retracting: true, aggregates });
  const plain = folded(await run(spec, rows.join('\n'), 1));
  assert.equal(plain.length, 8);
  for (const batchRows of BATCH_SIZES) {
    for (const miniBatch of [
      { ...many, rows: 7 },
      { ...many, rows: 100 },
    ]) {
      const text = await run({ ...spec, miniBatch }, rows.join('\n'), batchRows);
      assert.deepEqual(folded(text), plain);
    }
  }
});
