/**
 * What generated expressions are made of: forms with holes, `SUBSTRING({text} FROM {small})`. Plain
 * calls come from the signatures of the function registry, by the words of their parameters; what
 * has a syntax of its own is listed.
 */
import { findFunction, registeredNames } from '../../operators/expr/registry.js';

/** Not probed: no value of their own, other at each call, or of a form that is listed below. */
const LEFT_OUT = new Set([
  'NEGATE',
  'CASE',
  'CAST',
  'TRY_CAST',
  'TYPEOF',
  '.FIELD',
  '.JSON',
  'ITEM',
  'JSON',
  'JAVASCRIPT FUNCTION',
  'HASH_CODE',
  'PI',
  'E',
  'BITMAP_FROM_BYTES',
  'PRINTF',
  'JSON_STRING',
]);

const SYNTAX: readonly string[] = [
  ...['=', '<>', '<', '<=', '>', '>='].flatMap((it) => [`{any} ${it} {same}`, `{num} ${it} {num}`]),
  '{any} IS DISTINCT FROM {same}',
  '{any} IS NOT DISTINCT FROM {same}',
  '{any} IS NULL',
  '{any} IS NOT NULL',
  ...['', 'NOT ', 'SYMMETRIC '].map((it) =>
    it === 'SYMMETRIC '
      ? '{num} BETWEEN SYMMETRIC {num} AND {num}'
      : `{any} ${it}BETWEEN {same} AND {same}`,
  ),
  '{any} IN ({same}, {same})',
  '{any} NOT IN ({same}, {same}, {same})',
  '{text} IN ({text}, {textLiteral}, {textLiteral})',
  '{bool} AND {bool}',
  '{bool} OR {bool}',
  'NOT {bool}',
  ...['TRUE', 'FALSE', 'UNKNOWN'].flatMap((it) => [`{bool} IS ${it}`, `{bool} IS NOT ${it}`]),
  ...['+', '-', '*', '/'].flatMap((it) => [`{num} ${it} {num}`, `{int} ${it} {int}`]),
  '{int} % {int}',
  '{decimal} % {decimal}',
  '- {num}',
  '- {interval}',
  '{datetime} + {interval}',
  '{datetime} - {interval}',
  '{interval} + {datetime}',
  '{millis} + {millis}',
  '{millis} - {millis}',
  '{months} - {months}',
  '{interval} * {num}',
  'CASE WHEN {bool} THEN {any} ELSE {same} END',
  'CASE WHEN {bool} THEN {num} WHEN {bool} THEN {num} END',
  'CASE {any} WHEN {same} THEN {text} ELSE {text} END',
  ...['CAST', 'TRY_CAST'].flatMap((it) => [
    `${it}({any} AS {type})`,
    `${it}({num} AS {numberType})`,
    `${it}({text} AS {type})`,
    `${it}({datetime} AS {timeType})`,
  ]),
  'CAST({any} AS STRING)',
  'NULLIF({any}, {same})',
  'SUBSTRING({text} FROM {small})',
  'SUBSTRING({text} FROM {small} FOR {small})',
  ...['BOTH', 'LEADING', 'TRAILING'].map((it) => `TRIM(${it} {textLiteral} FROM {text})`),
  'TRIM({text})',
  'POSITION({textLiteral} IN {text})',
  'OVERLAY({text} PLACING {text} FROM {small} FOR {small})',
  'OVERLAY({text} PLACING {text} FROM {small})',
  '{text} || {text}',
  '{bin} || {bin}',
  '{text} LIKE {like}',
  '{text} NOT LIKE {like}',
  "{text} LIKE {like} ESCAPE '\\'",
  '{text} SIMILAR TO {similar}',
  '{text} NOT SIMILAR TO {similar}',
  'EXTRACT({unit} FROM {datetime})',
  'EXTRACT({intervalUnit} FROM {interval})',
  'FLOOR({datetime} TO {roundUnit})',
  'CEIL({datetime} TO {roundUnit})',
  'FLOOR({num})',
  'CEIL({num})',
  'TIMESTAMPADD({addUnit}, {small}, {datetime})',
  'TIMESTAMPDIFF({addUnit}, {datetime}, {datetime})',
  'TO_TIMESTAMP_LTZ({int}, 3)',
  'TO_TIMESTAMP_LTZ({int}, 0)',
  'TO_TIMESTAMP({text})',
  'TO_TIMESTAMP({text}, {pattern})',
  'TO_DATE({text})',
  'UNIX_TIMESTAMP({text})',
  'UNIX_TIMESTAMP({text}, {pattern})',
  'DATE_FORMAT({stamp}, {pattern})',
  'DATE_FORMAT({text}, {pattern})',
  'HEX({text})',
  'HEX({int})',
  'ENCODE({text}, {charset})',
  'DECODE({bin}, {charset})',
  'SHA2({text}, {bits})',
  'ROW({any}, {any})',
  'ARRAY[{any}, {same}]',
  'ARRAY[{text}, {text}, {text}]',
  'ARRAY[{int}, {int}]',
  'MAP[{textLiteral}, {any}]',
  "MAP['k', {int}, 'l', {int}]",
  '{array}[{index}]',
  '{map}[{textLiteral}]',
  'r.a',
  'r.b',
  'ARRAY_SORT({array}, {bool})',
  'JSON_VALUE(js, {path})',
  'JSON_VALUE(js, {path} RETURNING INT NULL ON ERROR)',
  "JSON_VALUE(js, {path} DEFAULT 'd' ON EMPTY)",
  'JSON_VALUE({text}, {path})',
  'JSON_QUERY(js, {path})',
  'JSON_QUERY(js, {path} WITH WRAPPER)',
  'JSON_EXISTS(js, {path})',
  '{text} IS JSON',
  'js IS JSON OBJECT',
  "JSON_OBJECT('k' VALUE {any}, 'l' VALUE {text})",
  'JSON_ARRAY({any}, {any})',
  'JSON_STRING({any})',
  'JSON_OBJECT({textLiteral} VALUE {any} ABSENT ON NULL)',
  'TRY_PARSE_JSON({text})',
  'PARSE_JSON(js)',
  'BITMAP_BUILD(ARRAY[{int}, {small}])',
  'BITMAP_BUILD(ai)',
  "OBJECT_OF('p.T', 'a', {any}, 'b', {text})",
  'REGEXP_EXTRACT({text}, {regex}, {small})',
  'ROUND({num}, {small})',
  'TRUNCATE({num}, {small})',
  'IF({bool}, {num}, {num})',
  'IF({bool}, {any}, {same})',
];

/** What a parameter's word in a signature stands for. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^(needle|element)$/, '{same}'],
  [/^(exact\d|bound|seed)/, '{int}'],
  [/^numeric/, '{num}'],
  [/^(integer|INT$|digits|index|start|end|precision|group)/, '{small}'],
  [/^(regex)/, '{regex}'],
  [/^(pattern)/, '{pattern}'],
  [/^(hashLength)/, '{bits}'],
  [/^(charset)/, '{charset}'],
  [/^(fromZone|toZone|timeZone)/, '{zone}'],
  [/^(delimiter|separator|trimString|pairs|keyValue|part|key)/, '{textLiteral}'],
  [/^(string|text|url|json|nullReplacement|replacement|from|to)/, '{text}'],
  [/^datetime/, '{datetime}'],
  [/^timestamp/, '{stamp}'],
  [/^binary|^bytes/, '{bin}'],
  [/^(array|keys|values)/, '{array}'],
  [/^map/, '{map}'],
  [/^bitmap/, '{bitmap}'],
  [/^(boolean|ascending|nullFirst|allowDuplicateKeys BOOLEAN)/, '{bool}'],
  [/^(value|input)/, '{any}'],
];

/** `NAME(a, b [, c])` as forms with and without what is optional. */
function formsOf(signature: string): readonly string[] {
  const [, name, list] = /^([A-Z_0-9]+)\((.*)\)$/.exec(signature) ?? [];
  if (name === undefined || list === undefined) return [];
  const words = list.replace(/,? …/, '').split(/,/);
  const holes = words.map((word) => holeOf(word.replaceAll(/[[\]*]/g, '').trim()));
  if (holes.some((hole) => hole === undefined)) return [];
  const least = words.findIndex((word) => /^\s*\[|^$/.test(word) || word.includes('[,'));
  const counts = new Set([holes.length]);
  const optional = words.findIndex((word) => word.includes('['));
  if (optional >= 0) counts.add(optional + (least === optional ? 1 : 1));
  return [...counts].map((count) => `${name}(${holes.slice(0, count).join(', ')})`);
}

function holeOf(word: string): string | undefined {
  return WORDS.find(([pattern]) => pattern.test(word))?.[1];
}

/** Every form; a registered function that has none fails. */
export function allForms(): readonly string[] {
  const forms = new Set(SYNTAX);
  for (const name of registeredNames()) {
    const found = findFunction(name);
    if (found === undefined || found.volatility !== undefined || LEFT_OUT.has(name)) continue;
    for (const signature of found.signatures) {
      for (const form of formsOf(signature)) forms.add(form);
    }
  }
  return [...forms];
}
