/** Reading the JSON bodies of requests. */
import { MillraceError } from '../../conf/errors/error.js';
import { didYouMean } from '../../conf/nearest.js';

/** Characters of a string that an error repeats. */
const SHOWN = 100;

export class Body {
  readonly #fields: Readonly<Record<string, unknown>>;

  /**
   * @param text the body; an empty one is `{}`
   * @param allowed the fields it may have: Flink's REST handlers refuse others too
   * @throws HTTP_BAD_REQUEST
   */
  constructor(text: string, allowed: readonly string[]) {
    this.#fields = text.trim() === '' ? {} : parseObject(text);
    const unknown = Object.keys(this.#fields).find((name) => !allowed.includes(name));
    if (unknown !== undefined) throw unknownName('The body has the field', unknown, allowed);
  }

  /** @throws HTTP_BAD_REQUEST if it is missing or no string */
  string(name: string): string {
    const value = this.optionalString(name);
    if (value === undefined) throw bad(`The body has no '${name}'`);
    return value;
  }

  optionalString(name: string): string | undefined {
    const value = this.#fields[name] ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    throw bad(`'${name}' is ${shown(value)}; allowed is a string`);
  }

  optionalNumber(name: string): number | undefined {
    const value = this.#fields[name] ?? undefined;
    if (value === undefined || typeof value === 'number') return value;
    throw bad(`'${name}' is ${shown(value)}; allowed is a number`);
  }

  optionalBoolean(name: string): boolean | undefined {
    const value = this.#fields[name] ?? undefined;
    if (value === undefined || typeof value === 'boolean') return value;
    throw bad(`'${name}' is ${shown(value)}; allowed is true or false`);
  }

  /** A map from strings to strings; empty when it is missing. */
  strings(name: string): Readonly<Record<string, string>> {
    const value = this.#fields[name] ?? {};
    if (!isObject(value)) throw bad(`'${name}' is ${shown(value)}; allowed is an object`);
    const entries = Object.entries(value).map(([key, each]) => {
      if (typeof each === 'string') return [key, each] as const;
      throw bad(`'${key}' of '${name}' is ${shown(each)}; allowed is a string`);
    });
    return Object.fromEntries(entries);
  }
}

/** @param found what has the name, to stand before it */
export function unknownName(
  found: string,
  name: string,
  allowed: readonly string[],
): MillraceError {
  const hint = didYouMean(name, allowed);
  const reason = `${found} '${name}'; allowed is ${allowed.join(', ')}`;
  return new MillraceError('HTTP_BAD_REQUEST', reason, hint === undefined ? {} : { hint });
}

/** What was given, short however large and deep it is. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (isObject(value)) return 'an object';
  if (typeof value !== 'string' || value.length <= SHOWN) return JSON.stringify(value);
  return JSON.stringify(`${value.slice(0, SHOWN)}…`);
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw bad(`The body is no JSON: ${(cause as Error).message}`, cause);
  }
  if (isObject(value)) return value;
  throw bad('The body is no JSON object');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bad(reason: string, cause?: unknown): MillraceError {
  return new MillraceError('HTTP_BAD_REQUEST', reason, cause === undefined ? {} : { cause });
}
