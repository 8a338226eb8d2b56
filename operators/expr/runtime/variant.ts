/**
 * VARIANT: JSON by value. Kept as canonical JSON text in UTF-8: keys sorted, numbers as Flink
 * prints them (integers and decimals of up to 38 digits exact and without trailing zeros, others
 * doubles), so that equal values have equal bytes.
 */
import { fail, type Site } from './failure.js';
import {
  type JsonNumber,
  JsonSyntaxError,
  type JsonValue,
  readJson,
  writeJson,
} from './json-value.js';
import { doubleText } from './number-text.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** PARSE_JSON; the last of several equal keys counts where they are allowed. */
export function parseVariant(text: string, duplicates: boolean, site: Site): Uint8Array {
  try {
    return encoder.encode(writeJson(readJson(text, { duplicates }), numberText));
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return fail(site, `PARSE_JSON: ${error.message}`);
  }
}

/** TRY_PARSE_JSON. */
export function tryParseVariant(text: string, duplicates: boolean): Uint8Array | null {
  try {
    return encoder.encode(writeJson(readJson(text, { duplicates }), numberText));
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
}

export function variantText(variant: Uint8Array): string {
  return decoder.decode(variant);
}

/** Element `index` of an array, from 1; null outside of it. */
export function variantElement(variant: Uint8Array, index: number, site: Site): Uint8Array | null {
  const value = readVariant(variant);
  if (!Array.isArray(value)) {
    return fail(site, `Only an array has elements; the VARIANT is ${shown(variant)}`);
  }
  const element = (value as readonly JsonValue[])[index - 1];
  return element === undefined ? null : bytesOf(element);
}

/** A field of an object; null where it has none of that name. */
export function variantField(variant: Uint8Array, name: string, site: Site): Uint8Array | null {
  const value = readVariant(variant);
  if (!(value instanceof Map)) {
    return fail(site, `Only an object has fields; the VARIANT is ${shown(variant)}`);
  }
  const field = value.get(name);
  return field === undefined ? null : bytesOf(field);
}

function readVariant(variant: Uint8Array): JsonValue {
  return readJson(variantText(variant), { infinities: true });
}

function shown(variant: Uint8Array): string {
  const text = variantText(variant);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function bytesOf(value: JsonValue): Uint8Array {
  return encoder.encode(writeJson(value, ({ text }) => text));
}

const MAX_DIGITS = 38;

function numberText({ text }: JsonNumber): string {
  const plain = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  const [, sign = '', whole = '', fraction = ''] = plain ?? [];
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  if (plain === null || digits.length > MAX_DIGITS || fraction.length > MAX_DIGITS) {
    return doubleText(Number(text));
  }
  const kept = fraction.replace(/0+$/, '');
  const shown = kept === '' ? whole : `${whole}.${kept}`;
  return digits === '0' ? '0' : sign + shown;
}
