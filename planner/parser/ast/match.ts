/** MATCH_RECOGNIZE: pattern recognition over the rows of a table. */
import type { Expression } from './expression.js';
import type { FromItem, TableAlias } from './from.js';
import type { Identifier, Span } from './node.js';
import type { OrderItem } from './query.js';

export interface Measure extends Span {
  readonly kind: 'measure';
  readonly expression: Expression;
  readonly alias: Identifier;
}

export interface PatternVariable extends Span {
  readonly kind: 'patternVariable';
  readonly name: Identifier;
}

/** `a b` (one after the other) or `a | b` (either); at least two parts. */
export interface PatternList extends Span {
  readonly kind: 'patternList';
  readonly form: 'sequence' | 'alternation' | 'permute';
  readonly parts: readonly Pattern[];
}

/** `a*`, `a+?`, `a{1,3}`. */
export interface PatternRepeat extends Span {
  readonly kind: 'patternRepeat';
  readonly pattern: Pattern;
  readonly min: number;
  /** Absent: no upper bound. */
  readonly max: number | undefined;
  readonly reluctant: boolean;
}

/** `{- a -}`: matched, but left out of the output. */
export interface PatternExclusion extends Span {
  readonly kind: 'patternExclusion';
  readonly pattern: Pattern;
}

export type Pattern = PatternVariable | PatternList | PatternRepeat | PatternExclusion;

/** `AFTER MATCH SKIP …`. */
export interface AfterMatch extends Span {
  readonly kind: 'afterMatch';
  /** `TO variable` alone is TO LAST. */
  readonly skip: 'TO NEXT ROW' | 'PAST LAST ROW' | 'TO FIRST' | 'TO LAST';
  readonly variable: Identifier | undefined;
}

/** `name = (a, b)` of SUBSET. */
export interface PatternSubset extends Span {
  readonly kind: 'patternSubset';
  readonly name: Identifier;
  readonly variables: readonly Identifier[];
}

export interface PatternDefinition extends Span {
  readonly kind: 'patternDefinition';
  readonly name: Identifier;
  readonly condition: Expression;
}

export interface MatchRecognize extends Span {
  readonly kind: 'matchRecognize';
  readonly input: FromItem;
  readonly partitionBy: readonly Expression[];
  readonly orderBy: readonly OrderItem[];
  readonly measures: readonly Measure[];
  readonly rows: 'ONE ROW' | 'ALL ROWS' | undefined;
  readonly after: AfterMatch | undefined;
  readonly pattern: Pattern;
  /** `^` before and `$` after the pattern. */
  readonly anchoredStart: boolean;
  readonly anchoredEnd: boolean;
  readonly within: Expression | undefined;
  readonly subsets: readonly PatternSubset[];
  readonly definitions: readonly PatternDefinition[];
  readonly alias: TableAlias | undefined;
}
