/**
 * Lookup join, rows a second of one core: `node dist/bench/operators/lookup-join.bench.js`. The
 * table stands in arrays and answers at once, so what is measured is the join around it: key INT in
 * random order, value BIGINT, time; of the table its key and a name.
 */
import { Random } from '../../conf/random.js';
import type { FoundRows, LookupSource } from '../../operators/core/lookup.js';
import type { Expr } from '../../operators/expr/expression.js';
import { LookupJoin } from '../../operators/join/lookup-join.js';
import type { LookupJoinSpec } from '../../operators/join/lookup-join-spec.js';
import type { KeyRows } from '../../state/api/reads.js';
import { INT, STRING } from '../../state/column/logical-type.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import type { I32Vector, Vector } from '../../state/column/vector.js';
import { measure, report } from './drive-batches.js';
import { TIMED_ROW, timedStream } from './timed-rows.js';

const random = new Random(13);
const FOUND = [INT, STRING];
const SPEC: Omit<LookupJoinSpec, 'type'> = {
  kind: 'lookup-join',
  source: {
    kind: 'source',
    connector: 'filesystem',
    options: {},
    table: 'products',
    schema: FOUND.map((type, i) => ({ name: `c${i}`, type })),
    columns: [0, 1],
    metadata: [],
    filter: null,
    limit: null,
  },
  keys: [{ column: 0, left: 0 }],
  precondition: null,
  residual: null,
  projection: FOUND.map((type, index): Expr => ({ kind: 'column', index, type })),
  access: { isAsync: true, timeoutMs: 60_000, capacity: 10 },
  retry: null,
  keep: null,
};

/** A row a key below `end`. */
function table(end: number): LookupSource {
  const ids = Int32Array.from({ length: end }, (_, key) => key);
  const names = Array.from({ length: end }, (_, key) => `name-${key}`);
  const columns: Vector[] = [{ lane: 'i32', values: ids, nulls: null }, vectorOf(STRING, names)];
  const lookup = (keys: KeyRows): FoundRows => {
    const { values } = keys.columns[0] as I32Vector;
    const starts = new Int32Array(keys.count + 1);
    const rows = new Int32Array(keys.count);
    let found = 0;
    for (let i = 0; i < keys.count; i++) {
      const key = values[keys.selection === null ? i : (keys.selection[i] as number)] as number;
      rows[found] = key;
      found += key < end ? 1 : 0;
      starts[i + 1] = found;
    }
    return { columns, starts, rows: rows.subarray(0, found) };
  };
  return { lookup, close: () => {} };
}

function bench(type: LookupJoinSpec['type'], keys: number, known: number): void {
  const source = table(keys * known);
  const operator = new LookupJoin({ ...SPEC, type }, () => source);
  const messages = timedStream(random, keys, 1200, 1);
  const name = `${type}, ${keys} keys, ${100 * known} % found`;
  report(name, measure(operator, [TIMED_ROW], messages, 200));
}

for (const keys of [1000, 100_000, 5_000_000]) {
  bench('inner', keys, 1);
  bench('left', keys, 0.5);
}
