/** A compiled JSON path, as data. */
import type { JavaRegex } from './java-regex.js';
import type { JsonValue } from './json-value.js';

export const PATH_FUNCTIONS = [
  'length',
  'size',
  'min',
  'max',
  'avg',
  'sum',
  'stddev',
  'keys',
  'first',
  'last',
  'index',
] as const;

export type PathFunction = (typeof PATH_FUNCTIONS)[number];

export type PathToken =
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'indexes'; readonly indexes: readonly number[] }
  | { readonly kind: 'slice'; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly kind: 'all' }
  | { readonly kind: 'scan' }
  | { readonly kind: 'filter'; readonly filter: Filter }
  | { readonly kind: 'function'; readonly name: PathFunction; readonly argument: number };

export interface JsonPath {
  readonly tokens: readonly PathToken[];
  /** Whether it leads to one place at most. */
  readonly definite: boolean;
  /** Tokens before the first that leads to several places. */
  readonly definiteTokens: number;
}

export type Operand =
  | { readonly kind: 'constant'; readonly value: JsonValue }
  | { readonly kind: 'path'; readonly path: JsonPath; readonly fromElement: boolean };

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'exists'; readonly operand: Operand }
  | { readonly kind: 'matches'; readonly operand: Operand; readonly regex: JavaRegex }
  | {
      readonly kind: 'compare';
      readonly operator: Comparison;
      readonly left: Operand;
      readonly right: Operand;
    };

/** The path is none. */
export class JsonPathError extends Error {}
