/**
 * The LOOKUP hints of one SELECT: how the tables of its lookup joins are asked. Options and their
 * errors are Flink's; an option that Flink does not know means nothing, as there.
 */
import { duration } from '../../conf/value/quantity.js';
import type { LookupHint } from '../logical/lookup.js';
import type { Hint } from '../parser/ast/hint.js';
import type { BindContext } from './context.js';
import { optionKey, optionValue } from './hint.js';
import { type NamedHint, NamedHints } from './named-hints.js';

/** How many options Flink knows. */
const KNOWN_OPTIONS = 10;

const DURATION = duration({ min: 0 });

/** @throws BIND_INVALID */
export function lookupHints(hints: readonly Hint[], context: BindContext): NamedHints<LookupHint> {
  return new NamedHints('LOOKUP', hints, context, read);
}

function read(hint: Hint, context: BindContext): readonly NamedHint<LookupHint>[] {
  const refuse = (reason: string): Error => context.error('BIND_INVALID', reason, hint);
  const options = new Map<string, string>();
  for (const arg of hint.args) {
    if (arg.kind !== 'hintOption') {
      throw refuse('Invalid list options in LOOKUP hint, only support key-value options.');
    }
    options.set(optionKey(arg), optionValue(arg));
  }
  const table = options.get('table');
  if (table === undefined)
    throw refuse(`Invalid LOOKUP hint: incomplete required option(s): ${TABLE}`);
  if (options.size > KNOWN_OPTIONS) {
    throw refuse(
      `Too many LOOKUP hint options ${options.size} beyond max number of supported options ` +
        `${KNOWN_OPTIONS}`,
    );
  }
  return [{ name: table, says: new HintReader(options, refuse).read(), at: hint }];
}

const TABLE = "[Key: 'table' , default: null (fallback keys: [])]";

class HintReader {
  readonly #options: ReadonlyMap<string, string>;
  readonly #refuse: (reason: string) => Error;

  constructor(options: ReadonlyMap<string, string>, refuse: (reason: string) => Error) {
    this.#options = options;
    this.#refuse = refuse;
  }

  read(): LookupHint {
    const isAsync = this.#boolean('async');
    const outputMode = this.#one('output-mode', ['ORDERED', 'ALLOW_UNORDERED']);
    const capacity = this.#integer('capacity');
    const timeoutMs = this.#duration('timeout');
    if (isAsync === true) this.#checkPositive('capacity', capacity);
    const retry = this.#retry();
    return {
      ...(isAsync === undefined ? {} : { isAsync }),
      ...(outputMode === undefined ? {} : { allowsUnordered: outputMode === 'ALLOW_UNORDERED' }),
      ...(capacity === undefined ? {} : { capacity }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(retry === undefined ? {} : { retry }),
      shuffles: this.#boolean('shuffle') === true,
    };
  }

  #retry(): LookupHint['retry'] {
    const predicate = this.#options.get('retry-predicate');
    const strategy = this.#one('retry-strategy', ['FIXED_DELAY']);
    const delayMs = this.#duration('fixed-delay');
    const attempts = this.#integer('max-attempts');
    const given = [predicate, strategy, delayMs, attempts].filter((one) => one !== undefined);
    if (given.length === 0) return undefined;
    if (
      predicate === undefined ||
      delayMs === undefined ||
      attempts === undefined ||
      given.length < 4
    ) {
      throw this.#refuse('Invalid LOOKUP hint: retry options can be both null or all not null');
    }
    if (predicate.toLowerCase() !== 'lookup_miss') {
      throw this.#refuse(
        `Invalid LOOKUP hint option: unsupported retry-predicate '${predicate}', only ` +
          "'lookup_miss' is supported currently",
      );
    }
    this.#checkPositive('max-attempts', attempts);
    return { delayMs, attempts };
  }

  #checkPositive(key: string, value: number | undefined): void {
    if (value === undefined || value > 0) return;
    throw this.#refuse(
      `Invalid LOOKUP hint option: ${key} value should be positive integer but was ${value}`,
    );
  }

  #boolean(key: string): boolean | undefined {
    return this.#parsed(key, (text) => BOOLEANS.get(text.toLowerCase()));
  }

  #integer(key: string): number | undefined {
    return this.#parsed(key, (text) => (/^[+-]?\d{1,9}$/.test(text) ? Number(text) : undefined));
  }

  #duration(key: string): number | undefined {
    return this.#parsed(key, (text) => {
      const ms = DURATION.read(text);
      return ms === undefined ? undefined : Math.floor(ms);
    });
  }

  #one<const V extends string>(key: string, values: readonly V[]): V | undefined {
    return this.#parsed(key, (text) => values.find((value) => value === text.toUpperCase()));
  }

  #parsed<T>(key: string, parse: (text: string) => T | undefined): T | undefined {
    const text = this.#options.get(key);
    if (text === undefined) return undefined;
    const value = parse(text);
    if (value !== undefined) return value;
    throw this.#refuse(
      `Invalid LOOKUP hint options: Could not parse value '${text}' for key '${key}'.`,
    );
  }
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
