/** The matrices of types give what a real Flink gave, which stands in the records. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sameAnswer } from './answer.js';
import { Here } from './here.js';
import { KNOWN } from './known.js';
import { CORPORA, corpusFile, MATRICES, recordFile } from './matrices.js';
import { answerText, readRecord, recordText } from './record.js';
import { readWorld } from './world.js';

const world = readWorld();

for (const [name, { shape, list: expressions }] of MATRICES) {
  test(`${name}: every cell but the known ones is as Flink has it`, async () => {
    const text = readFileSync(recordFile(name), 'utf8');
    const { hash, answers } = readRecord(text);
    const list = expressions();
    assert.equal(hash, world.hash, `world.slt changed: npm run oracle:types -- ${name}`);
    assert.deepEqual([...answers.keys()], list, `npm run oracle:types -- ${name}`);
    const found = await new Here(world).evaluate(list, shape);
    const different = list.flatMap((expression, i) => {
      const [here, there] = [found[i], answers.get(expression)];
      if (here === undefined || there === undefined) return [expression];
      if (sameAnswer(here, there) !== KNOWN.has(expression)) return [];
      return [`${expression}: ${answerText(here)}, in Flink ${answerText(there)}`];
    });
    assert.deepEqual(different, []);
  });
}

for (const [name, shape] of CORPORA) {
  test(`${name} that fuzzing found are as Flink has them`, async () => {
    const { hash, answers } = readRecord(readFileSync(corpusFile(name), 'utf8'));
    assert.equal(hash, world.hash, `world.slt changed: npm run oracle:types -- ${name}`);
    const found = await new Here(world).evaluate([...answers.keys()], shape);
    const different = [...answers].flatMap(([expression, there], i) => {
      const here = found[i];
      if (here !== undefined && sameAnswer(here, there)) return [];
      return [`${expression}: ${here && answerText(here)}, in Flink ${answerText(there)}`];
    });
    assert.deepEqual(different, []);
  });
}

test('at most ten cells differ, each for a reason', () => {
  assert.ok(KNOWN.size <= 10);
});

test('a record reads as it was written', () => {
  const answers = new Map([
    ['a', { refused: 'why' }],
    ['b', { type: 'CHAR(3)', cells: [null, '', ' | ', { error: 'why' }] }],
  ]);
  const text = recordText({ version: '2.3.0', hash: 'abc', answers });
  assert.equal(
    text,
    "flink 2.3.0\nsha256 abc\n\na\n  refused\nb\n  CHAR(3) | NULL | '' | ' | ' | !\n",
  );
  assert.equal(recordText(readRecord(text)), text);
});
