/** All rows of all inputs, which have the same column types. */
export interface UnionSpec {
  readonly kind: 'union';
}
