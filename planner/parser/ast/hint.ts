/** Hints: comments that begin with a plus sign. */
import type { NumberLiteral, StringLiteral } from './literal.js';
import type { Identifier, Span } from './node.js';

export type HintValue = Identifier | StringLiteral | NumberLiteral;

/** `'key' = 'value'` or `key = value`. */
export interface HintOption extends Span {
  readonly kind: 'hintOption';
  readonly key: Identifier | StringLiteral;
  readonly value: HintValue;
}

/** `OPTIONS('k' = 'v')`, `BROADCAST(a, b)`, `NAME`. */
export interface Hint extends Span {
  readonly kind: 'hint';
  readonly name: Identifier;
  readonly args: readonly (HintValue | HintOption)[];
}
