/**
 * Operators over each pair of types they may take: + − * / % and unary −, comparisons, and the
 * common types of CASE, COALESCE, IN and the like; DECIMAL with its precisions and scales.
 */
import { UNION } from './keyed.js';
import { ALL, BINARIES, DATETIMES, INTERVALS, NESTED, NUMBERS, TEXTS } from './sources.js';

const ARITHMETIC = ['+', '-', '*', '/', '%'];

function pairs(left: readonly string[], right: readonly string[]): [string, string][] {
  return left.flatMap((a) => right.map((b): [string, string] => [a, b]));
}

function numbers(): string[] {
  const nullable = pairs(NUMBERS, NUMBERS).flatMap(([a, b]) =>
    ARITHMETIC.map((operator) => `${a} ${operator} ${b}`),
  );
  const strict = NUMBERS.flatMap((a) => ARITHMETIC.map((operator) => `${a} ${operator} nn`));
  return [...nullable, ...strict, ...NUMBERS.map((a) => `- ${a}`), ...NUMBERS.map((a) => `+ ${a}`)];
}

const SIZES = ['1, 0', '1, 1', '5, 2', '10, 0', '18, 9', '19, 0', '38, 0', '38, 18', '38, 38'];

function decimals(): string[] {
  const values = SIZES.map((size) => `CAST(d5 AS DECIMAL(${size}))`);
  return pairs(values, values).flatMap(([a, b]) =>
    ARITHMETIC.map((operator) => `${a} ${operator} ${b}`),
  );
}

function temporal(): string[] {
  const moved = pairs(DATETIMES, [
    ...INTERVALS,
    "INTERVAL '1-2' YEAR TO MONTH",
    "INTERVAL '1' DAY",
  ]);
  const spans = pairs(INTERVALS, INTERVALS);
  return [
    ...moved.flatMap(([a, b]) => [`${a} + ${b}`, `${a} - ${b}`, `${b} + ${a}`]),
    ...spans.flatMap(([a, b]) => [`${a} + ${b}`, `${a} - ${b}`]),
    ...INTERVALS.flatMap((a) => NUMBERS.map((b) => `(${a}) * ${b}`)),
    ...INTERVALS.map((a) => `- (${a})`),
    ...['+', '-', '*', '/', '%'].flatMap((operator) => [
      `bo ${operator} i32`,
      `s ${operator} i32`,
      `dt ${operator} i32`,
      `i32 ${operator} NULL`,
      `NULL ${operator} d5`,
      `ai ${operator} ai`,
    ]),
  ];
}

function comparisons(): string[] {
  return pairs(ALL, ALL).flatMap(([a, b]) => [`${a} = ${b}`, `${a} < ${b}`]);
}

/** Pairs of a family, and a few across. */
function related(): [string, string][] {
  const families = [NUMBERS, TEXTS, BINARIES, DATETIMES, INTERVALS, NESTED];
  const mixed = ['bo', 'i32', 'd5', 's', 'bs', 'dt', 't3', 'z3', 'ai', 'NULL'];
  const within = families.flatMap((family) => pairs(family, family));
  return [...within, ...pairs(mixed, mixed)];
}

function common(): string[] {
  return related().flatMap(([a, b]) => [
    `CASE WHEN bo THEN ${a} ELSE ${b} END`,
    `COALESCE(${a}, ${b})`,
    `IFNULL(${a}, ${b})`,
    `NULLIF(${a}, ${b})`,
    `${a} IN (${b}, ${b})`,
    `ARRAY[${a}, ${b}]`,
  ]);
}

export function unionExpressions(): readonly string[] {
  const typed = related().filter((pair) => !pair.includes('NULL'));
  return [...new Set(typed.map(([a, b]) => `${a}${UNION}${b}`))];
}

export function operatorExpressions(): readonly string[] {
  const all = [...numbers(), ...decimals(), ...temporal(), ...comparisons(), ...common()];
  return [...new Set(all)];
}
