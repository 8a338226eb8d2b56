/**
 * Data types of the dialects, by their names. A type that Flink has under another name is mapped; a
 * type without a length or precision gets the one that the dialect gives it; what has no
 * counterpart is not here.
 */
import type { SimpleTypeName } from '../parser/ast/type.js';
import type { DialectName } from './dialects.js';

export interface TypeRule {
  readonly name: SimpleTypeName;
  /** In place of what is not written. */
  readonly precision?: number;
  readonly scale?: number;
  /** What is written in parentheses is dropped: it does not limit the values. */
  readonly width?: true;
}

export type TypeRules = Readonly<Record<string, TypeRule>>;

const shared: TypeRules = {
  BOOLEAN: { name: 'BOOLEAN' },
  BOOL: { name: 'BOOLEAN' },
  TINYINT: { name: 'TINYINT' },
  SMALLINT: { name: 'SMALLINT' },
  INT: { name: 'INT' },
  INTEGER: { name: 'INT' },
  BIGINT: { name: 'BIGINT' },
  REAL: { name: 'FLOAT' },
  FLOAT: { name: 'DOUBLE' },
  DOUBLE: { name: 'DOUBLE' },
  'DOUBLE PRECISION': { name: 'DOUBLE' },
  DECIMAL: { name: 'DECIMAL' },
  NUMERIC: { name: 'DECIMAL' },
  DEC: { name: 'DECIMAL' },
  CHAR: { name: 'CHAR' },
  CHARACTER: { name: 'CHAR' },
  VARCHAR: { name: 'VARCHAR', precision: 2147483647 },
  'CHARACTER VARYING': { name: 'VARCHAR', precision: 2147483647 },
  DATE: { name: 'DATE' },
  TIME: { name: 'TIME' },
  TIMESTAMP: { name: 'TIMESTAMP', precision: 6 },
};

const postgresql: TypeRules = {
  ...shared,
  INT2: { name: 'SMALLINT' },
  INT4: { name: 'INT' },
  INT8: { name: 'BIGINT' },
  FLOAT4: { name: 'FLOAT' },
  FLOAT8: { name: 'DOUBLE' },
  DECIMAL: { name: 'DECIMAL', precision: 38, scale: 18 },
  NUMERIC: { name: 'DECIMAL', precision: 38, scale: 18 },
  TEXT: { name: 'STRING' },
  BPCHAR: { name: 'CHAR' },
  BYTEA: { name: 'BYTES' },
  TIMESTAMPTZ: { name: 'TIMESTAMP_LTZ', precision: 6 },
  'TIMESTAMP WITHOUT TIME ZONE': { name: 'TIMESTAMP', precision: 6 },
  'TIMESTAMP WITH TIME ZONE': { name: 'TIMESTAMP_LTZ', precision: 6 },
};

const mysql: TypeRules = {
  ...shared,
  SIGNED: { name: 'BIGINT' },
  'SIGNED INTEGER': { name: 'BIGINT' },
  // A cast to CHAR(n) cuts, but never pads.
  CHAR: { name: 'VARCHAR', precision: 2147483647 },
  FLOAT: { name: 'FLOAT' },
  REAL: { name: 'DOUBLE' },
  DATETIME: { name: 'TIMESTAMP', precision: 0 },
  TIMESTAMP: { name: 'TIMESTAMP', precision: 0 },
  TIME: { name: 'TIME', precision: 0 },
  TEXT: { name: 'STRING' },
  BINARY: { name: 'BYTES' },
};

const transactsql: TypeRules = {
  ...shared,
  BIT: { name: 'BOOLEAN' },
  // From 0 to 255.
  TINYINT: { name: 'SMALLINT' },
  DECIMAL: { name: 'DECIMAL', precision: 18, scale: 0 },
  NUMERIC: { name: 'DECIMAL', precision: 18, scale: 0 },
  MONEY: { name: 'DECIMAL', precision: 19, scale: 4 },
  SMALLMONEY: { name: 'DECIMAL', precision: 10, scale: 4 },
  // Without a length a cast cuts at 30.
  VARCHAR: { name: 'VARCHAR', precision: 30 },
  NVARCHAR: { name: 'VARCHAR', precision: 30 },
  CHAR: { name: 'CHAR', precision: 30 },
  NCHAR: { name: 'CHAR', precision: 30 },
  TEXT: { name: 'STRING' },
  NTEXT: { name: 'STRING' },
  DATETIME: { name: 'TIMESTAMP', precision: 3 },
  DATETIME2: { name: 'TIMESTAMP', precision: 7 },
  SMALLDATETIME: { name: 'TIMESTAMP', precision: 0 },
  VARBINARY: { name: 'VARBINARY', precision: 30 },
  BINARY: { name: 'BINARY', precision: 30 },
};

const bigquery: TypeRules = {
  ...shared,
  INT64: { name: 'BIGINT' },
  INT: { name: 'BIGINT' },
  INTEGER: { name: 'BIGINT' },
  SMALLINT: { name: 'BIGINT' },
  TINYINT: { name: 'BIGINT' },
  BYTEINT: { name: 'BIGINT' },
  FLOAT64: { name: 'DOUBLE' },
  NUMERIC: { name: 'DECIMAL', precision: 38, scale: 9 },
  DECIMAL: { name: 'DECIMAL', precision: 38, scale: 9 },
  STRING: { name: 'STRING' },
  BYTES: { name: 'BYTES' },
  DATETIME: { name: 'TIMESTAMP', precision: 6 },
  TIMESTAMP: { name: 'TIMESTAMP_LTZ', precision: 6 },
};

const snowflake: TypeRules = {
  ...shared,
  NUMBER: { name: 'DECIMAL', precision: 38, scale: 0 },
  DECIMAL: { name: 'DECIMAL', precision: 38, scale: 0 },
  NUMERIC: { name: 'DECIMAL', precision: 38, scale: 0 },
  INT: { name: 'BIGINT' },
  INTEGER: { name: 'BIGINT' },
  SMALLINT: { name: 'BIGINT' },
  TINYINT: { name: 'BIGINT' },
  BYTEINT: { name: 'BIGINT' },
  FLOAT4: { name: 'DOUBLE' },
  FLOAT8: { name: 'DOUBLE' },
  REAL: { name: 'DOUBLE' },
  STRING: { name: 'STRING' },
  TEXT: { name: 'STRING' },
  CHAR: { name: 'VARCHAR', precision: 1 },
  BINARY: { name: 'BYTES' },
  DATETIME: { name: 'TIMESTAMP', precision: 9 },
  TIMESTAMP: { name: 'TIMESTAMP', precision: 9 },
  TIMESTAMP_NTZ: { name: 'TIMESTAMP', precision: 9 },
  TIMESTAMP_LTZ: { name: 'TIMESTAMP_LTZ', precision: 9 },
  TIME: { name: 'TIME', precision: 9 },
  VARIANT: { name: 'VARIANT' },
};

const trino: TypeRules = {
  ...shared,
  DECIMAL: { name: 'DECIMAL', precision: 38, scale: 0 },
  NUMERIC: { name: 'DECIMAL', precision: 38, scale: 0 },
  FLOAT: { name: 'FLOAT' },
  STRING: { name: 'STRING' },
  VARBINARY: { name: 'BYTES' },
  TIMESTAMP: { name: 'TIMESTAMP', precision: 3 },
};

const rules: Readonly<Record<DialectName, TypeRules>> = {
  postgresql,
  noql: postgresql,
  redshift: {
    ...postgresql,
    DECIMAL: { name: 'DECIMAL', precision: 18, scale: 0 },
    NUMERIC: { name: 'DECIMAL', precision: 18, scale: 0 },
    VARCHAR: { name: 'VARCHAR', precision: 256 },
    TEXT: { name: 'VARCHAR', precision: 256 },
  },
  mysql,
  mariadb: mysql,
  transactsql,
  bigquery,
  snowflake,
  trino,
  athena: trino,
  sqlite: {
    ...shared,
    // Integers of SQLite have eight bytes, whatever they are called.
    INT: { name: 'BIGINT' },
    INTEGER: { name: 'BIGINT' },
    REAL: { name: 'DOUBLE' },
    TEXT: { name: 'STRING' },
    BLOB: { name: 'BYTES' },
  },
  db2: { ...shared, DECIMAL: { name: 'DECIMAL', precision: 5, scale: 0 } },
  hive: {
    ...shared,
    FLOAT: { name: 'FLOAT' },
    STRING: { name: 'STRING' },
    BINARY: { name: 'BYTES' },
    TIMESTAMP: { name: 'TIMESTAMP', precision: 9 },
  },
};

/** The rules of a dialect, by names in upper case. */
export function typeRulesOf(name: DialectName): TypeRules {
  return rules[name];
}
