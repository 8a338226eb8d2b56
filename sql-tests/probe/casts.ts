/** CAST and TRY_CAST of each type to each type. */
import { ALL } from './sources.js';

const TARGETS: readonly string[] = [
  'BOOLEAN',
  'TINYINT',
  'SMALLINT',
  'INT',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
  'DECIMAL(5, 2)',
  'DECIMAL(10, 0)',
  'DECIMAL(20, 10)',
  'DECIMAL(38, 0)',
  'DECIMAL(38, 18)',
  'CHAR(4)',
  'VARCHAR(4)',
  'STRING',
  'BINARY(4)',
  'VARBINARY(4)',
  'BYTES',
  'DATE',
  'TIME',
  'TIMESTAMP(0)',
  'TIMESTAMP(3)',
  'TIMESTAMP(9)',
  'TIMESTAMP_LTZ(0)',
  'TIMESTAMP_LTZ(3)',
  'TIMESTAMP_LTZ(9)',
  'INTERVAL YEAR',
  'INTERVAL MONTH',
  'INTERVAL YEAR TO MONTH',
  'INTERVAL DAY',
  'INTERVAL SECOND',
  'INTERVAL DAY TO SECOND',
  'ARRAY<INT>',
  'ARRAY<STRING>',
  'MAP<STRING, INT>',
  'MAP<STRING, STRING>',
  'MULTISET<STRING>',
  'ROW<a INT, b STRING>',
  'ROW<a STRING, b STRING>',
  "STRUCTURED<'p.T', a INT, b STRING>",
  'VARIANT',
  'BITMAP',
];

export function castExpressions(): readonly string[] {
  const modes = ['CAST', 'TRY_CAST'];
  return ALL.flatMap((source) =>
    TARGETS.flatMap((target) => modes.map((mode) => `${mode}(${source} AS ${target})`)),
  );
}
