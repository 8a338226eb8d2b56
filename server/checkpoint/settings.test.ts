import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import { checkpointSettings } from './settings.js';

const read = (record: Record<string, string>) => checkpointSettings(Configuration.of(record));

test('what Flink bends is bent, and says so', () => {
  const paused = read({
    'execution.checkpointing.min-pause': '5 s',
    'execution.checkpointing.max-concurrent-checkpoints': '3',
  });
  assert.equal(paused.maxConcurrent, 1);
  assert.match(
    paused.warnings.join(),
    /min-pause' is set, so one checkpoint .* = 3 does not count/,
  );
  const loose = read({
    'execution.checkpointing.mode': 'AT_LEAST_ONCE',
    'execution.checkpointing.unaligned.enabled': 'true',
  });
  assert.deepEqual([loose.alignment, loose.warnings.length], ['none', 1]);
});

test('unaligned begins at once or after a while, one checkpoint at a time', () => {
  const unaligned = { 'execution.checkpointing.unaligned.enabled': 'true' };
  assert.deepEqual(read(unaligned).alignment, 'unaligned');
  const later = read({ ...unaligned, 'execution.checkpointing.aligned-checkpoint-timeout': '1 s' });
  assert.deepEqual([later.alignment, later.overtakeAfterMs], ['aligned', 1000]);
  const two = { ...unaligned, 'execution.checkpointing.max-concurrent-checkpoints': '2' };
  assert.throws(() => read(two), { code: 'CONFIG_VALUE' });
});

test('a folder makes checkpoints durable; storage says otherwise, or needs one', () => {
  const dir = { 'execution.checkpointing.dir': '/c' };
  assert.equal(read({}).folder, null);
  assert.equal(read(dir).folder, '/c');
  assert.equal(read({ ...dir, 'execution.checkpointing.storage': 'jobmanager' }).folder, null);
  assert.throws(() => read({ 'execution.checkpointing.storage': 'filesystem' }), {
    code: 'CONFIG_VALUE',
    message: /storage' is filesystem, and 'execution.checkpointing.dir' is not set$/,
  });
});

test('state on files stands where the checkpoints are, so these need a folder that lasts', () => {
  const forst = { 'state.backend.type': 'forst' };
  const dir = { 'execution.checkpointing.dir': '/c' };
  assert.equal(read({ ...forst, ...dir }).folder, '/c');
  for (const lacking of [{}, { ...dir, 'execution.checkpointing.storage': 'jobmanager' }]) {
    assert.throws(() => read({ ...forst, ...lacking }), {
      code: 'CONFIG_VALUE',
      message: /'state.backend.type' is forst, .* these are in no durable folder$/,
    });
  }
});

test('checkpoints of files share these, unless they are to be whole', () => {
  const incremental = 'execution.checkpointing.incremental';
  assert.equal(read({}).isIncremental, true);
  assert.equal(read({ [incremental]: 'false' }).isIncremental, false);
  assert.equal(read({ 'state.backend.incremental': 'false' }).isIncremental, false);
});
