import assert from 'node:assert/strict';
import test from 'node:test';
import { testFileSystem } from '../contract/file-system.js';
import { FaultyFileSystem } from './faulty.js';
import { MemoryFileSystem } from './memory.js';

testFileSystem(
  'faulty without rules',
  async () => new FaultyFileSystem(new MemoryFileSystem(), ''),
  async (fs) => fs,
);

const bytes = Buffer.from('0123456789');
const unreachable = { code: 'FILE_UNREACHABLE' };

test('rules apply by operation, path and count', async () => {
  const fs = new FaultyFileSystem(
    new MemoryFileSystem(),
    `# a comment
     write a/* @2 error; write a/** @4- refused
     read **/x 503`,
  );
  await fs.write('a/1', bytes);
  await assert.rejects(fs.write('a/2', bytes), unreachable);
  await assert.rejects(fs.readAll('a/2'), { code: 'FILE_MISSING' });
  await fs.write('a/b/3', bytes);
  await fs.write('other', bytes);
  await fs.write('a/b/x', bytes);
  await assert.rejects(fs.write('a/b/4', bytes), { code: 'FILE_REFUSED', message: /a\/b\/4/ });
  await assert.rejects(fs.read('a/b/x', 0, 1), { message: /503 slow down/ });
  assert.equal(fs.applied.get('write a/* @2 error'), 1);
  assert.equal(fs.calls.get('write'), 6);
});

test('a lost acknowledgement is done, a torn write half, 412 not at all', async () => {
  const fs = new FaultyFileSystem(
    new MemoryFileSystem(),
    'put log/1 @1 lost-ack; put log/2 torn; put log/3 @1 412; put log/4 @1 409',
  );
  await assert.rejects(fs.putIfAbsent('log/1', bytes), unreachable);
  assert.equal(await fs.putIfAbsent('log/1', bytes), 'exists');
  await assert.rejects(fs.putIfAbsent('log/2', bytes), unreachable);
  assert.equal(await fs.size('log/2'), 5);
  assert.equal(await fs.putIfAbsent('log/3', bytes), 'exists');
  assert.equal(await fs.putIfAbsent('log/3', bytes), 'written');
  await assert.rejects(fs.putIfAbsent('log/4', bytes), { message: /409 conflict/ });
  assert.equal(await fs.putIfAbsent('log/4', bytes), 'written');
});

test('latency, lost entries, and a crash after which nothing answers', async () => {
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms);
  };
  const rules = 'read ** latency 25; read ** 1/2 latency 80; list b* lost-entry; delete a crash';
  const fs = new FaultyFileSystem(new MemoryFileSystem(), rules, { wait, seed: 3 });
  for (const path of ['a', 'b', 'c']) await fs.write(path, bytes);
  for (let i = 0; i < 100; i++) await fs.readAll('a');
  const slow = waits.filter((ms) => ms === 80).length;
  assert.equal(waits.length - slow, 100);
  assert.ok(slow > 30 && slow < 70);
  const paths: string[] = [];
  for await (const { path } of fs.list('')) paths.push(path);
  assert.deepEqual(paths, ['a', 'c']);
  await assert.rejects(fs.delete(['a']), { message: /the process is dead/ });
  await assert.rejects(fs.readAll('c'), { message: /the process is dead/ });
  fs.setRules('');
  assert.equal((await fs.readAll('a')).length, 10);
});

test('a line that is no rule names what a rule is', () => {
  for (const line of ['read', 'eat ** error', 'read ** @x error', 'read ** latency', 'read ** 7']) {
    assert.throws(() => new FaultyFileSystem(new MemoryFileSystem(), line), {
      code: 'CONFIG_VALUE',
      message: /operation path \[when\] fault/,
    });
  }
});
