import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonPath } from './json-path.js';
import { NothingFound, search } from './json-path-search.js';
import { JsonPathError } from './json-path-token.js';
import { parseJson, writeJson } from './json-value.js';
import { UnsupportedRegex } from './unsupported-regex.js';

function found(path: string, json: string, lax = false): string | undefined {
  const value = search(jsonPath(path), parseJson(json), lax);
  return value === undefined ? undefined : writeJson(value);
}

test('a definite path leads to one value, another to an array', () => {
  assert.equal(found('$.a.b[1]', '{"a":{"b":[1,2.50]}}'), '2.50');
  assert.equal(found("$['x','a']", '{"a":1,"b":2}'), '{"a":1}');
  assert.equal(found('$..a', '{"a":{"a":1}}'), '[{"a":1},1]');
});

test('a filter asks whether a path leads anywhere', () => {
  assert.equal(found('$[?(@.q)]', '[{"p":1},{"q":null}]'), '[{"q":null}]');
  assert.equal(found('$[?(!(@.q) && @.p)]', '[{"p":1},{"q":2}]'), '[{"p":1}]');
});

test('strict paths fail where lax ones find nothing', () => {
  assert.throws(() => found('$.b', '{"a":1}'), NothingFound);
  assert.throws(() => found('$.a.b.c', '{"a":{}}'), NothingFound);
  assert.equal(found('$.b', '{"a":1}', true), undefined);
});

test('what is no path, and what is not run, is said', () => {
  assert.throws(() => jsonPath('$.a b'), JsonPathError);
  assert.throws(() => jsonPath('$[?(@.p in [1])]'), UnsupportedRegex);
  assert.throws(() => jsonPath('$.concat("x")'), UnsupportedRegex);
});
