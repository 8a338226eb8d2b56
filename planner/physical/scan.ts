/** Sources: tables and literal rows, and the watermarks that follow a table's rows. */

import type { Column } from '../../operators/core/spec.js';
import type { SourceSpec } from '../../operators/source/source-spec.js';
import type { ValuesSpec } from '../../operators/source/values-spec.js';
import type { WatermarkSpec } from '../../operators/source/watermark-spec.js';
import { INSERT_ONLY, type Scan } from '../logical/scan.js';
import type { Values } from '../logical/values.js';
import type { Watermark } from '../logical/watermark.js';
import { columnList, expressionText, scalarText, styled } from './attribute-text.js';
import { forward } from './distribution.js';
import { ascending } from './keys.js';
import { ANYHOW, type Key, type PhysicalNode } from './node.js';

export function scanNode(node: Scan): PhysicalNode {
  const { table } = node;
  const operator: SourceSpec = {
    kind: 'source',
    connector: table.connector,
    options: table.options,
    table: table.path.join('.'),
    schema: table.physical,
    ...(table.partitionKeys.length === 0 ? {} : { partitionKeys: table.partitionKeys }),
    columns: node.columns,
    metadata: node.metadata.map((i) => table.metadata[i] as Column),
    filter: node.filter,
    limit: node.limit,
  };
  const keys = primaryKey(node);
  return {
    operator,
    title: 'TableSourceScan',
    attributes: [
      ['table', `[${tableText(node)}]`],
      ['fields', columnList(node.output)],
    ],
    inputs: [],
    output: node.output,
    kinds: table.kinds,
    uniqueKeys: keys,
    upsertKeys: keys,
    distribution: ANYHOW,
  };
}

/** The declared primary key, where all of it is read. */
function primaryKey(node: Scan): Key[] {
  const { primaryKey: key } = node.table;
  const places = key.map((column) => node.columns.indexOf(column));
  return key.length === 0 || places.includes(-1) ? [] : [ascending(places)];
}

/** The table's path, and what the scan was spared; a filter is prefix in every plan. */
function tableText(node: Scan): string {
  const { table } = node;
  const parts = [...table.path];
  if (node.filter !== null)
    parts.push(`filter=[${expressionText(node.filter, node.output, 'prefix')}]`);
  if (node.columns.length < table.physical.length) {
    const read = node.columns.map((i) => table.physical[i] as Column);
    const extra = node.metadata.map((i) => table.metadata[i] as Column);
    parts.push(`project=[${columnList(read)}]`, `metadata=[${columnList(extra)}]`);
  }
  if (node.limit !== null) parts.push(`limit=[${node.limit}]`);
  return parts.join(', ');
}

/** One task brings the rows, whatever the job's parallelism. */
export function valuesNode(node: Values): PhysicalNode {
  const operator: ValuesSpec = { kind: 'values', rows: node.rows };
  const rows = node.rows.map((row) => {
    const items = row.map((value, i) => scalarText(value, (node.output[i] as Column).type));
    return `{ ${items.join(', ')} }`;
  });
  const keys: Key[] = node.rows.length <= 1 ? [[]] : [];
  return {
    operator,
    title: 'Values',
    attributes: [['tuples', `[${rows.join(', ')}]`]],
    inputs: [],
    output: node.output,
    kinds: INSERT_ONLY,
    uniqueKeys: keys,
    upsertKeys: keys,
    distribution: { kind: 'single' },
  };
}

export function watermarkNode(
  node: Watermark,
  input: PhysicalNode,
  idleTimeoutMs: number,
): PhysicalNode {
  const { rowtime, expression } = node;
  const operator: WatermarkSpec = {
    kind: 'watermark',
    rowtime,
    expression,
    idleTimeoutMs: node.idleTimeoutMs ?? idleTimeoutMs,
  };
  return {
    ...input,
    operator,
    title: 'WatermarkAssigner',
    attributes: [
      ['rowtime', (node.output[rowtime] as Column).name],
      styled('watermark', (style) => expressionText(expression, input.output, style)),
    ],
    inputs: [forward(input)],
    output: node.output,
  };
}
