/** Continuous aggregation by key. */
import { MillraceError } from '../../conf/errors/error.js';
import { JAVASCRIPT_AGGREGATE } from '../../operators/aggregate/functions/javascript-aggregate.js';
import type { GroupAggregateSpec } from '../../operators/aggregate/group-aggregate-spec.js';
import type { MiniBatch } from '../../operators/core/operator.js';
import { placeOf } from '../../operators/expr/cast.js';
import type { AggregateCall } from '../../operators/expr/expression.js';
import type { Aggregate } from '../logical/aggregate.js';
import { aggregateText, columnNames } from './attribute-text.js';
import { byKeys, distributedBy } from './distribution.js';
import { hasUpdates, type Key, type PhysicalNode } from './node.js';

export function groupAggregateNode(
  node: Aggregate,
  input: PhysicalNode,
  miniBatch: MiniBatch | null,
): PhysicalNode {
  const { keys, calls, output } = node;
  const retracting = hasUpdates(input.kinds);
  refuseRetraction(calls, retracting);
  const operator: GroupAggregateSpec = {
    kind: 'group-aggregate',
    keys,
    aggregates: calls,
    retracting,
    updateBefore: true,
    ...(miniBatch === null ? {} : { miniBatch }),
  };
  const own: Key = [...keys.keys()];
  const attributes: [string, string][] = [];
  if (keys.length > 0) attributes.push(['groupBy', columnNames(keys, input.output)]);
  attributes.push(['select', aggregateText(keys, calls, input.output, output)]);
  return {
    operator,
    title: 'GroupAggregate',
    attributes,
    ...(node.ttl === undefined ? {} : { ttl: node.ttl }),
    inputs: [byKeys(input, keys)],
    output,
    kinds: { update: true, delete: retracting },
    uniqueKeys: [own],
    upsertKeys: [own],
    distribution: distributedBy(own),
  };
}

/** An aggregate of a user may lack what takes values back. */
export function refuseRetraction(calls: readonly AggregateCall[], retracting: boolean): void {
  if (!retracting) return;
  for (const { name, option, span } of calls) {
    if (name !== JAVASCRIPT_AGGREGATE) continue;
    const { export: own, retracts } = option as { readonly export: string; retracts: boolean };
    if (retracts) continue;
    const reason = `The rows of '${own}' may be taken back, and it has no 'retract'`;
    throw new MillraceError('FUNCTION_INVALID', reason, {
      ...(span === undefined ? {} : { place: placeOf(span) }),
      hint: 'Add retract(accumulator, …) to the function.',
    });
  }
}
