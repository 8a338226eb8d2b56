import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fuzzRequests } from './requests.js';

test('mutated requests are answered in the words of the API', async () => {
  const { failures, counts, statuses } = await fuzzRequests({ seed: 20010101, count: 300 });
  assert.deepEqual(failures, []);
  for (const status of [200, 400, 404]) assert.ok((statuses.get(status) ?? 0) > 0, `${status}`);
  for (const code of ['HTTP_BAD_REQUEST', 'PARSE_SYNTAX', 'OPERATION_MISSING'] as const) {
    assert.ok((counts.get(code) ?? 0) > 0, code);
  }
});
