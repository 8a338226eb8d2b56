/** The options of the CSV format, as Flink's documentation has them. */
import { option } from '../../../conf/option.js';
import type { TableValues } from '../../../conf/table-options.js';

const oneCharacter = {
  check: (text: string): boolean => text.length === 1 && text.charCodeAt(0) < 128,
  allowed: 'one ASCII character',
};

export const csvOptions = {
  fieldDelimiter: option.string({
    key: 'field-delimiter',
    default: ',',
    check: (text) => oneCharacter.check(unescapeJava(text)),
    allowed: 'one ASCII character, or an escape such as \\t or \\u0001',
    doc: 'The character between fields.',
  }),
  disableQuoteCharacter: option.boolean({
    key: 'disable-quote-character',
    default: false,
    doc: 'Whether fields are never enclosed; quote-character cannot be set then.',
  }),
  quoteCharacter: option.string({
    key: 'quote-character',
    ...oneCharacter,
    doc:
      'The character that encloses fields, a double quote unless set; doubled it stands' +
      ' for itself.',
  }),
  allowComments: option.boolean({
    key: 'allow-comments',
    default: false,
    doc: "Whether lines that start with '#' are left out.",
  }),
  ignoreParseErrors: option.boolean({
    key: 'ignore-parse-errors',
    default: false,
    doc:
      'Whether a malformed field becomes NULL and a malformed record is left out, in ' +
      'place of an error.',
  }),
  arrayElementDelimiter: option.string({
    key: 'array-element-delimiter',
    default: ';',
    check: (text) => text.length > 0,
    allowed: 'one or more characters',
    doc: 'What stands between the elements of an ARRAY and the fields of a ROW.',
  }),
  escapeCharacter: option.string({
    key: 'escape-character',
    ...oneCharacter,
    doc: 'The character that takes the meaning from the next one; none unless set.',
  }),
  nullLiteral: option.string({
    key: 'null-literal',
    doc: 'The text that stands for NULL; none unless set (then writing leaves the field empty).',
  }),
  scientificDecimals: option.boolean({
    key: 'write-bigdecimal-in-scientific-notation',
    default: true,
    doc: 'Whether a DECIMAL is written as 1E+5 rather than 100000.',
  }),
  skipHeaderLines: option.int({
    key: 'skip-header-lines',
    default: 0,
    min: 0,
    doc: 'How many lines at the start of each file are left out; reading only.',
  }),
};

export type CsvOptions = TableValues<typeof csvOptions>;

const DOUBLE_QUOTE = '"';

/** The quote's byte; −1 when fields are never enclosed. */
export function quoteByte(options: CsvOptions): number {
  if (options.disableQuoteCharacter) return -1;
  return (options.quoteCharacter ?? DOUBLE_QUOTE).charCodeAt(0);
}

export function delimiterByte(options: CsvOptions): number {
  return unescapeJava(options.fieldDelimiter).charCodeAt(0);
}

export function escapeByte(options: CsvOptions): number {
  return options.escapeCharacter === undefined ? -1 : options.escapeCharacter.charCodeAt(0);
}

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  t: '\t',
  n: '\n',
  r: '\r',
  b: '\b',
  f: '\f',
};

/** Java's escapes, which Flink undoes in the delimiter. */
function unescapeJava(text: string): string {
  return text.replace(
    /\\(u+([0-9a-fA-F]{4})|[0-7]{1,3}|.)/g,
    (_, spelled: string, hex?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      if (/^[0-7]/.test(spelled)) return String.fromCharCode(Number.parseInt(spelled, 8));
      return NAMED_ESCAPES[spelled] ?? spelled;
    },
  );
}
