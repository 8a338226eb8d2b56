/**
 * How sums are kept: wrap-around for the integer types, as Java does, single precision for FLOAT,
 * exact for DECIMAL. Fragments as `loop-code.ts` names them; the sum is state column 0 with its
 * null flag.
 */
import type { LogicalType } from '../../../state/column/logical-type.js';

export interface Arithmetic {
  readonly name: string;
  readonly wideLane: 'i64' | 'big' | null;
  /** Rounds or wraps a narrow sum `t`; '' = it must stay at or below `limit`. */
  readonly wrap: string;
  /** Greatest magnitude of a narrow sum. */
  readonly limit: number;
}

export function isNumeric(type: LogicalType): boolean {
  return arithmeticByRoot[type.root] !== undefined;
}

const exact = { wrap: '', limit: Number.MAX_SAFE_INTEGER };
const unbounded = { wideLane: null, limit: Infinity };

const arithmeticByRoot: Partial<Record<LogicalType['root'], Arithmetic>> = {
  TINYINT: { name: 'i8', wrap: 't << 24 >> 24', ...unbounded },
  SMALLINT: { name: 'i16', wrap: 't << 16 >> 16', ...unbounded },
  INTEGER: { name: 'i32', wrap: 't | 0', ...unbounded },
  BIGINT: { name: 'i64', wideLane: 'i64', ...exact },
  FLOAT: { name: 'f32', wrap: 'Math.fround(t)', ...unbounded },
  DOUBLE: { name: 'f64', wrap: 't', ...unbounded },
  DECIMAL: { name: 'decimal', wideLane: 'big', ...exact },
};

export function arithmeticOf(type: LogicalType): Arithmetic {
  return arithmeticByRoot[type.root] as Arithmetic;
}

/** 10^38, the first magnitude that DECIMAL(38, s) does not hold. */
export const DECIMAL_LIMIT = 10n ** 38n;

/** Adds or subtracts `x`; a null sum counts as 0. */
export function addition(arithmetic: Arithmetic, sign: '+' | '-', isWide: boolean): string {
  const { name, wrap, limit } = arithmetic;
  // Of −0, which may stand for null, + 0 makes 0.
  const sum = `const t = c0[s] ${sign} x${isWide || wrap !== '' ? '' : ' + 0'};`;
  if (name === 'decimal' && isWide) {
    const overflows = `t >= ${DECIMAL_LIMIT}n || t <= -${DECIMAL_LIMIT}n`;
    return `${sum} if (${overflows}) { c0[s] = 0n; n0[s] = 1; } else { c0[s] = t; n0[s] = 0; }`;
  }
  if (isWide) return `c0[s] = c0[s] ${sign} x; n0[s] = 0;`;
  if (wrap !== '') return `${sum} c0[s] = ${wrap}; n0[s] = 0;`;
  return `${sum} if (t > ${limit} || t < -${limit}) return i; c0[s] = t; n0[s] = 0;`;
}
