/** Continuous aggregation by key. */
import type { GroupAggregateSpec } from '../../operators/aggregate/group-aggregate-spec.js';
import type { Aggregate } from '../logical/aggregate.js';
import { aggregateText, columnNames } from './attribute-text.js';
import { byKeys, distributedBy } from './distribution.js';
import { hasUpdates, type Key, type PhysicalNode } from './node.js';

export function groupAggregateNode(node: Aggregate, input: PhysicalNode): PhysicalNode {
  const { keys, calls, output } = node;
  const retracting = hasUpdates(input.kinds);
  const operator: GroupAggregateSpec = {
    kind: 'group-aggregate',
    keys,
    aggregates: calls,
    retracting,
    updateBefore: true,
  };
  const own: Key = [...keys.keys()];
  const attributes: [string, string][] = [];
  if (keys.length > 0) attributes.push(['groupBy', columnNames(keys, input.output)]);
  attributes.push(['select', aggregateText(keys, calls, input.output, output)]);
  return {
    operator,
    title: 'GroupAggregate',
    attributes,
    inputs: [byKeys(input, keys)],
    output,
    kinds: { update: true, delete: retracting },
    uniqueKeys: [own],
    upsertKeys: [own],
    distribution: distributedBy(own),
  };
}
