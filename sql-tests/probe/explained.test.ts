import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, Cell } from './answer.js';
import { type AskBoth, isExplained } from './explained.js';
import { leaf, type Tree } from './tree.js';

/** Answers by expression, this engine's and Flink's. */
type Answers = Readonly<Record<string, readonly [Answer, Answer]>>;

function of(type: string, ...cells: readonly Cell[]): Answer {
  return { type, cells };
}

function asking(answers: Answers): AskBoth {
  return async (expressions) =>
    expressions.map((expression) => {
      const both = answers[expression];
      if (both === undefined) throw new Error(`Nobody knows ${expression}`);
      return both;
    });
}

function call(text: string, ...parts: readonly Tree[]): Tree {
  return { text: text.split('{}'), parts };
}

const x = of('DOUBLE', '1.0', '2.0');
const sine = call('SIN({})', leaf('x'));
const shifted = call('{} + {}', sine, leaf('1E0'));
const [near, far] = [of('DOUBLE', '0.8414709848078965', '0.5'), of('DOUBLE', '0.8', '0.5')];
const theirs = of('DOUBLE', '0.8414709848078966', '0.5');

function explains(tree: Tree, here: Answer, there: Answer, answers: Answers): Promise<boolean> {
  return isExplained({ tree, shape: 'rows', here, there }, [], asking(answers));
}

test('a difference in the call itself is of a kind, or not', async () => {
  assert.equal(await explains(sine, near, theirs, { x: [x, x] }), true);
  assert.equal(await explains(sine, far, theirs, { x: [x, x] }), false);
});

test('a difference in a part explains that of the whole, in its rows alone', async () => {
  const one = of('DOUBLE NOT NULL', '1.0', '1.0');
  const answers: Answers = { x: [x, x], '1E0': [one, one], 'SIN(x)': [near, theirs] };
  const here = of('DOUBLE', '1.8414709848078965', '1.5');
  const first = of('DOUBLE', '1.8414709848078967', '1.5');
  const second = of('DOUBLE', '1.8414709848078965', '1.6');
  assert.equal(await explains(shifted, here, first, answers), true);
  assert.equal(await explains(shifted, here, second, answers), false);
  const same: Answers = { ...answers, 'SIN(x)': [near, near] };
  assert.equal(await explains(shifted, here, first, same), false);
});

test('another type, or another number of rows, has no explanation', async () => {
  const parts: Answers = { x: [x, x] };
  assert.equal(await explains(sine, near, { ...theirs, type: 'FLOAT' } as Answer, parts), false);
  assert.equal(await explains(sine, near, of('DOUBLE', '0.8414709848078966'), parts), false);
});

test('what an engine refuses is judged by its words, and nothing is asked', async () => {
  const nobody = {};
  const broken: Answer = { refused: 'java.lang.ClassCastException: why' };
  assert.equal(await explains(sine, near, broken, nobody), true);
  assert.equal(await explains(sine, near, { refused: 'ValidationException: no' }, nobody), false);
  const here: Answer = { refused: "BIND_TYPE 'IN' does not take (MAP<INT, INT>, INT)" };
  assert.equal(await explains(sine, here, theirs, nobody), true);
  const failed = of('failed', { error: 'java.lang.ClassCastException: why' });
  assert.equal(await explains(sine, near, failed, nobody), true);
});

test('a group differs where a row of it does', async () => {
  const tree = call('SUM({})', sine);
  const answers: Answers = { 'SIN(x)': [near, theirs], x: [x, x] };
  const [here, there] = [of('DOUBLE', '0.84', '0.5'), of('DOUBLE', '0.85', '0.5')];
  const question = { tree, shape: 'groups', here, there } as const;
  assert.equal(await isExplained(question, [[0], [1]], asking(answers)), true);
  assert.equal(await isExplained(question, [[1], [0]], asking(answers)), false);
});

test('a query of groups that fails does so by rows of a part, each for a reason', async () => {
  const [several, zero] = ['ELEMENT takes an array of one element, found 2', 'Division by zero'];
  const product = call('{} * {}', leaf('e'), leaf('x'));
  const tree = call('SUM({})', product);
  const nothing = of('DOUBLE', null, null);
  const fails = (error: string): Promise<boolean> => {
    const [here, element] = [of('DOUBLE', { error }, '1.0'), of('DOUBLE', { error }, '1.0')];
    const answers: Answers = {
      'e * x': [here, of('DOUBLE', null, '1.0')],
      e: [element, element],
      x: [nothing, nothing],
    };
    const failed = of('failed', { error });
    const question = { tree, shape: 'groups', here: failed, there: nothing } as const;
    return isExplained(question, [[0], [1]], asking(answers));
  };
  assert.equal(await fails(several), true);
  assert.equal(await fails(zero), false);
});
