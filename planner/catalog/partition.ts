/**
 * ADD, DROP and SHOW PARTITION: the partitions that the catalog knows of a table. What a connector
 * reads does not depend on them.
 */
import type { Expression } from '../parser/ast/expression.js';
import type { ObjectName } from '../parser/ast/node.js';
import type {
  AddPartitionsAction,
  DropPartitionsAction,
  PartitionSpec,
} from '../parser/ast/table.js';
import type { Show } from '../parser/ast/utility.js';
import { type DdlContext, ddlError, optionRecord } from './ddl-context.js';
import { listResult, type StatementResult } from './result.js';
import type { CatalogTable, TablePartition } from './table.js';

type Values = TablePartition['values'];

/** @throws CATALOG_EXISTS, CATALOG_INVALID */
export function addPartitions(
  table: CatalogTable,
  { partitions, ifNotExists }: AddPartitionsAction,
  context: DdlContext,
): CatalogTable {
  const known = [...table.partitions];
  for (const { partition, options } of partitions) {
    const values = fullSpec(partition, table, context);
    if (known.some((each) => partitionText(each.values) === partitionText(values))) {
      if (ifNotExists) continue;
      const reason = `Partition ${partitionText(values)} already exists`;
      throw ddlError(context, 'CATALOG_EXISTS', reason, partition, 'Add IF NOT EXISTS.');
    }
    known.push({ values, options: optionRecord(options) });
  }
  return { ...table, partitions: known };
}

/** @throws CATALOG_MISSING, CATALOG_INVALID */
export function dropPartitions(
  table: CatalogTable,
  { partitions, ifExists }: DropPartitionsAction,
  context: DdlContext,
): CatalogTable {
  let known = table.partitions;
  for (const partition of partitions) {
    const text = partitionText(fullSpec(partition, table, context));
    const left = known.filter(({ values }) => partitionText(values) !== text);
    if (left.length === known.length && !ifExists) {
      throw ddlError(context, 'CATALOG_MISSING', `Partition ${text} does not exist`, partition);
    }
    known = left;
  }
  return { ...table, partitions: known };
}

/** @throws CATALOG_INVALID */
export function showPartitions(statement: Show, context: DdlContext): StatementResult {
  const name = statement.from as ObjectName;
  const { object } = context.catalog.resolve(name, context.bind.text);
  if (object.kind === 'view' || object.partitionKeys.length === 0) {
    throw ddlError(context, 'CATALOG_INVALID', 'The table is not partitioned', name);
  }
  const wanted = statement.partition && specOf(statement.partition, object, context);
  const shown = object.partitions.filter(({ values }) =>
    Object.entries(wanted ?? {}).every(([key, value]) => values[key] === value),
  );
  return listResult(
    'partition name',
    shown.map(({ values }) => partitionText(values)),
  );
}

/** `day=2024-01-01/hour=3`, in the order of the partition keys. */
function partitionText(values: Values): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}=${value ?? 'null'}`)
    .join('/');
}

function fullSpec(partition: PartitionSpec, table: CatalogTable, context: DdlContext): Values {
  if (table.partitionKeys.length === 0) {
    throw ddlError(context, 'CATALOG_INVALID', 'The table is not partitioned', partition);
  }
  const given = specOf(partition, table, context);
  const missing = table.partitionKeys.find((key) => given[key] === undefined);
  if (missing !== undefined) {
    const reason = `The partition lacks a value for '${missing}'`;
    throw ddlError(context, 'CATALOG_INVALID', reason, partition);
  }
  return Object.fromEntries(table.partitionKeys.map((key) => [key, given[key] ?? null]));
}

function specOf(partition: PartitionSpec, table: CatalogTable, context: DdlContext): Values {
  const values: Record<string, string | null> = {};
  for (const { column, value } of partition.keys) {
    if (!table.partitionKeys.includes(column.name)) {
      const known = table.partitionKeys.join(', ');
      const reason = `'${column.name}' is no partition column; those are ${known}`;
      throw ddlError(context, 'CATALOG_INVALID', reason, column);
    }
    if (value !== undefined) values[column.name] = literalText(value, context);
  }
  return values;
}

function literalText(node: Expression, context: DdlContext): string | null {
  switch (node.kind) {
    case 'string':
      return node.value;
    case 'number':
    case 'datetime':
      return node.text;
    case 'boolean':
      return String(node.value);
    case 'null':
      return null;
    case 'unary':
      if (node.operator === '-' && node.operand.kind === 'number') return `-${node.operand.text}`;
      break;
  }
  throw ddlError(context, 'CATALOG_INVALID', 'A partition value is a literal', node);
}
