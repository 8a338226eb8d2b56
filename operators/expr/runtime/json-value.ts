/**
 * JSON documents as the SQL functions on JSON see them: read as Jackson reads them (what follows
 * the first value is not looked at), numbers kept as written, objects in their order of keys;
 * written with sorted keys.
 */

/** A number as it stands in the text. */
export class JsonNumber {
  constructor(readonly text: string) {}

  get isInteger(): boolean {
    return !/[.eE]/.test(this.text);
  }

  /** As Java's BigInteger or BigDecimal prints it. */
  toString(): string {
    return this.isInteger ? String(BigInt(this.text)) : bigDecimalText(this.text);
  }

  toNumber(): number {
    return Number(this.text);
  }
}

export type JsonObject = ReadonlyMap<string, JsonValue>;

export type JsonValue = null | boolean | string | JsonNumber | readonly JsonValue[] | JsonObject;

export function isScalar(value: JsonValue): boolean {
  return value === null || value instanceof JsonNumber || typeof value !== 'object';
}

/** The text is no JSON. */
export class JsonSyntaxError extends Error {}

let lastText: string | undefined;
let lastValue: JsonValue = null;

/**
 * The document. The last one is kept: a row's functions mostly ask for parts of the same.
 *
 * @throws JsonSyntaxError
 */
export function parseJson(text: string): JsonValue {
  if (text === lastText) return lastValue;
  const value = readJson(text, {});
  lastText = text;
  lastValue = value;
  return value;
}

export interface JsonReading {
  /** Whether an object may have a key twice; the last one counts. By default it may. */
  readonly duplicates?: boolean;
  /** Whether Infinity and -Infinity are numbers. */
  readonly infinities?: boolean;
}

/** @throws JsonSyntaxError */
export function readJson(text: string, reading: JsonReading): JsonValue {
  return new Reader(text, reading).document();
}

const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const INFINITE = /-?Infinity/y;
const PLAIN = /[^"\\\0-\x1f]*/y;
const WORDS: readonly (readonly [string, JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** Levels of nesting that Jackson reads. */
const MAX_DEPTH = 1000;

class Reader {
  #at = 0;
  #depth = 0;

  constructor(
    readonly text: string,
    readonly reading: JsonReading,
  ) {}

  document(): JsonValue {
    this.#skipBlanks();
    const value = this.#value();
    const next = this.text[this.#at];
    // A number ends at a blank; other values end by themselves.
    if (value instanceof JsonNumber && next !== undefined && !' \t\n\r'.includes(next))
      this.#fail();
    return value;
  }

  #value(): JsonValue {
    const first = this.text[this.#at];
    if (first === '{') return this.#nested(() => this.#object());
    if (first === '[') return this.#nested(() => this.#array());
    if (first === '"') return this.#string();
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      if (/[\p{L}\p{N}_$]/u.test(this.text[this.#at] ?? '')) this.#fail();
      return value;
    }
    const infinite = this.reading.infinities === true ? this.#match(INFINITE) : '';
    if (infinite !== '') return new JsonNumber(infinite);
    const number = this.#match(NUMBER);
    const next = this.text[this.#at] ?? '';
    if (number === '' || /[\d.eE+-]/.test(next)) this.#fail();
    return new JsonNumber(number);
  }

  #nested(read: () => JsonValue): JsonValue {
    if (++this.#depth > MAX_DEPTH) this.#fail();
    this.#at++;
    const value = read();
    this.#depth--;
    return value;
  }

  #object(): JsonObject {
    const entries = new Map<string, JsonValue>();
    this.#skipBlanks();
    if (this.#take('}')) return entries;
    do {
      this.#skipBlanks();
      const key = this.#string();
      this.#skipBlanks();
      if (!this.#take(':')) this.#fail();
      this.#skipBlanks();
      if (this.reading.duplicates === false && entries.has(key)) {
        throw new JsonSyntaxError(`The key '${key}' is there twice`);
      }
      entries.set(key, this.#value());
      this.#skipBlanks();
    } while (this.#take(','));
    if (!this.#take('}')) this.#fail();
    return entries;
  }

  #array(): JsonValue[] {
    const items: JsonValue[] = [];
    this.#skipBlanks();
    if (this.#take(']')) return items;
    do {
      this.#skipBlanks();
      items.push(this.#value());
      this.#skipBlanks();
    } while (this.#take(','));
    if (!this.#take(']')) this.#fail();
    return items;
  }

  #string(): string {
    if (!this.#take('"')) this.#fail();
    let out = '';
    for (;;) {
      out += this.#match(PLAIN);
      if (this.#take('"')) return out;
      if (!this.#take('\\')) this.#fail();
      out += this.#escaped();
    }
  }

  #escaped(): string {
    const char = this.text[this.#at++] ?? '';
    if (char !== 'u') return ESCAPES[char] ?? this.#fail();
    const digits = this.text.slice(this.#at, this.#at + 4);
    if (!/^[\da-fA-F]{4}$/.test(digits)) this.#fail();
    this.#at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  #skipBlanks(): void {
    this.#match(BLANK);
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #take(char: string): boolean {
    if (this.text[this.#at] !== char) return false;
    this.#at++;
    return true;
  }

  #fail(): never {
    const { text } = this;
    const found = this.#at < text.length ? `'${text[this.#at]}'` : 'the end';
    throw new JsonSyntaxError(`The text is no JSON: ${found} at position ${this.#at + 1}`);
  }
}

/** Compact, objects by the order of their keys. */
export function writeJson(
  value: JsonValue,
  numberText: (number: JsonNumber) => string = String,
): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return String(value);
  if (value instanceof JsonNumber) return numberText(value);
  if (value instanceof Map) {
    return objectText([...value].map(([key, item]) => [key, writeJson(item, numberText)]));
  }
  const items = value as readonly JsonValue[];
  return `[${items.map((item) => writeJson(item, numberText)).join(',')}]`;
}

/** Of keys and written values: sorted, the last of equal keys. */
export function objectText(entries: readonly (readonly [string, string])[]): string {
  const last = new Map(entries);
  const keys = [...last.keys()].sort();
  return `{${keys.map((key) => `${quoted(key)}:${last.get(key)}`).join(',')}}`;
}

/** In double quotes, with the escapes that JSON demands. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\\0-\x1f]/g, escapeChar)}"`;
}

const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

function escapeChar(char: string): string {
  const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return SHORT[char] ?? `\\u${code}`;
}

/** `new BigDecimal(text).toString()`: the digits as written, with E where the scale asks for it. */
export function bigDecimalText(text: string): string {
  const match = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?$/.exec(text);
  const [, sign, whole = '', fraction = '', power = '0'] = match as RegExpExecArray;
  const digits = (whole + fraction).replace(/^0+(?=\d)/, '');
  const scale = fraction.length - Number(power);
  const minus = sign === '-' && digits !== '0' ? '-' : '';
  const exponent = digits.length - 1 - scale;
  if (scale === 0) return minus + digits;
  if (scale > 0 && exponent >= -6) {
    const padded = digits.padStart(scale + 1, '0');
    return `${minus}${padded.slice(0, -scale)}.${padded.slice(-scale)}`;
  }
  const rest = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${minus}${digits[0]}${rest}E${exponent < 0 ? '' : '+'}${exponent}`;
}
