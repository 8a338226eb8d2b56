/** Test support: lookup joins of three left columns with a table of three, and what it answers. */
import assert from 'node:assert/strict';
import type { KeyRows } from '../../state/api/reads.js';
import { INT, type LogicalType, STRING } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { scalarAt, vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { BATCH_SIZES, runTable } from '../core/harness.js';
import type { FoundRows } from '../core/lookup.js';
import type { Operator } from '../core/operator.js';
import type { Expr } from '../expr/expression.js';
import type { LookupJoinSpec } from './lookup-join-spec.js';

export const LEFT = [INT, INT, STRING];
/** Of the table: id, name, stock. */
export const FOUND = [INT, STRING, INT];
export const OUTPUT = [...LEFT, ...FOUND];

export type Table = readonly (readonly Scalar[])[];

export const TABLE: Table = [
  [1, 'apple', 10],
  [2, 'pear', 20],
  [2, 'birne', 25],
  [3, 'plum', 5],
];

export function columnOf(index: number, type: LogicalType = INT): Expr {
  return { kind: 'column', index, type };
}

export function lookupSpec(
  type: 'inner' | 'left',
  changes: Partial<LookupJoinSpec> = {},
): LookupJoinSpec {
  return {
    kind: 'lookup-join',
    type,
    source: {
      kind: 'source',
      connector: 'filesystem',
      options: {},
      table: 'products',
      schema: FOUND.map((own, i) => ({ name: `c${i}`, type: own })),
      columns: [0, 1, 2],
      metadata: [],
      filter: null,
      limit: null,
    },
    keys: [{ column: 0, left: 1 }],
    precondition: null,
    residual: null,
    projection: FOUND.map((own, i) => columnOf(i, own)),
    access: { isAsync: true, timeoutMs: 60_000, capacity: 10 },
    retry: null,
    keep: null,
    ...changes,
  };
}

/** The rows of `table` whose key columns equal each key. */
export function answered(
  table: Table,
  key: readonly number[],
  { columns, selection, count }: KeyRows,
): FoundRows {
  const starts = new Int32Array(count + 1);
  const rows: number[] = [];
  for (let i = 0; i < count; i++) {
    const at = selection === null ? i : (selection[i] as number);
    for (const [row, values] of table.entries()) {
      const isEqual = key.every((column, k) => {
        const asked = scalarAt(columns[k] as Vector, at, FOUND[column] as LogicalType);
        return asked === values[column];
      });
      if (isEqual) rows.push(row);
    }
    starts[i + 1] = rows.length;
  }
  const columnVectors = FOUND.map((type, c) =>
    vectorOf(
      type,
      table.map((row) => row[c] as Scalar),
    ),
  );
  return { columns: columnVectors, starts, rows: Int32Array.from(rows) };
}

/** Drives the operator from one printed table to the other, under each batch size. */
export async function checkLookup(
  create: () => Operator,
  input: string,
  expected: string,
): Promise<void> {
  for (const batchRows of BATCH_SIZES) {
    const outputRows = batchRows === 3 ? 2 : 2048;
    const options = { inputs: [LEFT], output: OUTPUT, batchRows, outputRows, pairs: false };
    const { text } = await runTable(create, input, options);
    const trimmed = expected.split('\n').map((line) => line.trim());
    assert.equal(text, trimmed.filter((line) => line !== '').join('\n'));
  }
}
