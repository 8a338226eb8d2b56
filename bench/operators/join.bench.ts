/**
 * Regular joins, rows a second of one core: `node dist/bench/operators/join.bench.js`. The build
 * side stands; the probe side streams: key INT, amount DOUBLE, id BIGINT. Or both sides change:
 * two rows a key and side stand, and each batch adds rows and takes others back.
 */
import { Random } from '../../conf/random.js';
import { Batch } from '../../operators/core/batch.js';
import { createJoin } from '../../operators/join/join.js';
import type { JoinSpec } from '../../operators/join/join-spec.js';
import { BIGINT, DOUBLE, INT, STRING } from '../../state/column/logical-type.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { type Changing, changingRows } from './changing-rows.js';
import {
  BATCH_ROWS,
  type Given,
  given,
  measure,
  randomDoubles,
  randomInts,
  report,
} from './drive-batches.js';

const random = new Random(2);
const PROBE = [INT, DOUBLE, BIGINT];
const BUILD = [INT, STRING];

function probe(keys: number, batches: number): Given[] {
  return Array.from({ length: batches }, () => {
    const ids = Float64Array.from(randomInts(random, BATCH_ROWS, 1e9));
    const columns: Vector[] = [
      { lane: 'i32', values: randomInts(random, BATCH_ROWS, keys), nulls: null },
      { lane: 'f64', values: randomDoubles(random, BATCH_ROWS), nulls: null },
      { lane: 'f64', values: ids, nulls: null },
    ];
    return given(new Batch(columns, BATCH_ROWS), 0);
  });
}

/** Every key `times` times. */
function build(keys: number, times: number): Given[] {
  const messages: Given[] = [];
  for (let first = 0; first < keys * times; first += BATCH_ROWS) {
    const count = Math.min(BATCH_ROWS, keys * times - first);
    const values = Int32Array.from({ length: count }, (_, i) => (first + i) % keys);
    const names = vectorOf(
      STRING,
      [...values].map((key) => `name-${key}`),
    );
    messages.push(given(new Batch([{ lane: 'i32', values, nulls: null }, names], count), 1));
  }
  return messages;
}

function bench(name: string, keys: number, times: number, changes: Partial<JoinSpec>): void {
  const spec: JoinSpec = {
    kind: 'join',
    type: 'inner',
    leftKeys: [0],
    rightKeys: [0],
    left: { kind: 'none' },
    right: times === 1 ? { kind: 'join-key-unique' } : { kind: 'none' },
    residual: null,
    ...changes,
  };
  const built = build(keys, times);
  const messages = [...built, ...probe(keys, 1000)];
  const label = `${name}, ${keys} keys, ${times} a key`;
  report(label, measure(createJoin(spec), [PROBE, BUILD], messages, built.length));
}

function benchChanging(type: JoinSpec['type'], keys: number): void {
  const spec: JoinSpec = {
    kind: 'join',
    type,
    leftKeys: [0],
    rightKeys: [0],
    left: { kind: 'unique', columns: [2] },
    right: { kind: 'unique', columns: [2] },
    residual: null,
  };
  let id = 0;
  const side = (): Changing =>
    changingRows(
      (rows) => [
        { lane: 'i32', values: randomInts(random, rows, keys), nulls: null },
        { lane: 'f64', values: randomDoubles(random, rows), nulls: null },
        { lane: 'f64', values: Float64Array.from({ length: rows }, () => id++), nulls: null },
      ],
      2 * keys,
      200,
    );
  const [left, right] = [side(), side()];
  const messages = left.messages.flatMap((message, b) => [
    message,
    { ...(right.messages[b] as Given), input: 1 },
  ]);
  const label = `${type}, both sides change, ${keys} keys`;
  report(label, measure(createJoin(spec), [PROBE, PROBE], messages, 2 * left.warm));
}

for (const keys of [1000, 100_000]) {
  bench('inner', keys, 1, {});
  bench('inner', keys, 4, {});
  bench('left', keys, 1, { type: 'left' });
  bench('semi', keys, 1, { type: 'semi' });
  for (const type of ['inner', 'left', 'full', 'semi', 'anti'] as const) benchChanging(type, keys);
}
bench('inner', 5_000_000, 1, {});
