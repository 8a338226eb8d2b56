/**
 * One value as a JavaScript value: for literals, tests, golden files and results at the edges,
 * never for hot loops.
 *
 * | type | scalar |
 * |---|---|
 * | BOOLEAN | boolean |
 * | TINYINT, SMALLINT, INTEGER | number |
 * | BIGINT | bigint |
 * | DECIMAL(p, s) | bigint, the unscaled value (12.30 as DECIMAL(4,2) is 1230n) |
 * | FLOAT, DOUBLE | number |
 * | CHAR, VARCHAR | string |
 * | BINARY, VARBINARY, VARIANT, BITMAP, RAW | Uint8Array |
 * | DATE | number, days since the epoch |
 * | TIME | number, milliseconds of the day |
 * | TIMESTAMP, TIMESTAMP_LTZ | bigint, nanoseconds since the epoch |
 * | INTERVAL YEAR TO MONTH | number, months |
 * | INTERVAL DAY TO SECOND | bigint, milliseconds |
 * | ARRAY | Scalar[] |
 * | MAP, MULTISET | ScalarMap: entries in order |
 * | ROW, STRUCTURED | Scalar[] in field order |
 */
export type Scalar =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly Scalar[]
  | ScalarMap;

export class ScalarMap {
  constructor(readonly entries: readonly (readonly [Scalar, Scalar])[]) {}
}
