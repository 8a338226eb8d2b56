import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reply } from './exchange.js';
import { checkReply } from './reply-check.js';
import { type Request, request } from './request.js';

const whole = (status: number, body: string): Reply => ({
  status,
  contentType: 'application/json',
  body,
  end: 'whole',
});
const failure = (reply: Reply, of: Request = request('GET', '/info')): string | undefined =>
  checkReply(of, reply).failure;

test('replies that the API gives are in order, and their codes are told', () => {
  assert.deepEqual(checkReply(request('GET', '/info'), whole(200, '{}')), { codes: [] });
  const refused = whole(400, '{"errors":["[PARSE_SYNTAX] line 1, column 1: no"]}');
  assert.deepEqual(checkReply(request('POST', '/sql'), refused), { codes: ['PARSE_SYNTAX'] });
  const late = whole(200, 'event: error\ndata: {"statement":1,"errors":["[DATA_NULL] no"]}\n\n');
  assert.deepEqual(checkReply(request('POST', '/sql'), late), { codes: ['DATA_NULL'] });
  assert.equal(failure(whole(404, '{"errors":["Not found: /x"]}')), undefined);
});

test('what breaks a rule is said', () => {
  assert.equal(failure(whole(418, '')), 'status 418');
  const shape = "status 400 without an error in Flink's shape";
  for (const body of ['', 'no', '{"errors":[]}', '{"errors":[1]}', '{"error":"x"}']) {
    assert.equal(failure(whole(400, body)), shape, body);
  }
  const bug = whole(500, '{"errors":["[BUG_INVARIANT] Unexpected"]}');
  assert.equal(failure(bug), 'an error of kind bug: BUG_INVARIANT');
  assert.equal(failure(whole(500, '{"errors":["Oh"]}')), 'status 500 without a code');
  assert.equal(failure(whole(400, '{"errors":["[SOME_CODE] x"]}')), 'the unknown code SOME_CODE');
  const trace = JSON.stringify({ errors: ['Error: x\n    at run (/a.js:1:1)'] });
  assert.equal(failure(whole(400, trace)), 'a stack trace');
});

test('a reply that does not come is a failure, unless the request is not whole', () => {
  const none: Reply = { status: 0, contentType: '', body: '', end: 'cut' };
  assert.equal(failure(none), 'no reply (cut)');
  assert.equal(failure({ ...none, end: 'left' }), 'no reply (left)');
  assert.equal(failure(none, { ...request('GET', '/info'), share: 0.5 }), undefined);
  assert.equal(failure(none, request('CONNECT', '/info')), undefined);
});
