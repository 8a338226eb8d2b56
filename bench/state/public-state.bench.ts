/**
 * Public state (`docs/state-v2.md`): `node dist/bench/state/public-state.bench.js`. First 1,000
 * keys behind reads of 25 ms, ten records a key in random order, each a read and a write: what the
 * clock says, under 2 s. Then records a second of CPU time where all is near.
 */
import { Configuration } from '../../conf/configuration.js';
import { Random } from '../../conf/random.js';
import { InlineBackground } from '../../state/forst/background.js';
import { BlockCache } from '../../state/forst/block-cache.js';
import { lsmSettings } from '../../state/forst/settings.js';
import { TableMemory } from '../../state/forst/table-memory.js';
import { FaultyFileSystem } from '../../state/fs/faulty.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { MemoryFileSystem } from '../../state/fs/memory.js';
import {
  type EntryBackend,
  LsmEntryBackend,
  MemoryEntryBackend,
} from '../../state/v2/entry-backend.js';
import { KeyedExecution } from '../../state/v2/keyed-execution.js';
import { serializers } from '../../state/v2/serializers.js';

const random = new Random(1);

function overFiles(fileSystem: FileSystem, cacheBytes: number): EntryBackend {
  return new LsmEntryBackend({
    fileSystem,
    folder: 'shared',
    cache: new BlockCache(cacheBytes),
    background: new InlineBackground(),
    settings: lsmSettings(new Configuration()),
    tables: new TableMemory({ memoryBytes: 0, writeBufferBytes: 64 * 1024 * 1024 }),
    random: () => random.nextUint32(),
  });
}

interface Counting {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

/** Counts the records of random keys. */
async function count(
  run: KeyedExecution<string>,
  keys: number,
  records: number,
): Promise<Counting> {
  const state = run.valueState({ name: 'count', type: serializers.double });
  const before = performance.now();
  const cpuBefore = process.cpuUsage();
  for (let i = 0; i < records; i++) {
    const waiting = run.process(`key ${random.nextInt(0, keys - 1)}`, () => {
      state.asyncValue().thenCompose((n) => state.asyncUpdate((n ?? 0) + 1));
    });
    if (waiting !== undefined) await waiting;
  }
  await run.drain();
  const { user, system } = process.cpuUsage(cpuBefore);
  return { seconds: (performance.now() - before) / 1000, cpuSeconds: (user + system) / 1e6 };
}

/** State that was written by another execution, so that each key is read from files. */
async function filled(fileSystem: FileSystem, keys: number): Promise<KeyedExecution<string>> {
  const keyType = serializers.string;
  const backend = overFiles(fileSystem, 64 * 1024 * 1024);
  const writer = await KeyedExecution.open({ keyType, backend });
  const state = writer.valueState({ name: 'count', type: serializers.double });
  for (let i = 0; i < keys; i++) await writer.process(`key ${i}`, () => state.update(0));
  const sealed = await writer.snapshot();
  const target = { fileSystem, shared: 'shared', exclusive: 'c', isFull: false };
  const handle = await sealed.write(target);
  return KeyedExecution.open({ keyType, backend: overFiles(fileSystem, 0), restored: [handle] });
}

const far = new FaultyFileSystem(new MemoryFileSystem(), '');
const farRun = await filled(far, 1000);
far.setRules('read ** latency 25');
const { seconds, cpuSeconds: farCpu } = await count(farRun, 1000, 10_000);
const reads = far.calls.get('read') ?? 0;
console.log(
  `1,000 keys, 10,000 records, reads of 25 ms: ${seconds.toFixed(2)} s ` +
    `(${farCpu.toFixed(2)} s of CPU), ${reads} reads, ${farRun.metrics.numSentBatches} batches`,
);

console.log('\n| state | keys | records/s of CPU |');
console.log('|---|---|---|');
const backends: readonly (readonly [string, EntryBackend])[] = [
  ['memory', new MemoryEntryBackend(() => 0)],
  ['files', overFiles(new MemoryFileSystem(), 64 * 1024 * 1024)],
];
for (const [name, backend] of backends) {
  for (const keys of [1000, 100_000]) {
    const run = await KeyedExecution.open({ keyType: serializers.string, backend });
    const { cpuSeconds } = await count(run, keys, 300_000);
    const rate = Math.round(300_000 / cpuSeconds).toLocaleString('en-US');
    console.log(`| ${name} | ${keys.toLocaleString('en-US')} | ${rate} |`);
    await run.close();
  }
}
if (seconds >= 2) process.exitCode = 1;
