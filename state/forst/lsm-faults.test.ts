import assert from 'node:assert/strict';
import test from 'node:test';
import { Random } from '../../conf/random.js';
import type { StateFile } from '../api/snapshot.js';
import { FaultyFileSystem } from '../fs/faulty.js';
import type { FileSystem } from '../fs/file-system.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { InlineBackground } from './background.js';
import { BlockCache } from './block-cache.js';
import { EntryBuffer } from './entries.js';
import { UNEXPIRING } from './expiry.js';
import { Lsm } from './lsm.js';
import { checkpoint as checkpointOf } from './test-model.js';

const GROUPS = { first: 0, last: 3 };

function open(fs: FileSystem, attempt: number, files: readonly StateFile[]): Lsm {
  return new Lsm(
    {
      fs,
      cache: new BlockCache(4000),
      background: new InlineBackground(),
      random: () => attempt,
      prefix: `shared/${attempt}`,
      keyGroups: GROUPS,
      expiring: () => UNEXPIRING,
    },
    {
      blockBytes: 200,
      bloomBitsPerKey: 10,
      codecs: ['NONE'],
      levels: { baseBytes: 2000, newestFiles: 3 },
      targetFileBytes: 1000,
      readParallelism: 2,
      compacts: true,
    },
    files,
  );
}

type Model = Map<number, number>;

function keyOf(n: number): Uint8Array {
  return Uint8Array.of(0, n % 4, 0, 1, n >> 8, n & 255);
}

function run(random: Random, model: Model): EntryBuffer {
  const entries = new EntryBuffer();
  const numbers = new Set(Array.from({ length: 30 }, () => random.nextInt(0, 300)));
  for (const n of numbers) {
    const value = random.nextInt(0, 255);
    model.set(n, value);
    entries.put(keyOf(n), new Uint8Array(20).fill(value));
  }
  return entries;
}

async function content(lsm: Lsm): Promise<Model> {
  const model: Model = new Map();
  const scan = lsm.scan({ firstGroup: 0, lastGroup: 3, from: new Uint8Array(0), to: null });
  for (let page = await scan.next(); page !== null; page = await scan.next()) {
    for (let i = 0; i < page.count; i++) {
      const key = page.keys.subarray(page.keyOffsets[i], page.keyOffsets[i + 1]);
      const n = ((key[4] as number) << 8) | (key[5] as number);
      model.set(n, page.values[page.valueOffsets[i] as number] as number);
    }
  }
  return model;
}

/** Adds runs and takes checkpoints until something fails or `runs` are in. */
async function work(lsm: Lsm, random: Random, model: Model, runs: number) {
  let checkpoint: { files: readonly StateFile[]; model: Model } | undefined;
  try {
    for (let i = 0; i < runs; i++) {
      await lsm.add(run(random, model));
      checkpoint = { files: checkpointOf(lsm), model: new Map(model) };
    }
    await lsm.compact();
    return { checkpoint, failure: undefined };
  } catch (failure) {
    return { checkpoint, failure };
  }
}

const sorted = (model: Model): [number, number][] => [...model].sort(([a], [b]) => a - b);

test('a crash at any write or deletion loses nothing of the last checkpoint', async () => {
  for (const operation of ['write', 'delete']) {
    for (let at = 1; at < 20; at++) {
      const fs = new FaultyFileSystem(new MemoryFileSystem(), `${operation} ** @${at} crash`);
      const random = new Random(at);
      const first = open(fs, 1, []);
      const { checkpoint } = await work(first, random, new Map(), 25);
      await first.close();
      fs.setRules('');
      const again = open(fs, 2, checkpoint?.files ?? []);
      assert.deepEqual(sorted(await content(again)), sorted(checkpoint?.model ?? new Map()));
      const model = new Map(checkpoint?.model);
      const { failure } = await work(again, random, model, 10);
      assert.equal(failure, undefined);
      assert.deepEqual(sorted(await content(again)), sorted(model));
      await again.close();
    }
  }
});

test('torn writes, lost answers and failing reads: an error or the right answer', async () => {
  let failures = 0;
  for (let seed = 0; seed < 25; seed++) {
    const rules =
      'write ** 1/30 torn; write ** 1/30 lost-ack; read ** 1/40 error; delete ** 1/3 503';
    const fs = new FaultyFileSystem(new MemoryFileSystem(), rules, { seed });
    const random = new Random(seed);
    let files: readonly StateFile[] = [];
    let model: Model = new Map();
    for (let attempt = 1; attempt < 5; attempt++) {
      const lsm = open(fs, attempt, files);
      const { checkpoint, failure } = await work(lsm, random, new Map(model), 8);
      if (failure !== undefined) {
        failures++;
        assert.match(String((failure as { code?: unknown }).code), /^FILE_UNREACHABLE$/);
      }
      await lsm.close();
      files = checkpoint?.files ?? files;
      model = checkpoint?.model ?? model;
    }
    fs.setRules('');
    const lsm = open(fs, 9, files);
    assert.deepEqual(sorted(await content(lsm)), sorted(model));
    await lsm.close();
  }
  assert.ok(failures > 8, `${failures} failures`);
});
