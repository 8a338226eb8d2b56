/**
 * Columns of ARRAY, MAP and ROW: hyparquet assembles them a row group at a time, and they become
 * vectors through scalars. Right for every shape, and slower than flat columns by far.
 *
 * hyparquet is shown the schema without the annotations of leaves and maps: so it hands over what
 * stands in the file, not numbers made of decimals or objects made of maps, and a leaf is read by
 * the same conversion as a flat column.
 */
import {
  type AsyncBuffer,
  type FileMetaData,
  parquetRead,
  type SchemaElement,
  type SchemaTree,
} from 'hyparquet';
import { isListLike, isMapLike } from 'hyparquet/src/schema.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import { type Scalar, ScalarMap } from '../../../state/column/scalar.js';
import { scalarAt, vectorOf } from '../../../state/column/scalar-access.js';
import { slice } from '../../../state/column/slice.js';
import type { Vector } from '../../../state/column/vector.js';
import { codecs } from './codecs.js';
import type { ColumnCursor } from './column-cursor.js';
import { conversionOf } from './convert.js';
import { longs } from './plain.js';

/** From what hyparquet gives for a value to the scalar. */
export type NestedRead = (value: unknown) => Scalar;

/** How a column is read as the type; null when it cannot be. */
export function nestedReadOf(tree: SchemaTree, type: LogicalType): NestedRead | null {
  switch (type.root) {
    case 'ARRAY':
      return listRead(tree, type.element);
    case 'MAP':
      return mapRead(tree, type.key, type.value);
    case 'ROW':
      return isListLike(tree) || isMapLike(tree) ? null : rowRead(tree, type.fields);
    default:
      return tree.children.length > 0 ? null : leafRead(tree.element, type);
  }
}

/** All rows `from` to `to` of the file of a nested column. */
export async function readNested(
  file: AsyncBuffer,
  metadata: FileMetaData,
  name: string,
  column: { readonly type: LogicalType; readonly read: NestedRead },
  from: number,
  to: number,
): Promise<ColumnCursor> {
  const scalars: Scalar[] = [];
  await parquetRead({
    file,
    metadata: { ...metadata, schema: metadata.schema.map(bare) },
    columns: [name],
    rowStart: from,
    rowEnd: to,
    utf8: false,
    compressors: codecs,
    parsers: { timestampFromNanoseconds: (nanos: bigint): bigint => nanos },
    onComplete: (rows) => {
      for (const [value] of rows) scalars.push(column.read(value));
    },
  });
  const vector = vectorOf(column.type, scalars);
  let at = 0;
  return {
    read(count): Vector {
      at += count;
      return slice(vector, at - count, at);
    },
  };
}

function bare(element: SchemaElement): SchemaElement {
  if (element.num_children && element.converted_type !== 'MAP') return element;
  const { converted_type: _, logical_type: __, ...rest } = element;
  return rest;
}

function orNull(read: (value: NonNullable<unknown>) => Scalar): NestedRead {
  return (value) => (value === null || value === undefined ? null : read(value));
}

/** A list by its annotation, of three levels or two, or a field that is merely repeated. */
function listRead(tree: SchemaTree, type: LogicalType): NestedRead | null {
  const [repeated] = tree.children;
  let item: SchemaTree | undefined;
  if (isListLike(tree)) item = repeated?.children[0] ?? repeated;
  else if (tree.element.repetition_type === 'REPEATED') item = tree;
  const read = item === undefined ? null : nestedReadOf(item, type);
  return read && orNull((value) => (value as unknown[]).map(read));
}

function mapRead(tree: SchemaTree, key: LogicalType, item: LogicalType): NestedRead | null {
  const [entries] = tree.children;
  const [keys, items] = entries?.children ?? [];
  if (!isMapLike(tree) || entries === undefined || keys === undefined) return null;
  if (items === undefined) return null;
  const readKey = nestedReadOf(keys, key);
  const readItem = nestedReadOf(items, item);
  if (readKey === null || readItem === null) return null;
  return orNull((value) => {
    const list = (value as Record<string, Record<string, unknown>[]>)[entries.element.name] ?? [];
    return new ScalarMap(
      list.map((entry) => [readKey(entry[keys.element.name]), readItem(entry[items.element.name])]),
    );
  });
}

/** Fields by name; one that the file lacks is NULL. */
function rowRead(
  tree: SchemaTree,
  fields: readonly { readonly name: string; readonly type: LogicalType }[],
): NestedRead | null {
  const reads: NestedRead[] = [];
  for (const { name, type } of fields) {
    const child = tree.children.find(({ element }) => element.name === name);
    const missing: NestedRead | null = type.nullable ? () => null : null;
    const read = child === undefined ? missing : nestedReadOf(child, type);
    if (read === null) return null;
    reads.push(read);
  }
  return orNull((value) => {
    const row = value as Record<string, unknown>;
    return fields.map(({ name }, i) => (reads[i] as NestedRead)(row[name]));
  });
}

/** hyparquet turns INT96 into nanoseconds whatever the annotation says. */
const NANOSECONDS = {
  type: 'INT64',
  logical_type: { type: 'TIMESTAMP', unit: 'NANOS', isAdjustedToUTC: true },
} as const;

function leafRead(element: SchemaElement, type: LogicalType): NestedRead | null {
  const { name } = element;
  const physical: SchemaElement = element.type === 'INT96' ? { name, ...NANOSECONDS } : element;
  const convert = conversionOf(physical, type);
  return convert && orNull((value) => scalarAt(convert(oneValue(value, physical)), 0, type));
}

/** A vector of one value in the lane of its physical type. */
function oneValue(value: unknown, { type }: SchemaElement): Vector {
  const nulls = null;
  if (typeof value === 'boolean') return { lane: 'u8', values: Uint8Array.of(+value), nulls };
  if (typeof value === 'bigint') return longs(new Int32Array(BigInt64Array.of(value).buffer));
  if (value instanceof Uint8Array) {
    const ends = Int32Array.of(value.length);
    return { lane: 'bytes', data: value, starts: new Int32Array(1), ends, nulls };
  }
  const number = value as number;
  if (type === 'INT32') return { lane: 'i32', values: Int32Array.of(number), nulls };
  if (type === 'FLOAT') return { lane: 'f32', values: Float32Array.of(number), nulls };
  return { lane: 'f64', values: Float64Array.of(number), nulls };
}
