import type { Column } from '../../operators/core/spec.js';
import type { Scalar } from '../../state/column/scalar.js';

/** Literal rows. */
export interface Values {
  readonly kind: 'values';
  readonly rows: readonly (readonly Scalar[])[];
  readonly output: readonly Column[];
}

export function values(output: readonly Column[], rows: readonly (readonly Scalar[])[]): Values {
  return { kind: 'values', rows, output };
}

/** The one row that a SELECT without FROM reads; Flink's planner calls its column ZERO. */
export function oneRow(): Values {
  return values([{ name: 'ZERO', type: { root: 'INTEGER', nullable: false } }], [[0]]);
}
