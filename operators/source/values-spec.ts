import type { Scalar } from '../../state/column/scalar.js';

/** Literal rows, by column order of the node's output. */
export interface ValuesSpec {
  readonly kind: 'values';
  readonly rows: readonly (readonly Scalar[])[];
}
