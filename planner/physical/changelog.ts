/**
 * Who needs −U. A consumer that looks up by key what it held before can do with +U alone, and then
 * nobody below makes −U for it. Consumers come first, so that a node with several of them makes −U
 * as soon as one needs it. Follows Flink's `FlinkChangelogModeInferenceProgram`.
 */
import type { OperatorSpec } from '../../operators/core/operator-spec.js';
import { inputColumns } from '../../operators/expr/walk.js';
import { isWithin } from './keys.js';
import { lookupReads } from './lookup-join.js';
import { hasUpdates, type PhysicalInput, type PhysicalNode } from './node.js';
import { physicalOrder } from './order.js';

/** They make +U by the sink's key. */
export const MATERIALIZERS: ReadonlySet<OperatorSpec['kind']> = new Set([
  'upsert-materializer',
  'conflict-materializer',
]);

/** The nodes whose −U somebody needs. */
export function updateBeforeNeeded(roots: readonly PhysicalNode[]): Set<PhysicalNode> {
  const needed = new Set<PhysicalNode>();
  for (const node of physicalOrder(roots).reverse()) {
    for (const [i, { node: input }] of node.inputs.entries()) {
      if (hasUpdates(input.kinds) && needs(node, i, needed.has(node))) needed.add(input);
    }
  }
  return needed;
}

/** @param own whether the node's consumers need −U of it */
function needs(node: PhysicalNode, input: number, own: boolean): boolean {
  const { operator } = node;
  switch (operator.kind) {
    case 'calc': {
      if (own || operator.condition === null) return own;
      // A condition on other columns may let only one of the pair through.
      const reads = [...inputColumns(operator.condition)];
      const keys = node.inputs[input]?.node.upsertKeys ?? [];
      return !keys.some((key) => isWithin(reads, key));
    }
    case 'join': {
      const side = input === 0 ? operator.left : operator.right;
      return own || side.kind !== 'join-key-unique';
    }
    case 'lookup-join': {
      // A change of these columns may meet other rows than the row before it did.
      const left = (node.inputs[input] as PhysicalInput).node;
      const reads = lookupReads(operator, left.output.length);
      return own || !left.upsertKeys.some((key) => isWithin(reads, key));
    }
    case 'temporal-join':
      // A version replaces the one before it; the left side's changes are the output's.
      return input === 0 && own;
    case 'rank':
      return operator.updateKey === undefined;
    case 'changelog-normalize':
      return false;
    case 'sink':
      return !MATERIALIZERS.has(node.inputs[input]?.node.operator.kind ?? 'sink');
    case 'watermark':
    case 'union':
    case 'window-table':
    case 'session-table':
    case 'expand':
      return own;
    default:
      return true;
  }
}

/** The kinds that come out of a node, as EXPLAIN CHANGELOG_MODE prints them. */
export function changelogText(node: PhysicalNode, needed: ReadonlySet<PhysicalNode>): string {
  if (node.operator.kind === 'sink') return 'NONE';
  const kinds = ['I'];
  const makesBefore = needed.has(node) || node.operator.kind === 'from-changelog';
  if (node.kinds.update) kinds.push(...(makesBefore ? ['UB', 'UA'] : ['UA']));
  if (node.kinds.delete) kinds.push('D');
  return kinds.join(',');
}
