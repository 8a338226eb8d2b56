/**
 * An option: a key and all that is known about it. Declared once, as a constant, it gives typed
 * access (`config.get(PARALLELISM)` is a number), validation wherever its key is set, and its row
 * in `docs/config.md`. The options of `config.yaml` and SET stand in `options/`; connectors and
 * formats declare theirs beside themselves and read them through `table-options.ts`.
 */
import { list, map } from './value/collection.js';
import { duration, memorySize } from './value/quantity.js';
import {
  boolean,
  double,
  enumeration,
  int,
  long,
  type StringRule,
  string,
} from './value/scalar.js';
import type { Bounds, ValueType } from './value/type.js';

/** Who an option belongs to: read once when the server starts, or by each session and job. */
export type Scope = 'server' | 'session';

export interface OptionSpec<T> {
  readonly key: string;
  /** One or two sentences for `docs/config.md`; says what the unit or rule is. */
  readonly doc: string;
  /** What `get` gives when the key is not set; without one it gives undefined. */
  readonly default?: T;
  /** Words for a default that depends on the machine, in place of the value, for the docs. */
  readonly defaultText?: string;
  /** Older keys, read in this order when `key` itself is not set. */
  readonly fallback?: readonly string[];
  /** `session` when absent. */
  readonly scope?: Scope;
  /** Validated, but read by nothing; whoever sets it is told so. */
  readonly inert?: true;
}

/** A table option that its connector cannot do without: it has no default. */
export interface RequiredSpec {
  readonly key: string;
  readonly doc: string;
  readonly required: true;
}

export class Option<T> {
  readonly key: string;
  readonly doc: string;
  readonly type: ValueType<NonNullable<T>>;
  readonly default: T;
  readonly defaultText: string;
  readonly fallback: readonly string[];
  readonly scope: Scope;
  readonly inert: boolean;
  readonly required: boolean;

  constructor(type: ValueType<NonNullable<T>>, spec: OptionSpec<T> | RequiredSpec) {
    const given: OptionSpec<T> = 'required' in spec ? { key: spec.key, doc: spec.doc } : spec;
    this.key = given.key;
    this.doc = given.doc;
    this.type = type;
    this.default = given.default as T;
    this.defaultText = given.defaultText ?? defaultText(type, given.default);
    this.fallback = given.fallback ?? [];
    this.scope = given.scope ?? 'session';
    this.inert = given.inert ?? false;
    this.required = 'required' in spec;
  }
}

function defaultText<T>(type: ValueType<NonNullable<T>>, value: T | undefined): string {
  return value === undefined || value === null ? '(none)' : type.write(value);
}

/** Declares an option; `T` is without undefined when it has a default or is required. */
interface Declare<T, Rules> {
  (spec: Rules & (RequiredSpec | (OptionSpec<T> & { readonly default: T }))): Option<T>;
  (spec: Rules & OptionSpec<T>): Option<T | undefined>;
}

function declare<T, Rules>(type: (rules: Rules) => ValueType<T>): Declare<T, Rules> {
  const one = (spec: Rules & (RequiredSpec | OptionSpec<T>)): Option<T> =>
    new Option(type(spec) as ValueType<NonNullable<T>>, spec);
  return one as Declare<T, Rules>;
}

interface EnumRules<V extends readonly string[]> {
  readonly values: V;
}

function enumOption<const V extends readonly string[]>(
  spec: EnumRules<V> & (RequiredSpec | (OptionSpec<V[number]> & { readonly default: V[number] })),
): Option<V[number]>;
function enumOption<const V extends readonly string[]>(
  spec: EnumRules<V> & OptionSpec<V[number]>,
): Option<V[number] | undefined>;
function enumOption(
  spec: EnumRules<readonly string[]> & (RequiredSpec | OptionSpec<string>),
): Option<string> {
  return new Option(enumeration(spec.values), spec);
}

interface ListRules<T> {
  readonly element: ValueType<T>;
}

function listOption<T>(
  spec: ListRules<T> &
    (RequiredSpec | (OptionSpec<readonly T[]> & { readonly default: readonly T[] })),
): Option<readonly T[]>;
function listOption<T>(
  spec: ListRules<T> & OptionSpec<readonly T[]>,
): Option<readonly T[] | undefined>;
function listOption<T>(
  spec: ListRules<T> & (RequiredSpec | OptionSpec<readonly T[]>),
): Option<readonly T[]> {
  return new Option(list(spec.element), spec);
}

export const option = {
  boolean: declare<boolean, unknown>(() => boolean),
  int: declare<number, Bounds>(int),
  long: declare<number, Bounds>(long),
  double: declare<number, Bounds>(double),
  string: declare<string, StringRule>(string),
  /** In milliseconds; so are default and bounds. */
  duration: declare<number, Bounds>(duration),
  /** In bytes; so are default and bounds. */
  memorySize: declare<number, Bounds>(memorySize),
  /** One of `values`, in any case. */
  enumeration: enumOption,
  list: listOption,
  map: declare<ReadonlyMap<string, string>, unknown>(() => map),
};
