import assert from 'node:assert/strict';
import test from 'node:test';
import { ManualClock } from '../../conf/clock.js';
import { Random } from '../../conf/random.js';
import type { StateFile } from '../api/snapshot.js';
import { ask, publicStateContract } from '../contract/public-state.js';
import { InlineBackground } from '../forst/background.js';
import { BlockCache } from '../forst/block-cache.js';
import type { FileJob } from '../forst/file-job.js';
import { TableMemory } from '../forst/table-memory.js';
import type { FileSystem } from '../fs/file-system.js';
import { MemoryFileSystem } from '../fs/memory.js';
import { LsmEntryBackend, MemoryEntryBackend } from './entry-backend.js';
import { KeyedExecution } from './keyed-execution.js';
import { serializers } from './serializers.js';

/** Files that have to be waited for. */
class FarFileSystem extends MemoryFileSystem {
  override readNow = undefined as never;
  readonly #primary: MemoryFileSystem;

  constructor(primary: MemoryFileSystem) {
    super();
    this.#primary = primary;
  }

  override async read(path: string, offset: number, length: number): Promise<Uint8Array> {
    await new Promise((resolve) => setImmediate(resolve));
    return this.#primary.read(path, offset, length);
  }

  override write(path: string, bytes: Uint8Array): Promise<void> {
    return this.#primary.write(path, bytes);
  }
}

let opened = 0;
function overFiles(fileSystem: FileSystem, background = new InlineBackground()): LsmEntryBackend {
  const random = new Random(opened++);
  return new LsmEntryBackend({
    fileSystem,
    folder: 'shared',
    cache: new BlockCache(20_000),
    background,
    settings: {
      blockBytes: 256,
      bloomBitsPerKey: 10,
      codecs: ['NONE'],
      levels: { baseBytes: 10_000, newestFiles: 3 },
      targetFileBytes: 5000,
      readParallelism: 4,
      compacts: true,
    },
    tables: new TableMemory({ memoryBytes: 0, writeBufferBytes: 8000 }),
    random: () => random.nextUint32(),
  });
}

const seeded = new Random(1);
publicStateContract('memory', (fs) => new MemoryEntryBackend(() => seeded.nextUint32(), fs), true);
publicStateContract('files', overFiles, false);
publicStateContract('far files', (fs) => overFiles(new FarFileSystem(fs)), false);

test('a synchronous access to state that is far says what to do', async () => {
  const clock = new ManualClock();
  const fs = new MemoryFileSystem();
  const run = await KeyedExecution.open({
    keyType: serializers.string,
    backend: overFiles(new FarFileSystem(fs)),
    clock,
  });
  const state = run.valueState({ name: 'value', type: serializers.double });
  await ask(run, 'k', () => state.asyncUpdate(1));
  const target = { fileSystem: fs, shared: '', exclusive: 'c', isFull: false };
  await (await run.snapshot()).write(target);
  await assert.rejects(
    async () => {
      await run.process('k', () => state.value());
    },
    { code: 'STATE_FAR', hint: /asynchronous form/ },
  );
  await assert.rejects(run.close(), { code: 'STATE_FAR' });
});

test('compaction drops what has expired', async () => {
  const clock = new ManualClock();
  const fs = new MemoryFileSystem();
  const backend = overFiles(fs);
  const run = await KeyedExecution.open({ keyType: serializers.string, backend, clock });
  const state = run.valueState({ name: 'value', type: serializers.double, ttl: { ttlMs: 1000 } });
  const target = { fileSystem: fs, shared: '', exclusive: 'c', isFull: false };
  const entries: number[] = [];
  for (let round = 0; round < 30; round++) {
    for (let i = 0; i < 10; i++) await ask(run, `${round} ${i}`, () => state.asyncUpdate(i));
    const { files } = await (await run.snapshot()).write(target);
    entries.push(files.reduce((sum, file) => sum + file.entries, 0));
    clock.advance(200);
  }
  assert.equal(entries[2], 30);
  assert.ok((entries.at(-1) as number) < 200, entries.join());
  await run.close();
});

test('a state is not restored as another type, and stays when nobody declares it', async () => {
  const clock = new ManualClock();
  const fs = new MemoryFileSystem();
  const backend = overFiles(fs);
  const options = { keyType: serializers.string, backend, clock };
  const target = { fileSystem: fs, shared: 'shared', exclusive: 'c', isFull: true };
  const first = await KeyedExecution.open(options);
  const kept = first.valueState({ name: 'kept', type: serializers.double });
  await ask(first, 'k', () => kept.asyncUpdate(7));
  const handle = await (await first.snapshot()).write(target);
  await first.close();
  const second = await KeyedExecution.open({ ...options, restored: [handle] });
  const again = await (await second.snapshot()).write(target);
  await second.close();
  const third = await KeyedExecution.open({ ...options, restored: [again] });
  assert.throws(() => third.listState({ name: 'kept', type: serializers.double }), {
    code: 'STATE_INCOMPATIBLE',
    message: "The state 'kept' was kept as value value<double>; now it is value list<double>",
  });
  const found = third.valueState({ name: 'kept', type: serializers.double });
  assert.equal(await ask(third, 'k', () => found.asyncValue()), 7);
  await third.close();
});

/** Begins what it is asked for when it is told. */
class HeldBackground extends InlineBackground {
  readonly held: Promise<void>;
  go: () => void = () => undefined;

  constructor() {
    super();
    this.held = new Promise((resolve) => {
      this.go = resolve;
    });
  }

  override async run(fs: FileSystem, job: FileJob): Promise<StateFile[]> {
    await this.held;
    return super.run(fs, job);
  }
}

test('records wait while files lag behind, and read what is on its way to them', async () => {
  const clock = new ManualClock();
  const background = new HeldBackground();
  const backend = overFiles(new MemoryFileSystem(), background);
  const run = await KeyedExecution.open({ keyType: serializers.string, backend, clock });
  const state = run.valueState({ name: 'value', type: serializers.double });
  const read: unknown[] = [];
  let written = 0;
  let waiting: Promise<void> | undefined;
  for (; waiting === undefined && written < 10_000; written++) {
    const value = written;
    waiting = run.process(`${value}`, () => state.update(value));
  }
  // Three layers of 8,000 bytes, of entries of about 130.
  assert.ok(written > 100 && written < 400, `${written}`);
  await run.drain();
  background.go();
  await waiting;
  for (const key of [0, 100, written - 1]) {
    read.push(await ask(run, `${key}`, () => state.asyncValue()));
  }
  assert.deepEqual(read, [0, 100, written - 1]);
  await run.close();
});
