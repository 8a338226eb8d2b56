/** Names of time units, with the abbreviations that some dialects have. */
import type { TimeUnit } from '../parser/ast/literal.js';
import type { DialectName } from './dialects.js';

const common: Readonly<Record<string, TimeUnit>> = {
  YEAR: 'YEAR',
  QUARTER: 'QUARTER',
  MONTH: 'MONTH',
  WEEK: 'WEEK',
  DAY: 'DAY',
  HOUR: 'HOUR',
  MINUTE: 'MINUTE',
  SECOND: 'SECOND',
  MILLISECOND: 'MILLISECOND',
  MICROSECOND: 'MICROSECOND',
  NANOSECOND: 'NANOSECOND',
  DECADE: 'DECADE',
  CENTURY: 'CENTURY',
  MILLENNIUM: 'MILLENNIUM',
  DOW: 'DOW',
  ISODOW: 'ISODOW',
  ISOYEAR: 'ISOYEAR',
  DOY: 'DOY',
  EPOCH: 'EPOCH',
};

const transactsql: Readonly<Record<string, TimeUnit>> = {
  YY: 'YEAR',
  YYYY: 'YEAR',
  QQ: 'QUARTER',
  Q: 'QUARTER',
  MM: 'MONTH',
  M: 'MONTH',
  DAYOFYEAR: 'DOY',
  DY: 'DOY',
  Y: 'DOY',
  DD: 'DAY',
  D: 'DAY',
  WK: 'WEEK',
  WW: 'WEEK',
  WEEKDAY: 'DOW',
  DW: 'DOW',
  HH: 'HOUR',
  MI: 'MINUTE',
  N: 'MINUTE',
  SS: 'SECOND',
  S: 'SECOND',
  MS: 'MILLISECOND',
};

const snowflake: Readonly<Record<string, TimeUnit>> = {
  Y: 'YEAR',
  YY: 'YEAR',
  YYYY: 'YEAR',
  YR: 'YEAR',
  Q: 'QUARTER',
  QTR: 'QUARTER',
  MM: 'MONTH',
  MON: 'MONTH',
  D: 'DAY',
  DD: 'DAY',
  W: 'WEEK',
  WK: 'WEEK',
  H: 'HOUR',
  HH: 'HOUR',
  M: 'MINUTE',
  MI: 'MINUTE',
  MIN: 'MINUTE',
  S: 'SECOND',
  SEC: 'SECOND',
  MS: 'MILLISECOND',
};

const ofDialect: { readonly [name in DialectName]?: Readonly<Record<string, TimeUnit>> } = {
  transactsql,
  snowflake,
  bigquery: { DAYOFWEEK: 'DOW', DAYOFYEAR: 'DOY', ISOYEAR: 'ISOYEAR' },
};

/** @param name in any case, singular or plural */
export function timeUnitNamed(name: string, dialect: DialectName): TimeUnit | undefined {
  const upper = name.toUpperCase();
  const own = ofDialect[dialect] ?? {};
  return own[upper] ?? common[upper] ?? common[upper.replace(/S$/, '')];
}
