/** The SQL functions that read JSON. Failures end where the ON EMPTY and ON ERROR clauses say. */
import { fail, type Site } from './failure.js';
import { jsonPath } from './json-path.js';
import { search } from './json-path-search.js';
import {
  isScalar,
  JsonNumber,
  JsonSyntaxError,
  type JsonValue,
  parseJson,
  writeJson,
} from './json-value.js';
import { UnsupportedRegex } from './unsupported-regex.js';

/** What a search came to: one value, nothing, or a failure. */
type Found =
  | { readonly kind: 'value'; readonly value: JsonValue; readonly lax: boolean }
  | { readonly kind: 'empty' }
  | { readonly kind: 'error'; readonly reason: string };

const EMPTY: Found = { kind: 'empty' };
const MODE = /^\s*(strict|lax)\s+(.+)$/is;

/** A path without a mode is a strict one. */
function find(text: string, pathText: string, site: Site): Found {
  const match = MODE.exec(pathText);
  const lax = match?.[1]?.toLowerCase() === 'lax';
  let document: JsonValue;
  try {
    document = parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return lax ? EMPTY : { kind: 'error', reason: error.message };
  }
  if (document === null) return { kind: 'error', reason: 'The JSON is null' };
  try {
    const value = search(jsonPath(match?.[2] ?? pathText), document, lax);
    if (value !== undefined && value !== null) return { kind: 'value', value, lax };
    return lax ? EMPTY : { kind: 'error', reason: 'A strict JSON path must lead to a value' };
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof UnsupportedRegex) fail(site, `${message} is not supported`);
    return { kind: 'error', reason: message };
  }
}

export type Kind = 'STRING' | 'INT' | 'DOUBLE' | 'BOOLEAN';

/** Stand for the values of DEFAULT … ON EMPTY and DEFAULT … ON ERROR. */
export const ON_EMPTY = Symbol('on empty');
export const ON_ERROR = Symbol('on error');

export function jsonValue(
  text: string,
  path: string,
  kind: Kind,
  onEmpty: string,
  onError: string,
  site: Site,
): string | number | boolean | null | symbol {
  const found = find(text, path, site);
  if (found.kind === 'value' && isScalar(found.value)) return scalarOf(found.value, kind, site);
  if (found.kind === 'empty' || (found.kind === 'value' && found.lax)) {
    if (onEmpty === 'ERROR') fail(site, 'JSON_VALUE found nothing');
    return onEmpty === 'DEFAULT' ? ON_EMPTY : null;
  }
  if (onError === 'ERROR') fail(site, found.kind === 'error' ? found.reason : NO_SCALAR);
  return onError === 'DEFAULT' ? ON_ERROR : null;
}

const NO_SCALAR = 'The JSON path leads to an array or object, not to a scalar';

function scalarOf(value: JsonValue, kind: Kind, site: Site): string | number | boolean {
  if (kind === 'STRING') return String(value);
  if (kind === 'BOOLEAN' && typeof value === 'boolean') return value;
  if (value instanceof JsonNumber) {
    const number = value.toNumber();
    if (kind === 'DOUBLE') return number;
    if (kind === 'INT' && value.isInteger && (number | 0) === number) return number;
  }
  return fail(site, `The JSON value ${writeJson(value)} is no ${kind}`);
}

export function jsonExists(
  text: string,
  path: string,
  onError: string,
  site: Site,
): boolean | null {
  const found = find(text, path, site);
  if (found.kind !== 'error') return found.kind === 'value';
  if (onError === 'ERROR') fail(site, found.reason);
  return onError === 'UNKNOWN' ? null : onError === 'TRUE';
}

/** @returns the text, or the elements where an array is asked for */
export function jsonQuery(
  text: string,
  path: string,
  asArray: boolean,
  wrapper: string,
  onEmpty: string,
  onError: string,
  site: Site,
): string | readonly (string | null)[] | null {
  const found = find(text, path, site);
  if (found.kind === 'value') {
    const value = wrapped(found.value, wrapper);
    if (!isScalar(value) && (!asArray || Array.isArray(value))) {
      return asArray ? (value as readonly JsonValue[]).map(elementText) : writeJson(value);
    }
    if (isScalar(value) && found.lax) return otherwise(onEmpty, asArray, NO_RESULT, site);
    return otherwise(onError, asArray, NO_COLLECTION, site);
  }
  if (found.kind === 'empty') return otherwise(onEmpty, asArray, NO_RESULT, site);
  return otherwise(onError, asArray, found.reason, site);
}

const NO_RESULT = 'JSON_QUERY found nothing';
const NO_COLLECTION = 'The JSON path leads to no array or object';

function wrapped(value: JsonValue, wrapper: string): JsonValue {
  if (wrapper === 'UNCONDITIONAL') return [value];
  return wrapper === 'CONDITIONAL' && !Array.isArray(value) ? [value] : value;
}

function elementText(value: JsonValue): string | null {
  if (value === null) return null;
  return isScalar(value) ? String(value) : writeJson(value);
}

function otherwise(
  behavior: string,
  asArray: boolean,
  reason: string,
  site: Site,
): string | readonly string[] | null {
  switch (behavior) {
    case 'EMPTY ARRAY':
      return asArray ? [] : '[]';
    case 'EMPTY OBJECT':
      return '{}';
    case 'ERROR':
      return fail(site, reason);
    default:
      return null;
  }
}

/** `text IS JSON type`. */
export function isJson(text: string, type: string): boolean {
  const value = parsed(text);
  if (value === undefined) return false;
  if (type === 'OBJECT') return value instanceof Map;
  if (type === 'ARRAY') return Array.isArray(value);
  return type === 'VALUE' || isScalar(value);
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** The argument of JSON(…) as it is put into a constructor; empty text is null. */
export function fragmentText(text: string, site: Site): string | null {
  if (text === '') return null;
  const value = parsed(text);
  if (value === undefined) fail(site, 'The argument of JSON() is no JSON');
  return writeJson(value);
}

const QUOTED: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '/': '\\/',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/**
 * JSON_QUOTE. As in Flink other control characters stay, and a code point above U+FFFF is written
 * with all its digits, then its second half.
 */
export function jsonQuote(text: string): string {
  let out = '"';
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) as number;
    const char = text[i] as string;
    out += code < 128 ? (QUOTED[char] ?? char) : `\\u${code.toString(16).padStart(4, '0')}`;
  }
  return `${out}"`;
}

const UNQUOTED: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** JSON_UNQUOTE: a JSON string's content; other text as it is. */
export function jsonUnquote(text: string): string {
  if (!text.startsWith('"') || !text.endsWith('"') || parsed(text) === undefined) return text;
  const inner = text.slice(1, -1);
  const valid = /^(?:[^\\]|\\["\\/bfnrt]|\\u[\da-fA-F]{4}|\\$)*$/.test(inner);
  if (!valid) return text;
  return inner.replace(/\\(?:u(.{4})|(.))/gs, (_, code?: string, char?: string) =>
    code === undefined
      ? (UNQUOTED[char ?? ''] ?? char ?? '')
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
