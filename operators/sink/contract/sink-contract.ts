/** What tests of sinks share: a spec, a context, batches of scalars. */
import { ManualClock } from '../../../conf/clock.js';
import { Configuration } from '../../../conf/configuration.js';
import type { Scalar } from '../../../state/column/scalar.js';
import { vectorOf } from '../../../state/column/scalar-access.js';
import { Batch } from '../../core/batch.js';
import type { SinkContext } from '../../core/sink.js';
import type { Column } from '../../core/spec.js';
import type { SinkSpec } from '../sink-spec.js';

export function sinkSpec(
  options: Readonly<Record<string, string>>,
  columns: readonly Column[],
  more: Partial<SinkSpec> = {},
): SinkSpec {
  return {
    kind: 'sink',
    connector: options.connector ?? '',
    options,
    table: 'c.d.t',
    columns,
    partitionKeys: [],
    notNull: [],
    ...more,
  };
}

export function sinkContext(more: Partial<SinkContext> = {}): SinkContext {
  return {
    task: 0,
    parallelism: 1,
    timeZone: 'UTC',
    job: 'j',
    attempt: 0,
    clock: new ManualClock(),
    settings: new Configuration(),
    ...more,
  };
}

export function batchOf(
  columns: readonly Column[],
  rows: readonly (readonly Scalar[])[],
  kinds: readonly number[] | null = null,
): Batch {
  const vectors = columns.map(({ type }, i) =>
    vectorOf(
      type,
      rows.map((row) => row[i] ?? null),
    ),
  );
  return new Batch(vectors, rows.length, kinds === null ? null : Uint8Array.from(kinds));
}
