/**
 * What every source must do, as tests. `sourceContract` is called by the test file of each source
 * with ways to make it; `readRows` serves tests that look at the rows themselves.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Clock, ManualClock } from '../../../conf/clock.js';
import type { Scalar } from '../../../state/column/scalar.js';
import { scalarAt } from '../../../state/column/scalar-access.js';
import type { Vector } from '../../../state/column/vector.js';
import { VectorPool } from '../../../state/column/vector-pool.js';
import type { Batch } from '../../core/batch.js';
import type { ReadResult, Source, Split, SplitReader } from '../../core/source.js';
import type { Column } from '../../core/spec.js';
import { createSource } from '../connectors.js';
import { type SourceSpec, sourceOutput } from '../source-spec.js';

/** A spec that reads columns of a schema, all of them unless told. */
export function sourceSpec(
  options: Readonly<Record<string, string>>,
  schema: readonly Column[],
  more: Partial<SourceSpec> = {},
): SourceSpec {
  return {
    kind: 'source',
    connector: options.connector ?? '',
    options,
    table: 'c.d.t',
    schema,
    columns: schema.map((_, i) => i),
    metadata: [],
    filter: null,
    limit: null,
    ...more,
  };
}

export type Row = readonly Scalar[];

function rowsOf(batch: Batch, columns: readonly Column[]): Row[] {
  return Array.from({ length: batch.rows }, (_, row) =>
    columns.map(({ type }, i) => scalarAt(batch.columns[i] as Vector, row, type)),
  );
}

export interface ReadSettings {
  readonly batchRows?: number;
  readonly parallelism?: number;
  readonly clock?: ManualClock;
}

/** All rows of a bounded source, in the order of its splits; waits end by moving the clock. */
export async function readRows(spec: SourceSpec, settings: ReadSettings = {}): Promise<Row[]> {
  const { parallelism = 1, batchRows = 2048, clock = new ManualClock() } = settings;
  const source = createSource(spec);
  const rows: Row[] = [];
  for (const split of await source.splits(parallelism)) {
    const reader = await open(source, split, batchRows, clock);
    for (let batch = await nextBatch(reader, clock); batch !== null; ) {
      assert.ok(batch.rows <= batchRows, 'a batch holds no more rows than were asked for');
      assert.ok(batch.rows > 0, 'a batch holds rows');
      rows.push(...rowsOf(batch, sourceOutput(spec)));
      batch = await nextBatch(reader, clock);
    }
    await reader.close();
  }
  return rows;
}

function open(source: Source, split: Split, batchRows: number, clock: Clock): Promise<SplitReader> {
  const vectors = new VectorPool(true);
  return source.open(split, { clock, batchRows, timeZone: 'UTC', vectors, wake: () => {} });
}

async function nextBatch(reader: SplitReader, clock: ManualClock): Promise<Batch | null> {
  for (;;) {
    const result: ReadResult = await reader.next();
    if (result.kind === 'batch') return result.batch;
    if (result.kind === 'end') return null;
    assert.ok(result.at !== undefined && result.at > clock.now(), 'a wait ends in the future');
    clock.advanceTo(result.at);
  }
}

/** @param make gives the spec of a bounded source with some rows; called once a test */
export function sourceContract(name: string, make: () => Promise<SourceSpec>): void {
  test(`${name}: rows do not depend on the batch size`, async () => {
    const spec = await make();
    const whole = await readRows(spec);
    assert.ok(whole.length > 0);
    for (const batchRows of [1, 7]) {
      assert.deepEqual(await readRows(spec, { batchRows }), whole);
    }
  });

  test(`${name}: the splits of several tasks together have the same rows`, async () => {
    const spec = await make();
    const text = (rows: readonly Row[]): string[] => rows.map(printed).sort();
    assert.deepEqual(text(await readRows(spec, { parallelism: 4 })), text(await readRows(spec)));
  });

  test(`${name}: splits are plain data with ids of their own`, async () => {
    const splits = await createSource(await make()).splits(4);
    assert.equal(new Set(splits.map((split) => split.id)).size, splits.length);
    assert.deepEqual(structuredClone(splits), splits);
  });

  test(`${name}: a reader opened at a position yields what followed it`, async () => {
    const spec = await make();
    const source = createSource(spec);
    const clock = new ManualClock();
    for (const split of await source.splits(1)) {
      const whole: Row[] = [];
      const stops: { position: unknown; rows: number }[] = [];
      const reader = await open(source, split, 5, clock);
      stops.push({ position: structuredClone(reader.position()), rows: 0 });
      for (let batch = await nextBatch(reader, clock); batch !== null; ) {
        whole.push(...rowsOf(batch, sourceOutput(spec)));
        stops.push({ position: structuredClone(reader.position()), rows: whole.length });
        batch = await nextBatch(reader, clock);
      }
      await reader.close();
      for (const { position, rows } of stops) {
        const restClock = new ManualClock();
        const again = await open(source, { ...split, position } as Split, 3, restClock);
        const rest: Row[] = [];
        for (let batch = await nextBatch(again, restClock); batch !== null; ) {
          rest.push(...rowsOf(batch, sourceOutput(spec)));
          batch = await nextBatch(again, restClock);
        }
        await again.close();
        assert.deepEqual(rest, whole.slice(rows));
      }
    }
  });

  test(`${name}: a reader can be closed at any time, and stays at its end`, async () => {
    const source = createSource(await make());
    const [split] = await source.splits(1);
    assert.ok(split !== undefined);
    const clock = new ManualClock();
    await (await open(source, split, 4, clock)).close();
    const reader = await open(source, split, 4, clock);
    while ((await nextBatch(reader, clock)) !== null);
    assert.deepEqual(await reader.next(), { kind: 'end' });
    assert.ok([undefined, 1].includes(reader.progress?.()));
    await reader.close();
  });
}

function printed(row: Row): string {
  return JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
}
