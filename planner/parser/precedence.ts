/**
 * How strongly operators bind, as in Calcite: a higher number binds more strongly. Binary operators
 * associate to the left. The parser climbs by this table and the printer sets parentheses by it.
 */
export const precedence = {
  or: 22,
  and: 24,
  not: 26,
  /** IS NULL, IS TRUE, IS JSON. */
  is: 28,
  /** `=` and its like, IS DISTINCT FROM, OVERLAPS, ANY and ALL. */
  comparison: 30,
  /** BETWEEN, LIKE, IN. */
  range: 32,
  additive: 40,
  /** `* / %` and `||`. */
  multiplicative: 60,
  sign: 80,
  /** Item and field access. */
  access: 100,
  /** Literals, names, calls, everything in brackets. */
  primary: 110,
} as const;
