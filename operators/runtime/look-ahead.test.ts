import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../conf/random.js';
import { ReadList } from '../../state/api/read-list.js';
import type { KeyedTable } from '../../state/api/table.js';
import { INT } from '../../state/column/logical-type.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import { ForstBackend } from '../../state/forst/backend.js';
import { InlineBackground } from '../../state/forst/background.js';
import { BlockCache } from '../../state/forst/block-cache.js';
import type { NearStore } from '../../state/forst/store.js';
import { TableMemory } from '../../state/forst/table-memory.js';
import { MemoryFileSystem } from '../../state/fs/memory.js';
import { Batch } from '../core/batch.js';
import { Inbox } from './inbox.js';
import { LookAhead } from './look-ahead.js';

/** Files that have to be waited for. */
class FarFileSystem extends MemoryFileSystem {
  override readNow = undefined as never;

  override async read(path: string, offset: number, length: number): Promise<Uint8Array> {
    return (await this.readAll(path)).subarray(offset, offset + length);
  }
}

const RANGE = { first: 0, last: 15, of: 16 };

function backend(): ForstBackend {
  const random = new Random(1);
  return new ForstBackend({
    fileSystem: new FarFileSystem(),
    folder: 'shared',
    cache: new BlockCache(1 << 20),
    background: new InlineBackground(),
    settings: {
      blockBytes: 256,
      bloomBitsPerKey: 10,
      codecs: ['NONE'],
      levels: { baseBytes: 1 << 20, newestFiles: 4 },
      targetFileBytes: 1 << 20,
      readParallelism: 4,
      compacts: false,
    },
    tables: new TableMemory({ memoryBytes: 1e9, writeBufferBytes: 1e9 }),
    random: () => random.nextUint32(),
  });
}

const declared = { name: 'counts', key: [INT], values: [INT] };

function batchOf(...keys: number[]): Batch {
  return new Batch([vectorOf(INT, keys)], keys.length);
}

function keysOf({ columns, selection, count }: Batch) {
  return { columns, selection, count };
}

/** How many of a batch's keys have no slot. */
function absent(table: KeyedTable, batch: Batch): number {
  const slots = new Int32Array(batch.count);
  table.locate(keysOf(batch), slots, false);
  return slots.filter((slot) => slot < 0).length;
}

/** A table whose keys 0 to 99 are in files alone. */
async function farTable(): Promise<{ store: NearStore; table: KeyedTable }> {
  const forst = backend();
  const first = await forst.open(RANGE, []);
  const keys = batchOf(...Array.from({ length: 100 }, (_, key) => key));
  const slots = new Int32Array(100);
  const table = first.table(declared);
  table.locate(keysOf(keys), slots, true);
  table.column(0).copy(slots, 100, keys.columns[0] as Batch['columns'][0], null);
  const target = { shared: 'shared', exclusive: 'one', isFull: false };
  const handle = await first.seal(1).write({ fileSystem: new FarFileSystem(), ...target });
  const store = await forst.open(RANGE, [handle]);
  return { store, table: store.table(declared) };
}

test('batches that wait have their state read at once, within the limit, in order', async () => {
  const { store, table } = await farTable();
  const inbox = new Inbox({ wake: () => {} });
  inbox.addInput([() => {}]);
  const batches = [batchOf(1, 2, 3), batchOf(3, 4), batchOf(200, 5), batchOf(6)];
  for (const batch of batches) inbox.put(0, { kind: 'batch', batch }, { rows: 0, bytes: 0 });
  const readAhead = (_input: number, batch: Batch) => {
    const reads = new ReadList();
    reads.keys(table, keysOf(batch));
    return store.prefetch(reads);
  };
  const memory = { bytes: 0, limitBytes: 1e9 };
  const ahead = new LookAhead({ readAhead }, inbox, { rows: 6, memory });
  ahead.fill();
  assert.equal(ahead.rows, 7, 'the batch that passes the limit is the last');
  for (const [i, missing] of [0, 0, 1].entries()) {
    const taken = inbox.take()?.message;
    assert.equal(taken?.kind, 'batch');
    const ticket = ahead.take((taken as { batch: Batch }).batch);
    assert.equal(
      absent(table, batches[i] as Batch),
      (batches[i] as Batch).count - (i === 1 ? 1 : 0),
    );
    await ticket?.wait();
    assert.equal(absent(table, batches[i] as Batch), missing);
    ticket?.release();
  }
  assert.equal(ahead.isActive, false);
  assert.equal(memory.bytes, 0);
  ahead.fill();
  assert.equal(ahead.rows, 1);
  assert.equal(memory.bytes, 4);
  ahead.close();
  assert.equal(memory.bytes, 0);
});
