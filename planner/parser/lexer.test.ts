import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReserved, reservedWords } from './keyword.js';
import { tokenize, tokenKind } from './lexer.js';

const kindNames = Object.fromEntries(Object.entries(tokenKind).map(([name, id]) => [id, name]));

/** `kind:text` of every token but the last. */
function lex(text: string): string[] {
  const { kinds, starts, ends } = tokenize(text);
  return kinds
    .slice(0, -1)
    .map((kind, at) => `${kindNames[kind]}:${text.slice(starts[at], ends[at])}`);
}

test('words: reserved, names, quoted names', () => {
  assert.deepEqual(lex('SELECT sElEcT data größe `a b` `a``b` _x $y1'), [
    'reserved:SELECT',
    'reserved:sElEcT',
    'name:data',
    'name:größe',
    'quotedName:`a b`',
    'quotedName:`a``b`',
    'name:_x',
    'name:$y1',
  ]);
});

test('the word of a token is canonical, and empty for what is no keyword', () => {
  assert.deepEqual(tokenize('select Data x `select` 1 <> != freshness').words, [
    'SELECT',
    '',
    '',
    '',
    '',
    '<>',
    '<>',
    'FRESHNESS',
    '',
  ]);
});

test('numbers', () => {
  assert.deepEqual(lex('1 1.5 .5 1. 1e3 1E-3 1.5e+10 1e 1.e2'), [
    'number:1',
    'number:1.5',
    'number:.5',
    'number:1.',
    'number:1e3',
    'number:1E-3',
    'number:1.5e+10',
    'number:1',
    'name:e',
    'number:1.e2',
  ]);
});

test('comments reach to the end of the line or to */', () => {
  assert.deepEqual(lex('1 -- 2\n// 3 -- 4\n/* 5\n6 */ 7 / 8'), [
    'number:1',
    'number:7',
    'operator:/',
    'number:8',
  ]);
});

test('strings', () => {
  assert.deepEqual(lex("'a''b' '' X'0f' N'x' _utf8'y' U&'z' u'"), [
    "string:'a''b'",
    "string:''",
    "binary:X'0f'",
    "charsetString:N'x'",
    "charsetString:_utf8'y'",
    "unicodeString:U&'z'",
    'name:u',
    "bad:'",
  ]);
});

test('operators and comments', () => {
  assert.deepEqual(lex('a<=b<>c>=d||e=>f-1--x\n*/**/[2]/*+ h */ $'), [
    'name:a',
    'operator:<=',
    'name:b',
    'operator:<>',
    'name:c',
    'operator:>=',
    'name:d',
    'operator:||',
    'name:e',
    'operator:=>',
    'name:f',
    'operator:-',
    'number:1',
    'operator:*',
    'operator:[',
    'number:2',
    'operator:]',
    'operator:/*+',
    'name:h',
    'operator:*/',
    'operator:$',
  ]);
});

test('what has no meaning or no end is a bad token', () => {
  for (const [text, complaint] of [
    ['"a"', 'doubleQuote'],
    ['#', 'character'],
    ['\u0000', 'character'],
    ['😀', 'character'],
    ["'abc", 'unfinishedString'],
    ['`abc', 'unfinishedName'],
    ['/* abc', 'unfinishedComment'],
    ['``', 'emptyName'],
  ] as const) {
    const tokens = tokenize(text);
    assert.equal(tokens.complaints.get(0), complaint, text);
    assert.equal(tokens.kinds[0], tokenKind.bad);
  }
});

test('SET and RESET without quotes, at the start of a statement only', () => {
  assert.deepEqual(lex('SET a.b-c = 1 h; x'), [
    'reserved:SET',
    'raw:a.b-c',
    'operator:=',
    'raw:1 h',
    'operator:;',
    'name:x',
  ]);
  assert.deepEqual(lex("SET a.b = 'x';RESET a.b"), [
    'reserved:SET',
    'raw:a.b',
    'operator:=',
    "string:'x'",
    'operator:;',
    'reserved:RESET',
    'raw:a.b',
  ]);
  assert.deepEqual(lex('UPDATE t SET a = 1 h').slice(3), [
    'name:a',
    'operator:=',
    'number:1',
    'name:h',
  ]);
});

test('reserved words are those of the grammar, not of the longer list in the documentation', () => {
  for (const word of [
    'SELECT',
    'VALUE',
    'COUNT',
    'HASH',
    'COMMENT',
    'YEAR',
    'TIMESTAMP',
    'OFFSET',
  ]) {
    assert.ok(isReserved(word), word);
  }
  for (const word of [
    'A',
    'DATA',
    'NAME',
    'KEY',
    'MAP',
    'TYPE',
    'STATE',
    'DESC',
    'MODEL',
    'WEEK',
  ]) {
    assert.ok(!isReserved(word), word);
  }
  assert.equal(new Set(reservedWords).size, reservedWords.length);
});
