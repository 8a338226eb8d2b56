/** Outputs that need no loop: columns as they are, fields of rows, literals. */

import { constantVector } from '../../../state/column/scalar-access.js';
import type { Vector } from '../../../state/column/vector.js';
import type { Batch } from '../../core/batch.js';
import type { Expr, LiteralExpr } from '../expression.js';

/** A column, a literal, or a chain of field accesses on a column. */
export function isPassing(expr: Expr): boolean {
  if (expr.kind !== 'call') return true;
  const [operand] = expr.args;
  return expr.name === '.field' && operand?.kind !== 'literal' && isPassing(operand as Expr);
}

/** The vector of an expression that `isPassing`. */
export function passThrough(expr: Expr, batch: Batch): Vector {
  if (expr.kind === 'column') return batch.columns[expr.index] as Vector;
  if (expr.kind === 'literal') return constantOf(expr, batch.rows);
  return fieldOf(passThrough(expr.args[0] as Expr, batch), Number(expr.option), batch.rows);
}

const constants = new WeakMap<LiteralExpr, { rows: number; vector: Vector }>();

/** Made once for all batches: vectors are immutable and may be longer than the batch. */
function constantOf(expr: LiteralExpr, rows: number): Vector {
  const known = constants.get(expr);
  if (known !== undefined && known.rows >= rows) return known.vector;
  const vector = constantVector(expr.type, expr.value, rows);
  constants.set(expr, { rows, vector });
  return vector;
}

/** A field is null where its row is. */
function fieldOf(row: Vector, ordinal: number, rows: number): Vector {
  if (row.lane !== 'row') return row;
  const child = row.children[ordinal] as Vector;
  if (row.nulls === null) return child;
  if (child.nulls === null) return { ...child, nulls: row.nulls };
  const nulls = new Uint8Array(rows);
  for (let i = 0; i < rows; i++) nulls[i] = (row.nulls[i] as number) | (child.nulls[i] as number);
  return { ...child, nulls };
}
