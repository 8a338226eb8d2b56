import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import { promisify } from 'node:util';
import { Script } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { collect, SpentMemory } from './spent-memory.js';

const MB = 1 << 20;

test('young objects are collected for a quarter of the limit, all for the whole', () => {
  const spent = new SpentMemory(100 * MB);
  const due = (outside: number): unknown => spent.due(outside * MB, 0);
  assert.deepEqual([due(50), due(74), due(76)], [null, null, 'young']);
  // Most was dead.
  assert.deepEqual([due(52), due(77), due(78)], [null, null, 'young']);
  // Nothing was.
  assert.deepEqual([due(78), due(104), due(104), due(151)], [null, 'young', null, 'all']);
  // What is freed in the background counts by and by.
  assert.deepEqual([due(140), due(60), due(84), due(86)], [null, null, null, 'young']);
});

test('a larger heap may spend as much as it holds', () => {
  const spent = new SpentMemory(10 * MB);
  assert.equal(spent.due(0, 400 * MB), null);
  assert.equal(spent.due(99 * MB, 400 * MB), null);
  assert.equal(spent.due(101 * MB, 400 * MB), 'young');
  assert.equal(spent.due(401 * MB, 400 * MB), 'all');
});

test('a collection frees dead arrays, and leaves compiled code good', async () => {
  const source = '(function () { return 1; })';
  const compiled = new Script(source).createCachedData();
  const arrays = (): number => process.memoryUsage().arrayBuffers;
  const before = arrays();
  for (const what of ['young', 'all'] as const) {
    let array: Uint8Array | undefined = new Uint8Array(64 * MB);
    // What outlives two collections of the young is not young.
    if (what === 'all') for (let i = 0; i < 3; i++) collect('young');
    assert.equal(array.length, 64 * MB);
    assert.ok(arrays() - before > 63 * MB, `${arrays()} bytes`);
    array = undefined;
    // V8 marks in steps and frees arrays on a thread of its own; what died while it marked, later.
    while (arrays() - before > MB) {
      collect(what);
      await new Promise(setImmediate);
    }
  }
  assert.equal(new Script(source, { cachedData: compiled }).cachedDataRejected, false);
});

test('code compiled for objects of which none lives outlives a collection', async () => {
  const url = new URL('./spent-memory.js', import.meta.url).href;
  const code = `import { collect } from '${url}';
    class Pair {
      constructor(a) { this.a = a; this.b = a + 1; }
      sum(n) { let sum = 0; for (let i = 0; i < n; i++) sum += this.a + this.b; return sum; }
    }
    function work() {
      let sum = 0;
      for (let i = 0; i < 20000; i++) { const pair = new Pair(i); sum += pair.sum(10); }
      return sum;
    }
    for (let round = 0; round < 30; round++) {
      for (let i = 0; i < 10; i++) work();
      collect('all');
      await new Promise(setImmediate);
    }`;
  const flags = ['--trace-opt', '--trace-deopt-verbose', '--input-type=module', '-e', code];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  assert.match(stdout, /completed optimizing .*work/);
  // Three functions in thirty collections: V8 may drop each once, before it knows its shapes.
  const dropped = [...stdout.matchAll(/reason: weak objects/g)].length;
  assert.ok(dropped <= 3, `compiled code was dropped ${dropped} times`);
});

test('threads that collect for the first time at once all find how', async () => {
  const url = new URL('./spent-memory.js', import.meta.url).href;
  const code = `const { workerData: [ready, all, url] } = require('node:worker_threads');
    import(url).then(({ collect }) => {
      Atomics.add(ready, 0, 1);
      while (Atomics.load(ready, 0) < all);
      for (const what of ['young', 'all']) collect(what);
    });`;
  for (let round = 0; round < 3; round++) {
    const ready = new Int32Array(new SharedArrayBuffer(4));
    const workers = Array.from(
      { length: 4 },
      () => new Worker(code, { eval: true, workerData: [ready, 4, url] }),
    );
    const codes = await Promise.all(workers.map(async (worker) => (await once(worker, 'exit'))[0]));
    assert.deepEqual(codes, [0, 0, 0, 0]);
  }
});
