import assert from 'node:assert/strict';
import test from 'node:test';
import {
  BIGINT,
  DOUBLE,
  INT,
  type LogicalType,
  STRING,
  withNullable,
} from '../../../state/column/logical-type.js';
import { BATCH_SIZES, runTable } from '../../core/harness.js';
import type { AggregateCall } from '../../expr/expression.js';
import { createGroupAggregate } from '../group-aggregate.js';

type Use = Pick<AggregateCall, 'name' | 'args' | 'type'> & Partial<AggregateCall>;

/** Runs aggregates by column 0 over a changelog, in batches of every size. */
async function run(
  input: readonly LogicalType[],
  uses: readonly Use[],
  rows: string,
  files = true,
): Promise<string> {
  const aggregates = uses.map((use): AggregateCall => {
    const argTypes = use.args.map((arg) => input[arg] as LogicalType);
    return { argTypes, distinct: false, filter: null, ...use };
  });
  const output = [input[0] as LogicalType, ...aggregates.map((call) => call.type)];
  const create = () =>
    createGroupAggregate({
      kind: 'group-aggregate',
      keys: [0],
      aggregates,
      retracting: true,
      updateBefore: false,
    });
  const texts: string[] = [];
  for (const batchRows of BATCH_SIZES) {
    texts.push((await runTable(create, rows, { inputs: [input], output, batchRows, files })).text);
  }
  for (const text of texts) assert.equal(text, texts[0]);
  return texts[0] as string;
}

const lines = (text: string): string => text.trim().replaceAll(/\n\s+/g, '\n');

test('lists keep arrival; of equal values the earliest goes', async () => {
  const text = await run(
    [INT, STRING],
    [
      { name: 'LISTAGG', args: [1], type: STRING, option: '+' },
      { name: 'FIRST_VALUE', args: [1], type: STRING },
      { name: 'LAST_VALUE', args: [1], type: STRING },
    ],
    lines(`+I | 1 | a
      +I | 1 | b
      +I | 1 | a
      +I | 1 | NULL
      -D | 1 | a
      -D | 1 | zz
      +I | 2 | c
      -D | 1 | a
      -D | 1 | b
      -D | 2 | c
      +I | 2 | d`),
  );
  const expected = lines(`+I | 1 | a | a | a
    +U | 1 | a+b | a | b
    +U | 1 | a+b+a | a | a
    +U | 1 | b+a | b | a
    +I | 2 | c | c | c
    +U | 1 | b | b | b
    -D | 1 | b | b | b
    -D | 2 | c | c | c
    +I | 2 | d | d | d`);
  assert.equal(text, expected);
});

test('a second row of SINGLE_VALUE fails', async () => {
  const use = { name: 'SINGLE_VALUE', args: [1], type: INT };
  assert.equal(await run([INT, INT], [use], '+I | 1 | NULL'), '+I | 1 | NULL');
  await assert.rejects(() => run([INT, INT], [use], '+I | 1 | NULL\n+I | 1 | 2'), {
    code: 'DATA_EXPRESSION',
  });
});

test('a key of a JSON object is there once and never null', async () => {
  const use = { name: 'JSON_OBJECTAGG', args: [1, 2], type: STRING, option: 'NULL' };
  const rows = '+I | 1 | b | 1\n+I | 1 | a | NULL\n-D | 1 | b | 1\n+I | 1 | b | 2';
  const text = (await run([INT, STRING, STRING], [use], rows)).replaceAll('\\"', "'");
  const expected = `+I | 1 | "{'b':1}"
    +U | 1 | "{'a':null,'b':1}"
    +U | 1 | "{'a':null}"
    +U | 1 | "{'a':null,'b':2}"`;
  assert.equal(text, lines(expected));
  for (const second of ['b', 'NULL']) {
    await assert.rejects(
      () => run([INT, STRING, STRING], [use], `+I | 1 | b | 1\n+I | 1 | ${second} | 2`),
      { code: 'DATA_EXPRESSION' },
    );
  }
});

test('percentiles lie between two rows, in proportion', async () => {
  const option = { percentages: '0.1', many: false };
  const text = await run(
    [INT, DOUBLE, INT],
    [
      { name: 'PERCENTILE', args: [1], type: DOUBLE, option },
      { name: 'PERCENTILE', args: [1, 2], type: DOUBLE, option },
    ],
    lines(`+I | 1 | 2.0 | 1
      +I | 1 | 5.0 | 19
      +I | 1 | 5.0 | NULL
      -D | 1 | 2.0 | 1
      -D | 1 | 5.0 | 19
      -D | 1 | 5.0 | NULL`),
  );
  const expected = lines(`+I | 1 | 2 | 2
    +U | 1 | 2.3000000000000003 | 5
    +U | 1 | 2.5999999999999996 | 5
    +U | 1 | 5 | 5
    +U | 1 | 5 | NULL
    -D | 1 | 5 | NULL`);
  assert.equal(text, expected);
});

test('DISTINCT forgets a group that ends, and owes what came back too early', async () => {
  const text = await run(
    [INT, STRING],
    [{ name: 'COUNT', args: [1], type: withNullable(BIGINT, false), distinct: true }],
    lines(`+I | 1 | a
      +I | 1 | b
      -D | 1 | zz
      -D | 1 | zz
      +I | 1 | a
      +I | 1 | zz
      -D | 1 | q
      +I | 1 | q
      +I | 1 | q`),
    false,
  );
  const expected = lines(`+I | 1 | 1
    +U | 1 | 2
    -D | 1 | 2
    +I | 1 | 1
    +U | 1 | 2
    +U | 1 | 3`);
  assert.equal(text, expected);
});
