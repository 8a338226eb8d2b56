import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryFileSystem } from '../../state/fs/memory.js';
import { JobLog } from './job-log.js';

test('each attempt has an epoch of its own, and sees what was completed', async () => {
  const files = new MemoryFileSystem();
  const first = new JobLog(files);
  await first.begin();
  await first.complete(1, 'chk-1-1/_metadata');
  await first.complete(2, 'chk-2-1/_metadata');
  const second = new JobLog(files);
  await second.begin();
  assert.deepEqual([first.epoch, second.epoch], [1, 2]);
  assert.deepEqual(
    second.completed.map(({ checkpoint, number }) => [checkpoint, number]),
    [
      [1, 2],
      [2, 3],
    ],
  );
});

test('a process that lost its job is fenced, also when old entries are gone', async () => {
  const files = new MemoryFileSystem();
  const zombie = new JobLog(files);
  await zombie.begin();
  await zombie.complete(1, 'chk-1-1/_metadata');
  const next = new JobLog(files);
  await next.begin();
  await next.complete(2, 'chk-2-2/_metadata');
  for (const one of next.completed) await next.forget(one);
  await assert.rejects(zombie.complete(2, 'chk-2-1/_metadata'), {
    code: 'FENCED',
    kind: 'fenced',
    message: /^The job at memory: was taken over: its log has an entry of epoch 2, this .* 1$/,
  });
});

test('a further attempt of a process is fenced where another one has the job', async () => {
  const files = new MemoryFileSystem();
  const first = new JobLog(files, 'a');
  await first.begin();
  const second = new JobLog(files, 'a');
  await second.begin(first.epoch);
  assert.equal(second.epoch, 2);
  const other = new JobLog(files, 'b');
  await other.begin();
  await assert.rejects(new JobLog(files, 'a').begin(second.epoch), {
    code: 'FENCED',
    message: /its log has an entry of epoch 3, this process is of epoch 2$/,
  });
  await other.complete(1, 'chk-1-3/_metadata');
});

test('of two that begin at once each has an epoch, and the later one wins', async () => {
  const files = new MemoryFileSystem();
  const logs = [new JobLog(files), new JobLog(files), new JobLog(files)];
  await Promise.all(logs.map((log) => log.begin()));
  assert.deepEqual(logs.map(({ epoch }) => epoch).sort(), [1, 2, 3]);
  const outcomes = await Promise.allSettled(logs.map((log) => log.complete(1, 'm')));
  const won = outcomes.map(({ status }, i) => (status === 'fulfilled' ? logs[i]?.epoch : 0));
  assert.deepEqual(
    won.filter((epoch) => epoch !== 0),
    [3],
  );
});

test('an answer that was lost: the entry is our own', async () => {
  const files = new MemoryFileSystem();
  const log = new JobLog(files);
  const put = files.putIfAbsent.bind(files);
  files.putIfAbsent = async (path, bytes) => {
    await put(path, bytes);
    return 'exists';
  };
  await log.begin();
  await log.complete(1, 'm');
  assert.deepEqual([log.epoch, log.completed.length], [1, 1]);
});
