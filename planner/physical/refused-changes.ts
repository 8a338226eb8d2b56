/** The error of what takes inserts alone; it names who makes other changes. */
import { MillraceError } from '../../conf/errors/error.js';
import { describeNode, type PhysicalNode } from './node.js';

/** @param consumer Flink's name of what takes inserts alone */
export function refusedChanges(
  consumer: string,
  input: PhysicalNode,
  options: { readonly hint?: string } = {},
): MillraceError {
  const maker = makerOf(input);
  const changes = [
    ...(maker.kinds.update ? ['update'] : []),
    ...(maker.kinds.delete ? ['delete'] : []),
  ].join(' and ');
  const reason =
    `${consumer} doesn't support consuming ${changes} changes which is produced by ` +
    `node ${describeNode(maker, 'prefix')}`;
  return new MillraceError('PLAN_CHANGELOG', reason, options);
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
