/** parse ∘ print is the identity on random syntax trees. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { parseExpression, parseStatement } from '../../planner/parser/parse.js';
import { print } from '../../planner/parser/print.js';
import { withoutOffsets } from '../../planner/parser/shape.js';
import { StatementTrees } from './statement-trees.js';

const seed = 20010101;

test('random expressions', () => {
  const trees = new StatementTrees(new Random(seed));
  for (let i = 0; i < 4000; i++) {
    const tree = trees.expression(4);
    const text = print(tree);
    assert.deepEqual(withoutOffsets(parseExpression(text)), withoutOffsets(tree), text);
  }
});

test('random statements', () => {
  const trees = new StatementTrees(new Random(seed));
  for (let i = 0; i < 2000; i++) {
    const tree = trees.statement();
    const text = print(tree);
    assert.deepEqual(withoutOffsets(parseStatement(text)), withoutOffsets(tree), text);
  }
});
