/** Bounds of a field's values, as numbers of its type. */
import { MillraceError } from '../../../conf/errors/error.js';
import type { LogicalType } from '../../../state/column/logical-type.js';

export interface IntegerBounds {
  readonly min: bigint;
  readonly max: bigint;
}

const LONG_MAX = 2n ** 63n - 1n;
const LONG_MIN = -(2n ** 63n);

const integerLimits: Readonly<Partial<Record<LogicalType['root'], IntegerBounds>>> = {
  TINYINT: { min: -128n, max: 127n },
  SMALLINT: { min: -32_768n, max: 32_767n },
  INTEGER: { min: -(2n ** 31n), max: 2n ** 31n - 1n },
  BIGINT: { min: LONG_MIN, max: LONG_MAX },
  INTERVAL_YEAR_MONTH: { min: 0n, max: 120_000n },
  INTERVAL_DAY_TIME: { min: LONG_MIN, max: LONG_MAX },
};

export function isInteger(type: LogicalType): boolean {
  return integerLimits[type.root] !== undefined;
}

/** @throws TABLE_OPTION for a text that is no integer of the type, or for bounds the wrong way */
export function integerBounds(
  name: string,
  type: LogicalType,
  [minKey, min]: readonly [string, string | undefined],
  [maxKey, max]: readonly [string, string | undefined],
): IntegerBounds {
  const limits = integerLimits[type.root] ?? { min: LONG_MIN, max: LONG_MAX };
  const low = min === undefined ? limits.min : integer(`fields.${name}.${minKey}`, min, limits);
  const high = max === undefined ? limits.max : integer(`fields.${name}.${maxKey}`, max, limits);
  if (low <= high) return { min: low, max: high };
  throw new MillraceError(
    'TABLE_OPTION',
    `Option 'fields.${name}.${minKey}' is ${low}, ` +
      `above 'fields.${name}.${maxKey}', which is ${high}`,
  );
}

function integer(key: string, text: string, limits: IntegerBounds): bigint {
  const value = /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : undefined;
  if (value !== undefined && value >= limits.min && value <= limits.max) return value;
  throw new MillraceError(
    'TABLE_OPTION',
    `Option '${key}' is '${text}'; allowed is an integer from ${limits.min} to ${limits.max}`,
  );
}

/** @throws TABLE_OPTION */
export function numberBound(key: string, text: string | undefined, unset: number): number {
  if (text === undefined) return unset;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new MillraceError('TABLE_OPTION', `Option '${key}' is '${text}'; allowed is a number`);
}
