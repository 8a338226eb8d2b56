import assert from 'node:assert/strict';
import test from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import { synchronousBecause } from './state-access.js';

const named = { reads: () => {} };
const unnamed = {};

const cases = [
  [{ 'state.backend.type': 'hashmap', 'table.exec.async-state.enabled': 'false' }, null, null],
  [{ 'state.backend.type': 'rocksdb', 'table.exec.async-state.enabled': 'false' }, null, 'cannot'],
  [{ 'state.backend.type': 'forst' }, null, 'cannot'],
  [{ 'state.backend.type': 'forst', 'table.exec.async-state.enabled': 'true' }, null, 'cannot'],
  [
    { 'state.backend.type': 'forst', 'table.exec.async-state.enabled': 'false' },
    'table.exec.async-state.enabled is false',
    'cannot',
  ],
  [
    {
      'state.backend.type': 'forst',
      'table.exec.async-state.enabled': 'false',
      'state.backend.forst.sync.enforce-local': 'false',
    },
    null,
    'cannot',
  ],
] as const;

test('who falls back to synchronous state, and why', () => {
  for (const [options, ofNamed, ofUnnamed] of cases) {
    const settings = Configuration.of(options);
    assert.equal(synchronousBecause(named, settings), ofNamed, JSON.stringify(options));
    const reason = ofUnnamed === null ? null : 'the operator cannot name what it will read';
    assert.equal(synchronousBecause(unnamed, settings), reason, JSON.stringify(options));
  }
});
