/**
 * What a dialect's functions are called in Flink. A name that has no rule is the same in Flink, or
 * a user's function, or unknown there; so each name that Flink has with another meaning must have
 * one.
 */
import type { Rules } from '../call.js';
import type { DialectName } from '../dialects.js';
import { bigquery } from './bigquery.js';
import { niladic, position, row, trim } from './build-rules.js';
import { mysql } from './mysql.js';
import { db2, hive, sqlite, trino } from './others.js';
import { postgresql, redshift } from './postgresql.js';
import { snowflake } from './snowflake.js';
import { transactsql } from './transactsql.js';

const shared: Rules = {
  current_timestamp: niladic('CURRENT_TIMESTAMP'),
  current_date: niladic('CURRENT_DATE'),
  current_time: niladic('CURRENT_TIME'),
  localtime: niladic('LOCALTIME'),
  localtimestamp: niladic('LOCALTIMESTAMP'),
  any_value: 'FIRST_VALUE',
  position,
  trim,
  row,
};

const rules: Readonly<Record<DialectName, Rules>> = {
  postgresql: { ...shared, ...postgresql },
  noql: { ...shared, ...postgresql },
  redshift: { ...shared, ...redshift },
  mysql: { ...shared, ...mysql },
  mariadb: { ...shared, ...mysql },
  transactsql: { ...shared, ...transactsql },
  bigquery: { ...shared, ...bigquery },
  snowflake: { ...shared, ...snowflake },
  trino: { ...shared, ...trino },
  athena: { ...shared, ...trino },
  sqlite: { ...shared, ...sqlite },
  db2: { ...shared, ...db2 },
  hive: { ...shared, ...hive },
};

/** By names in lower case; `extract` is the rule of EXTRACT. */
export function rulesOf(name: DialectName): Rules {
  return rules[name];
}
