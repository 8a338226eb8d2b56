/** A key with many rows, and a barrier that comes while a batch of others meets them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../conf/clock.js';
import { MillraceError } from '../../conf/errors/error.js';
import { BIGINT } from '../../state/column/logical-type.js';
import { scalarAt } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { DELETE } from '../core/row-kind.js';
import type { Sink } from '../core/sink.js';
import type { NodeSpec } from '../core/spec.js';
import type { JoinSide, JoinSpec } from '../join/join-spec.js';
import { connectors } from './connectors.js';
import type { FeedRow } from './feed.js';
import { LocalExecutor } from './local-executor.js';
import type { JobSnapshot } from './snapshot.js';
import { Memory } from './test-durability.js';
import { byWord, collect, columns, feed, forward, JOB_ID, job } from './test-job.js';
import { unpackMessage } from './wire.js';

const MANY = 5_000;
const FEW = 40;

/**
 * What each of the few rows met, by its number: numbers of the many in order; what is committed
 * twice counts once.
 */
class Met implements Sink {
  readonly #committed = new Map<number, readonly [number, readonly number[]]>();
  #serial = 0;
  met: (number: number) => void = () => {};

  async open() {
    let pairs = new Map<number, number[]>();
    return {
      write: (batch: Batch) => {
        for (let i = 0; i < batch.count; i++) {
          const row = batch.selection?.[i] ?? i;
          const pair = [1, 3].map((column) =>
            scalarAt(batch.columns[column] as Vector, row, BIGINT),
          );
          if (pair.includes(null)) continue;
          const [few, many] = pair.map(Number) as [number, number];
          const met = pairs.get(few) ?? [];
          pairs.set(few, met);
          met.push(many);
          this.met(few);
        }
      },
      prepare: async () => {
        const made = [...pairs].map((pair) => [this.#serial++, pair]);
        pairs = new Map();
        return made;
      },
      close: async () => {},
    };
  }

  async commit(committables: readonly unknown[]): Promise<void> {
    for (const [serial, pair] of committables as [number, [number, number[]]][]) {
      this.#committed.set(serial, pair);
    }
  }

  async abort(): Promise<void> {}

  all(): number[][] {
    const all = Array.from({ length: FEW }, (): number[] => []);
    for (const [few, many] of this.#committed.values()) all[few]?.push(...many);
    return all;
  }
}

const ADDED: JoinSide = { kind: 'none', onlyAdds: true };
const UNIQUE: JoinSide = { kind: 'unique', columns: [1] };

interface Case {
  readonly type: JoinSpec['type'];
  readonly few: JoinSide;
  readonly many: JoinSide;
}

const SIDES: Readonly<Record<string, Case>> = {
  'rows that may be taken back': { type: 'inner', few: { kind: 'none' }, many: ADDED },
  'rows that are only added': { type: 'inner', few: ADDED, many: ADDED },
  'rows of an outer side': { type: 'left', few: { kind: 'none' }, many: ADDED },
  'rows that replace others': { type: 'inner', few: UNIQUE, many: ADDED },
  'a key of an outer side': { type: 'right', few: ADDED, many: ADDED },
  'a key of rows that replace others': { type: 'inner', few: ADDED, many: UNIQUE },
  'a key of an outer side that replaces': { type: 'right', few: ADDED, many: UNIQUE },
};

function nodes({ type, few, many }: Case): readonly NodeSpec[] {
  const operator: JoinSpec = {
    kind: 'join',
    type,
    leftKeys: [0],
    rightKeys: [0],
    left: few,
    right: many,
    residual: null,
  };
  const joined: NodeSpec = {
    id: 'join',
    description: 'the join',
    operator,
    inputs: [byWord(0), byWord(1)],
    output: [...columns, ...columns],
  };
  return [feed('few'), feed('many'), joined, collect(forward(2))];
}

function rows(count: number): FeedRow[] {
  return Array.from({ length: count }, (_, n) => ({ kind: 0, values: ['k', BigInt(n)] }));
}

function rowsInFlight({ nodes: all }: JobSnapshot): number {
  const messages = all.flatMap(({ operator }) => operator?.inFlight ?? []);
  return messages
    .map(({ message }) => unpackMessage(message))
    .reduce((sum, message) => sum + (message.kind === 'batch' ? message.batch.count : 0), 0);
}

/** What comes to the side of the many, and which of them are there then. */
function givenTo({ many }: Case): readonly [rows: FeedRow[], numbers: number[]] {
  const all = rows(MANY);
  const numbers = Array.from(all.keys());
  if (many !== UNIQUE) return [all, numbers];
  // All are replaced, then each seventh is taken back.
  const gone = all
    .filter((_, n) => n % 7 === 0)
    .map(({ values }): FeedRow => ({ kind: DELETE, values }));
  return [[...all, ...all, ...gone], numbers.filter((n) => n % 7 !== 0)];
}

const CASES = Object.entries(SIDES).flatMap(([what, sides]) =>
  ['hashmap', 'rocksdb', 'forst'].map((backend) => ({
    what: `${what}, ${backend}`,
    backend,
    sides,
  })),
);

for (const { what, backend, sides } of CASES) {
  test(`an unaligned barrier passes between rows that meet a large key: ${what}`, async () => {
    const clock = new ManualClock();
    const sink = new Met();
    const executor = new LocalExecutor(clock, { ...connectors, sink: () => sink });
    const durability = new Memory(1);
    // In files all that is longer than a few blocks is read by pages.
    const settings = {
      'state.backend.type': backend,
      'taskmanager.memory.managed.size': '64 kb',
    };
    const run = executor.start(JOB_ID, job(nodes(sides), 1, settings), {}, durability);
    const [given, many] = givenTo(sides);
    executor.feed('many', given);
    await executor.idle();
    // The barrier comes while the fifth of the few rows meets the many.
    const taken = new Promise<JobSnapshot>((resolve, reject) => {
      sink.met = (n) => {
        if (n !== 4) return;
        sink.met = () => {};
        durability.checkpoint({ alignment: 'unaligned' }).then(resolve, reject);
      };
    });
    executor.feed('few', rows(FEW));
    const left = rowsInFlight(await taken);
    assert.ok(left > 0 && left < FEW - 4, `${left} rows were in flight`);
    run.fail(new MillraceError('WORKER_LOST', 'The worker of the job was lost: a test'));
    await executor.idle();
    clock.advance(1000);
    executor.endFeed('few');
    executor.endFeed('many');
    await run.done;
    assert.deepEqual([run.state, run.attempts], ['FINISHED', 2]);
    assert.deepEqual(
      sink.all(),
      Array.from({ length: FEW }, () => many),
    );
  });
}
