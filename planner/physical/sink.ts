/**
 * Sinks, checked while planning: an append-only one must get inserts alone, and its refusal names
 * the operator that makes the other changes.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { SinkSpec } from '../../operators/sink/sink-spec.js';
import { INSERT_ONLY } from '../logical/scan.js';
import type { Sink, SinkTable } from '../logical/sink.js';
import { columnList } from './attribute-text.js';
import { forward, toOne } from './distribution.js';
import { describeNode, hasUpdates, type PhysicalNode } from './node.js';

/** @throws PLAN_CHANGELOG */
export function sinkNode(node: Sink, input: PhysicalNode): PhysicalNode {
  const { table } = node;
  if (table.insertOnly && hasUpdates(input.kinds)) throw refused(table, input);
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
    ],
    inputs: [collect ? toOne(input) : forward(input)],
    output: node.output,
    kinds: INSERT_ONLY,
    uniqueKeys: [],
    upsertKeys: [],
    distribution: collect ? { kind: 'single' } : input.distribution,
  };
}

function refused(table: SinkTable, input: PhysicalNode): MillraceError {
  const maker = makerOf(input);
  const changes = [
    ...(maker.kinds.update ? ['update'] : []),
    ...(maker.kinds.delete ? ['delete'] : []),
  ].join(' and ');
  const name = table.path.join('.');
  return new MillraceError(
    'PLAN_CHANGELOG',
    `Table sink '${name}' doesn't support consuming ${changes} changes which is produced by ` +
      `node ${describeNode(maker, 'prefix')}`,
    { hint: `The connector '${table.connector}' appends rows only.` },
  );
}

/** The last operator that makes changes which none of its inputs brings. */
function makerOf(node: PhysicalNode): PhysicalNode {
  const brings = node.inputs.find(({ node: input }) => {
    const { kinds } = input;
    return kinds.update === node.kinds.update && kinds.delete === node.kinds.delete;
  });
  const makes = node.operator.kind === 'group-aggregate' || node.operator.kind === 'rank';
  return brings === undefined || makes ? node : makerOf(brings.node);
}
