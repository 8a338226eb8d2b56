import assert from 'node:assert/strict';
import { test } from 'node:test';
import { INT, timestampLtz } from '../../state/column/logical-type.js';
import { scalarAt, vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import type { OperatorContext } from '../core/operator.js';
import { createOperator } from '../create.js';
import { bindCall } from '../expr/bind.js';
import type { Expr } from '../expr/expression.js';
import { intLiteral } from '../expr/literal.js';

const a: Expr = { kind: 'column', index: 0, type: INT };

/** What a calc asks of its context. */
function contextAt(now: number): OperatorContext {
  return { inputs: [[INT]], now, timeZone: 'UTC' } as unknown as OperatorContext;
}

test('rows that pass go on, projected, with their kinds', () => {
  const calc = createOperator({
    kind: 'calc',
    condition: bindCall('>', [a, intLiteral(1)]),
    projection: [bindCall('*', [a, intLiteral(10)])],
  });
  calc.open(contextAt(0));
  const pushed: Batch[] = [];
  const output = { push: (batch: Batch) => void pushed.push(batch) };
  const kinds = Uint8Array.of(0, 1, 2);
  assert.ok(calc.apply(new Batch([vectorOf(INT, [1, 2, 3])], 3, kinds), 0, output));
  assert.ok(calc.apply(new Batch([vectorOf(INT, [0, null])], 2), 0, output));
  const [batch, ...none] = pushed as [Batch, ...Batch[]];
  assert.deepEqual(none, []);
  assert.deepEqual([...(batch.selection ?? [])], [1, 2]);
  assert.equal(batch.kinds, kinds);
  assert.equal(scalarAt(batch.columns[0] as Vector, 2, INT), 30);
});

test('the current time is that of the batch', () => {
  const context = contextAt(1000);
  const now = bindCall('CURRENT_TIMESTAMP', []);
  const calc = createOperator({ kind: 'calc', condition: null, projection: [now] });
  calc.open(context);
  const seen: unknown[] = [];
  const output = {
    push: (batch: Batch) => {
      const [column] = batch.columns as [Vector];
      for (let i = 0; i < batch.rows; i++) seen.push(scalarAt(column, i, timestampLtz(3)));
    },
  };
  calc.apply(new Batch([vectorOf(INT, [1, 2])], 2), 0, output);
  Object.assign(context, { now: 1500 });
  calc.apply(new Batch([vectorOf(INT, [3])], 1), 0, output);
  assert.deepEqual(seen, [1_000_000_000n, 1_000_000_000n, 1_500_000_000n]);
});
