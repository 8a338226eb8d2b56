/** Kinds of columns: how they are declared, and values with nulls, extremes and a favourite. */
import type { CellText } from '../../server/test/row-text.js';
import type { Choices } from './choices.js';

export type Kind = keyof typeof TYPES;

const TYPES = {
  INT: 'INT',
  STRING: 'STRING',
  BIGINT: 'BIGINT',
  DECIMAL: 'DECIMAL(8, 2)',
  DOUBLE: 'DOUBLE',
  BOOLEAN: 'BOOLEAN',
  DATE: 'DATE',
  TIMESTAMP: 'TIMESTAMP(3)',
  SMALLINT: 'SMALLINT',
  ARRAY: 'ARRAY<INT>',
  LTZ: 'TIMESTAMP_LTZ(3)',
  BYTES: 'BYTES',
} as const;

export const KINDS = Object.keys(TYPES) as readonly Kind[];

/** The first values are the usual ones. DOUBLEs are such that sums are exact in any order. */
const VALUES: Readonly<Record<Kind, readonly string[]>> = {
  INT: ['1', '2', '3', '0', '-1', '7', '100', '2147483647', '-2147483648'],
  STRING: ['a', 'b', 'c', '', 'A', 'bb', 'é', '\u{1d11e}', 'a b', '10'],
  BIGINT: ['1', '2', '3', '0', '-5', '4294967296', '9223372036854775807', '-9223372036854775808'],
  DECIMAL: ['1.00', '2.50', '0.00', '-0.01', '10.10', '999999.99', '-999999.99'],
  DOUBLE: ['1.0', '0.5', '2.25', '0.0', '-3.75', '1048576.0', '-65536.5'],
  BOOLEAN: ['TRUE', 'FALSE'],
  DATE: ['2024-01-01', '2024-01-02', '2024-02-29', '1969-12-31', '0001-01-01', '9999-12-31'],
  TIMESTAMP: [
    '2024-01-01 00:00:01.000',
    '2024-01-01 00:00:02.500',
    '1970-01-01 00:00:00.000',
    '1969-12-31 23:59:59.999',
    '2024-12-31 23:59:59.999',
  ],
  SMALLINT: ['1', '2', '3', '0', '-1', '32767', '-32768'],
  LTZ: [
    '2024-01-01 00:00:01.000',
    '2024-01-01 00:00:03.000',
    '1970-01-01 00:00:00.000',
    '1969-12-31 23:59:59.999',
  ],
  BYTES: ["x'61'", "x'62'", "x''", "x'00ff'", "x'6162'"],
  ARRAY: ['ARRAY[1, 2]', 'ARRAY[3]', 'ARRAY[1, 1, 4]', 'ARRAY[CAST(NULL AS INT), 5]'],
};

export const NUMBERS: ReadonlySet<Kind> = new Set([
  'INT',
  'BIGINT',
  'DECIMAL',
  'DOUBLE',
  'SMALLINT',
]);

/** Of which Flink has no MIN and MAX. */
export const WITHOUT_LEAST: ReadonlySet<Kind> = new Set(['BOOLEAN', 'BYTES']);

/** Of which Flink has no FIRST_VALUE and LAST_VALUE. */
export const WITHOUT_FIRST: ReadonlySet<Kind> = new Set(['TIMESTAMP', 'LTZ', 'BYTES']);

export function typeOf(kind: Kind): string {
  return TYPES[kind];
}

/** A value as a golden file feeds it. */
export function cell(kind: Kind, nullable: boolean, choices: Choices): CellText {
  if (nullable && choices.chance(12)) return null;
  return usual(VALUES[kind], choices);
}

/** The first ones come more often. */
export function usual<T>(items: readonly T[], choices: Choices): T {
  return items[Math.min(choices.below(items.length), choices.below(items.length))] as T;
}

/** A value as SQL writes it. */
export function constant(kind: Kind, choices: Choices): string {
  const text = usual(VALUES[kind], choices);
  switch (kind) {
    case 'STRING':
      return `'${text}'`;
    case 'DATE':
      return `DATE '${text}'`;
    case 'TIMESTAMP':
      return `TIMESTAMP '${text}'`;
    case 'LTZ':
      return `CAST(TIMESTAMP '${text}' AS ${TYPES.LTZ})`;
    case 'DOUBLE':
      return `${text}E0`;
    case 'BIGINT':
      // The least one is no literal but a negated number that is too great.
      return text === '-9223372036854775808' ? '-9223372036854775807' : text;
    default:
      return text;
  }
}
