import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Expression } from './ast/expression.js';
import { parseExpression } from './parse.js';
import { print } from './print.js';
import { withoutOffsets } from './shape.js';

/** The expression with every operator in parentheses. */
function grouped(node: Expression): string {
  switch (node.kind) {
    case 'unary':
      return `(${node.operator} ${grouped(node.operand)})`;
    case 'binary':
      return `(${grouped(node.left)} ${node.operator} ${grouped(node.right)})`;
    case 'chain':
      return `(${node.operands.map(grouped).join(` ${node.operator} `)})`;
    case 'between':
      return `(${grouped(node.operand)} BETWEEN ${grouped(node.low)} AND ${grouped(node.high)})`;
    case 'like':
      return `(${grouped(node.operand)} ${node.operator} ${grouped(node.pattern)})`;
    case 'inList':
      return `(${grouped(node.operand)} IN (${node.values.map(grouped).join(', ')}))`;
    case 'is':
      return `(${grouped(node.operand)} IS ${node.test})`;
    case 'isJson':
      return `(${grouped(node.operand)} IS JSON)`;
    case 'isDistinct':
      return `(${grouped(node.left)} IS DISTINCT FROM ${grouped(node.right)})`;
    case 'item':
      return `${grouped(node.operand)}[${grouped(node.index)}]`;
    case 'field':
      return `${grouped(node.operand)}.${node.name.name}`;
    default:
      return print(node);
  }
}

const table: readonly (readonly [sql: string, grouped: string])[] = [
  // Associativity.
  ['a - b - c', '((a - b) - c)'],
  ['a / b * c % d', '(((a / b) * c) % d)'],
  ['a = b = c', '((a = b) = c)'],
  ['a < b <> c', '((a < b) <> c)'],
  ['a OR b OR c', '(a OR b OR c)'],
  ['a AND b AND c', '(a AND b AND c)'],
  ['a || b || c', '(a || b || c)'],
  ['- - a', '(- (- a))'],
  ['NOT NOT a', '(NOT (NOT a))'],
  // OR < AND < NOT < IS < comparison < BETWEEN, LIKE, IN < + < * and || < sign < access.
  ['a OR b AND c', '(a OR (b AND c))'],
  ['a AND b OR c AND d', '((a AND b) OR (c AND d))'],
  ['(a OR b) AND c', '((a OR b) AND c)'],
  ['NOT a AND b', '((NOT a) AND b)'],
  ['NOT a OR b', '((NOT a) OR b)'],
  ['NOT a = b', '(NOT (a = b))'],
  ['NOT a IS NULL', '(NOT (a IS NULL))'],
  ['NOT a IN (b)', '(NOT (a IN (b)))'],
  ['NOT a BETWEEN b AND c', '(NOT (a BETWEEN b AND c))'],
  ['a AND NOT b = c', '(a AND (NOT (b = c)))'],
  ['a = NOT b', '(a = (NOT b))'],
  ['a = b IS TRUE', '((a = b) IS TRUE)'],
  ['a IS NULL = b', '((a IS NULL) = b)'],
  ['a OR b IS NULL', '(a OR (b IS NULL))'],
  ['a + b IS NULL', '((a + b) IS NULL)'],
  ['a IS NULL IS UNKNOWN', '((a IS NULL) IS UNKNOWN)'],
  ['a IS JSON = b', '((a IS JSON) = b)'],
  ['a = b IS DISTINCT FROM c', '((a = b) IS DISTINCT FROM c)'],
  ['a IS DISTINCT FROM b AND c', '((a IS DISTINCT FROM b) AND c)'],
  ['a IS DISTINCT FROM b + c', '(a IS DISTINCT FROM (b + c))'],
  ['a = b LIKE c', '(a = (b LIKE c))'],
  ['a LIKE b = c', '((a LIKE b) = c)'],
  ['a LIKE b || c', '(a LIKE (b || c))'],
  ['a = b IN (c)', '(a = (b IN (c)))'],
  ['a + b IN (c, d)', '((a + b) IN (c, d))'],
  ['a = b BETWEEN c AND d', '(a = (b BETWEEN c AND d))'],
  ['a BETWEEN b AND c AND d', '((a BETWEEN b AND c) AND d)'],
  ['a BETWEEN b + 1 AND c * 2', '(a BETWEEN (b + 1) AND (c * 2))'],
  ['a BETWEEN b AND c = d', '((a BETWEEN b AND c) = d)'],
  ['a LIKE b BETWEEN c AND d', '((a LIKE b) BETWEEN c AND d)'],
  ['a OVERLAPS b AND c', '((a OVERLAPS b) AND c)'],
  ['a + b = c - d', '((a + b) = (c - d))'],
  ['a + b * c', '(a + (b * c))'],
  ['a * b + c', '((a * b) + c)'],
  ['(a + b) * c', '((a + b) * c)'],
  ['a || b + c', '((a || b) + c)'],
  ['a + b || c', '(a + (b || c))'],
  ['a * b || c', '((a * b) || c)'],
  ['a || b * c', '((a || b) * c)'],
  ['- a * b', '((- a) * b)'],
  ['a * - b', '(a * (- b))'],
  ['a - - b', '(a - (- b))'],
  ['- a[1]', '(- a[1])'],
  ['- f(x).y', '(- f(x).y)'],
  ['a[1 + 2].b[3]', 'a[(1 + 2)].b[3]'],
  ["a + INTERVAL '1' DAY * 2", "(a + (INTERVAL '1' DAY * 2))"],
];

test('operators bind as in Calcite', () => {
  for (const [sql, expected] of table) assert.equal(grouped(parseExpression(sql)), expected, sql);
});

test('printed expressions have the parentheses they need and no more', () => {
  for (const [sql, expected] of table) {
    const node = parseExpression(sql);
    const again = parseExpression(print(node));
    assert.deepEqual(withoutOffsets(again), withoutOffsets(node), print(node));
    assert.deepEqual(withoutOffsets(parseExpression(expected)), withoutOffsets(node), expected);
  }
  assert.equal(print(parseExpression('((a)) + ((b * (c)))')), 'a + b * c');
  assert.equal(print(parseExpression('(a + b) * -(c)')), '(a + b) * -c');
  assert.equal(print(parseExpression('(NOT a) = b AND (c OR d)')), '(NOT a) = b AND (c OR d)');
});

test('offsets span an operation with its parentheses', () => {
  const sql = ' (a + b) * c ';
  const node = parseExpression(sql);
  assert.equal(sql.slice(node.start, node.end), '(a + b) * c');
  assert.ok(node.kind === 'binary');
  assert.equal(sql.slice(node.right.start, node.right.end), 'c');
});
