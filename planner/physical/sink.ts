/**
 * Sinks, checked while planning: an append-only one must get inserts alone, and its refusal names
 * the operator that makes the other changes.
 */
import type { SinkSpec } from '../../operators/sink/sink-spec.js';
import { INSERT_ONLY } from '../logical/scan.js';
import type { Sink } from '../logical/sink.js';
import { columnList } from './attribute-text.js';
import { forward, toOne } from './distribution.js';
import { hasUpdates, type PhysicalNode } from './node.js';
import { refusedChanges } from './refused-changes.js';
import { type ConflictSettings, settleConflicts } from './sink-conflict.js';

/** @throws PLAN_CHANGELOG */
export function sinkNode(
  node: Sink,
  rows: PhysicalNode,
  conflicts: ConflictSettings,
): PhysicalNode {
  const { table } = node;
  const { input, attributes } = settleConflicts(table, rows, conflicts);
  if (table.insertOnly && hasUpdates(input.kinds)) {
    const hint = `The connector '${table.connector}' appends rows only.`;
    throw refusedChanges(`Table sink '${table.path.join('.')}'`, input, { hint });
  }
  const operator: SinkSpec = {
    kind: 'sink',
    connector: table.connector,
    options: table.options,
    table: table.path.join('.'),
    columns: table.columns,
    partitionKeys: table.partitionKeys,
    ...(table.overwrite ? { overwrite: true } : {}),
    notNull: table.columns.flatMap((column, i) => {
      const given = node.input.output[i];
      return !column.type.nullable && given?.type.nullable === true ? [i] : [];
    }),
  };
  const collect = table.path.length === 0;
  return {
    operator,
    title: 'Sink',
    attributes: [
      ['table', collect ? '*anonymous_collect$1*' : table.path.join('.')],
      ['fields', columnList(input.output)],
      ...attributes,
    ],
    inputs: [collect ? toOne(input) : forward(input)],
    output: node.output,
    kinds: INSERT_ONLY,
    uniqueKeys: [],
    upsertKeys: [],
    distribution: collect ? { kind: 'single' } : input.distribution,
  };
}
