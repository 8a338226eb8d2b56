/**
 * What every node of the syntax tree has, and the small nodes that all topics share.
 *
 * The tree says what was written, decoded: names without their quotes, strings without doubled
 * quotes, canonical keywords. Number literals keep their text. No node keeps raw text of a clause.
 * Absent parts are `undefined` (the property is always there, so that nodes of a kind share one
 * shape); lists are empty where the clause is absent, unless absent and empty differ.
 */

/** Offsets in UTF-16 units of the whole text given to the parser: `[start, end)`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Identifier extends Span {
  readonly kind: 'identifier';
  /** Without quotes; case as written. */
  readonly name: string;
  readonly quoted: boolean;
}

/** `a`, `db.a` or `cat.db.a`: names an object of the catalog. */
export interface ObjectName extends Span {
  readonly kind: 'name';
  /** At least one. */
  readonly parts: readonly Identifier[];
}

/** `'key' = 'value'` of WITH, SET and OPTIONS. */
export interface Option extends Span {
  readonly kind: 'option';
  readonly key: string;
  readonly value: string;
  /** Where the value stands, quotes included; for errors about the value. */
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** A key of `RESET ('key', …)`. */
export interface OptionKey extends Span {
  readonly kind: 'optionKey';
  readonly key: string;
}
