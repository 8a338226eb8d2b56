/**
 * Columns of ARRAY, MAP and ROW: hyparquet assembles them to objects a row group at a time, which
 * become vectors through scalars. Right for every shape, and slower than flat columns by far.
 */
import { type AsyncBuffer, type FileMetaData, parquetRead } from 'hyparquet';
import type { LogicalType } from '../../../state/column/logical-type.js';
import { type Scalar, ScalarMap } from '../../../state/column/scalar.js';
import { vectorOf } from '../../../state/column/scalar-access.js';
import { slice } from '../../../state/column/slice.js';
import type { Vector } from '../../../state/column/vector.js';
import { codecs } from './codecs.js';
import type { ColumnCursor } from './column-cursor.js';

const parsers = {
  timestampFromMilliseconds: (millis: bigint): bigint => millis * 1_000_000n,
  timestampFromMicroseconds: (micros: bigint): bigint => micros * 1000n,
  timestampFromNanoseconds: (nanos: bigint): bigint => nanos,
  dateFromDays: (days: number): number => days,
  stringFromBytes: (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8'),
};

/** All rows `from` to `to` of the file of a nested column. */
export async function readNested(
  file: AsyncBuffer,
  metadata: FileMetaData,
  name: string,
  type: LogicalType,
  from: number,
  to: number,
): Promise<ColumnCursor> {
  const scalars: Scalar[] = [];
  await parquetRead({
    file,
    metadata,
    columns: [name],
    rowStart: from,
    rowEnd: to,
    compressors: codecs,
    parsers,
    onComplete: (rows) => {
      for (const [value] of rows) scalars.push(toScalar(value, type));
    },
  });
  const vector = vectorOf(type, scalars);
  let at = 0;
  return {
    read(count): Vector {
      at += count;
      return slice(vector, at - count, at);
    },
  };
}

function toScalar(value: unknown, type: LogicalType): Scalar {
  if (value === null || value === undefined) return null;
  switch (type.root) {
    case 'ARRAY':
      return (value as unknown[]).map((element) => toScalar(element, type.element));
    case 'ROW': {
      const fields = value as Record<string, unknown>;
      return type.fields.map((field) => toScalar(fields[field.name], field.type));
    }
    case 'MAP': {
      const entries = value instanceof Map ? [...value] : Object.entries(value as object);
      return new ScalarMap(
        entries.map(([key, item]) => [toScalar(key, type.key), toScalar(item, type.value)]),
      );
    }
    case 'BIGINT':
      return BigInt(value as number | bigint);
    case 'DECIMAL':
      return BigInt(Math.round((value as number) * 10 ** type.scale));
    case 'BINARY':
    case 'VARBINARY':
      return typeof value === 'string' ? Buffer.from(value, 'utf8') : (value as Uint8Array);
    case 'TIME_WITHOUT_TIME_ZONE':
      return typeof value === 'bigint' ? Number(value / 1000n) : (value as number);
    default:
      return value as Scalar;
  }
}
