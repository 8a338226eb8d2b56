/** The options of the JSON format, as Flink's documentation has them. */
import { option } from '../../../conf/option.js';
import type { TableValues } from '../../../conf/table-options.js';

export const jsonOptions = {
  failOnMissingField: option.boolean({
    key: 'fail-on-missing-field',
    default: false,
    doc: 'Whether a record without a field of the table is an error; else the column is NULL.',
  }),
  ignoreParseErrors: option.boolean({
    key: 'ignore-parse-errors',
    default: false,
    doc:
      'Whether a field that is no value of its type becomes NULL and a malformed record' +
      ' is left out, in place of an error.',
  }),
  timestampStandard: option.enumeration({
    key: 'timestamp-format.standard',
    values: ['SQL', 'ISO-8601'],
    default: 'SQL',
    doc:
      'Timestamps as 2020-12-30 12:13:14.123 or as 2020-12-30T12:13:14.123; a ' +
      'TIMESTAMP_LTZ ends with Z in both.',
  }),
  mapNullKeyMode: option.enumeration({
    key: 'map-null-key.mode',
    values: ['FAIL', 'DROP', 'LITERAL'],
    default: 'FAIL',
    doc:
      'What writing does with a NULL key of a MAP: an error, the entry is left out, or ' +
      'the key is map-null-key.literal.',
  }),
  mapNullKeyLiteral: option.string({
    key: 'map-null-key.literal',
    default: 'null',
    doc: 'The text written for a NULL key where map-null-key.mode is LITERAL.',
  }),
  plainDecimals: option.boolean({
    key: 'encode.decimal-as-plain-number',
    default: false,
    doc: 'Whether a DECIMAL is written as 0.000000027 rather than 2.7E-8.',
  }),
  ignoreNullFields: option.boolean({
    key: 'encode.ignore-null-fields',
    default: false,
    doc: 'Whether fields that are NULL are left out when writing.',
  }),
  jsonParser: option.boolean({
    key: 'decode.json-parser.enabled',
    default: true,
    doc: "Chooses between Flink's two parsers; accepted, and without effect here.",
  }),
};

export type JsonOptions = TableValues<typeof jsonOptions>;
