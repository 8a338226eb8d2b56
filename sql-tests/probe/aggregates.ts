/**
 * Aggregates: each over a column of each type, with DISTINCT, over no rows, over NULLs alone; and
 * the forms that the generator makes such calls of.
 */
import { ALL, NESTED, NUMBERS, OTHERS, TEXTS } from './sources.js';

const OF_ANY = ['MIN', 'MAX', 'COUNT', 'FIRST_VALUE', 'LAST_VALUE', 'ARRAY_AGG', 'COLLECT'];
const OF_NUMBERS = ['SUM', 'AVG', 'STDDEV_POP', 'STDDEV_SAMP', 'VAR_POP', 'VAR_SAMP', 'VARIANCE'];
const OF_BITMAPS = ['BITMAP_AND_AGG', 'BITMAP_OR_AGG', 'BITMAP_XOR_AGG'];

const SIZES = ['1, 0', '5, 2', '10, 0', '18, 9', '19, 0', '28, 6', '38, 0', '38, 18', '38, 34'];

/** What COLLECT orders as Java does, and Flink's DISTINCT takes; no NULL without a type. */
const PLAIN = ALL.filter((of) => !/^(bin|vb|bs)$|MULTISET/.test(of) && !isNested(of));
const TYPED = ALL.filter((of) => of !== 'NULL');

function isNested(of: string): boolean {
  return NESTED.includes(of) || OTHERS.includes(of);
}

/** None of a group's rows, some groups' rows only, and rows that are NULL. */
const FILTERS = ['FALSE', 'id > 7', 'i32 IS NULL'];

const LITERAL_ARGUMENTS: readonly string[] = [
  'COUNT(*)',
  'COUNT(1)',
  'SUM(1)',
  'SUM(1.5)',
  'SUM(1E0)',
  'AVG(2)',
  'AVG(0.1)',
  'MIN(3)',
  "MAX('abc')",
  "LISTAGG('a')",
  'MIN(DISTINCT bs)',
  'COUNT(DISTINCT bs)',
  'COUNT(DISTINCT r)',
  'COUNT(DISTINCT g, i8)',
  'SUM(i32 + nn)',
  'SUM(d38 * 2)',
  'SUM(d5) / COUNT(*)',
  'AVG(d5) + AVG(i32)',
  'MAX(d38) - MIN(d38)',
  'SUM(CAST(i64 AS DECIMAL(38, 0)) * 9000000000000000000)',
];

export function aggregateExpressions(): readonly string[] {
  const decimals = SIZES.map((size) => `CAST(d5 AS DECIMAL(${size}))`);
  const numbers = [...NUMBERS, ...decimals, 'nn', 's', 'bo'];
  const filtered = ['i8', 'd10', 'f64'].flatMap((of) =>
    FILTERS.flatMap((filter) =>
      [...OF_ANY, ...OF_NUMBERS].map((name) => `${name}(${of}) FILTER (WHERE ${filter})`),
    ),
  );
  const all = [
    ...OF_NUMBERS.flatMap((name) => numbers.map((of) => `${name}(${of})`)),
    ...OF_ANY.flatMap((name) => (name === 'COLLECT' ? PLAIN : TYPED).map((of) => `${name}(${of})`)),
    ...['SUM', 'AVG', 'STDDEV_POP'].flatMap((name) =>
      NUMBERS.map((of) => `${name}(DISTINCT ${of})`),
    ),
    ...['COUNT', 'ARRAY_AGG', 'COLLECT', 'MAX'].flatMap((name) =>
      PLAIN.map((of) => `${name}(DISTINCT ${of})`),
    ),
    ...[...TEXTS, 'ns', 'i32'].flatMap((of) => [
      `LISTAGG(${of})`,
      `LISTAGG(${of}, ';')`,
      `LISTAGG(DISTINCT ${of})`,
      `JSON_OBJECTAGG(${of} VALUE id)`,
    ]),
    ...TYPED.filter((of) => !of.includes('PARSE_JSON')).flatMap((of) => [
      `JSON_ARRAYAGG(${of})`,
      `JSON_ARRAYAGG(${of} NULL ON NULL)`,
      `JSON_OBJECTAGG(ns VALUE ${of})`,
      `JSON_OBJECTAGG(ns VALUE ${of} ABSENT ON NULL)`,
    ]),
    ...numbers.flatMap((of) => [
      `PERCENTILE(${of}, 0.5)`,
      `PERCENTILE(${of}, ARRAY[0.0, 0.25, 1.0])`,
      `PERCENTILE(id, 0.5, ${of})`,
      `BITMAP_BUILD_AGG(${of})`,
    ]),
    ...OF_BITMAPS.flatMap((name) => [
      `${name}(BITMAP_BUILD(ai))`,
      `${name}(BITMAP_BUILD(ai)) FILTER (WHERE FALSE)`,
      `${name}(i32)`,
    ]),
    ...filtered,
    ...LITERAL_ARGUMENTS,
  ];
  return [...new Set(all)];
}

const CALLS: readonly string[] = [
  ...OF_NUMBERS.flatMap((name) => [`${name}({num})`, `${name}(DISTINCT {num})`]),
  ...OF_ANY.map((name) => `${name}({any})`),
  ...['COUNT', 'ARRAY_AGG', 'COLLECT', 'MIN'].map((name) => `${name}(DISTINCT {any})`),
  'MAX({num})',
  'MIN({decimal})',
  'SUM({decimal})',
  'AVG({decimal})',
  'SUM({int})',
  'COUNT(DISTINCT {any}, {any})',
  'LISTAGG({text})',
  'LISTAGG({text}, {textLiteral})',
  'LISTAGG(DISTINCT {text})',
  'JSON_ARRAYAGG({any})',
  'JSON_ARRAYAGG({any} NULL ON NULL)',
  'JSON_OBJECTAGG(ns VALUE {any})',
  'JSON_OBJECTAGG({text} VALUE {any} ABSENT ON NULL)',
  'PERCENTILE({num}, 0.5)',
  'PERCENTILE({num}, ARRAY[0.1, 0.9])',
  'PERCENTILE({num}, 0.25, {int})',
  'BITMAP_BUILD_AGG({int})',
  ...OF_BITMAPS.map((name) => `${name}({bitmap})`),
];

/** Forms as those of `forms.ts`. */
export const AGGREGATE_FORMS: readonly string[] = [
  ...CALLS,
  // Flink's parser takes no FILTER behind them.
  ...CALLS.filter((call) => !call.startsWith('JSON')).map(
    (call) => `${call} FILTER (WHERE {bool})`,
  ),
  'COUNT(*) FILTER (WHERE {bool})',
  'SUM({num}) / COUNT({any})',
  'MAX({num}) - MIN({num})',
  'AVG({num}) + SUM({num})',
  'CASE WHEN COUNT(*) > 2 THEN SUM({num}) ELSE MAX({num}) END',
];
