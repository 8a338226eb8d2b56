/** Continuous aggregation by key, in one phase or two. */
import { MillraceError } from '../../conf/errors/error.js';
import { JAVASCRIPT_AGGREGATE } from '../../operators/aggregate/functions/javascript-aggregate.js';
import type { GroupAggregateSpec } from '../../operators/aggregate/group-aggregate-spec.js';
import {
  accumulatorTypes,
  hasTwoPhases,
  ROWS_TYPE,
} from '../../operators/aggregate/local-aggregate.js';
import type { MiniBatch } from '../../operators/core/operator.js';
import type { Column } from '../../operators/core/spec.js';
import { placeOf } from '../../operators/expr/cast.js';
import type { AggregateCall } from '../../operators/expr/expression.js';
import type { Aggregate } from '../logical/aggregate.js';
import { aggregateText, columnNames } from './attribute-text.js';
import { byKeys, distributedBy, forward, withoutKeys } from './distribution.js';
import { type Attribute, hasUpdates, type Key, type PhysicalNode } from './node.js';

const ROWS: Column = { name: 'rows$', type: ROWS_TYPE };

export interface AggregateSettings {
  /** How rows before a group aggregate are collected; null = not at all. */
  readonly miniBatch: MiniBatch | null;
  /** Rows are aggregated before they go to the task of their key, where that can be. */
  readonly twoPhases: boolean;
}

export function groupAggregateNode(
  node: Aggregate,
  input: PhysicalNode,
  { miniBatch, twoPhases }: AggregateSettings,
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
  const one: PhysicalNode = {
    operator,
    title: 'GroupAggregate',
    attributes: attributesOf(keys, input, aggregateText(keys, calls, input.output, output)),
    ...(node.ttl === undefined ? {} : { ttl: node.ttl }),
    inputs: [byKeys(input, keys)],
    output,
    kinds: { update: true, delete: retracting },
    uniqueKeys: [own],
    upsertKeys: [own],
    distribution: distributedBy(own),
  };
  const [{ exchange }] = one.inputs as [PhysicalNode['inputs'][number]];
  const isSent = exchange.kind !== 'forward';
  const canBeTwo = miniBatch !== null && isSent && hasTwoPhases(calls, retracting);
  return twoPhases && canBeTwo ? inTwoPhases(one, operator, node, input) : one;
}

/** As Flink's StreamExecLocalGroupAggregate and StreamExecGlobalGroupAggregate. */
function inTwoPhases(
  one: PhysicalNode,
  operator: GroupAggregateSpec,
  { keys, calls, output }: Aggregate,
  input: PhysicalNode,
): PhysicalNode {
  const own = [...keys.keys()];
  const { retracting } = operator;
  const names = calls.map((call, i) => `${call.name.toLowerCase()}$${i}`);
  const accumulators = calls.flatMap((call, i): Column[] => {
    const types = accumulatorTypes([call], retracting);
    const [name = ''] = names.slice(i);
    return types.map((type, c) => ({ name: types.length === 1 ? name : `${name}_${c}`, type }));
  });
  const keyColumns = keys.map((key) => input.output[key] as Column);
  const called = names.map((name, i) => ({ ...(output[keys.length + i] as Column), name }));
  const local: PhysicalNode = {
    operator: { kind: 'local-aggregate', keys, aggregates: calls, retracting },
    title: 'LocalGroupAggregate',
    attributes: attributesOf(
      keys,
      input,
      aggregateText(keys, calls, input.output, [...keyColumns, ...called]),
    ),
    inputs: [forward(input)],
    output: [...keyColumns, ...accumulators, ...(retracting ? [ROWS] : [])],
    kinds: { update: false, delete: false },
    uniqueKeys: [],
    upsertKeys: [],
    distribution: withoutKeys(input.distribution),
  };
  // Each aggregate reads what the first phase calls it.
  const merged = calls.map((call, i) => ({ ...call, args: [keys.length + i], filter: null }));
  const select = aggregateText(own, merged, [...keyColumns, ...called], output);
  return {
    ...one,
    operator: { ...operator, keys: own, merges: true },
    title: 'GlobalGroupAggregate',
    attributes: attributesOf(own, local, select),
    inputs: [byKeys(local, own)],
  };
}

function attributesOf(keys: readonly number[], input: PhysicalNode, select: string): Attribute[] {
  const by: Attribute[] = keys.length === 0 ? [] : [['groupBy', columnNames(keys, input.output)]];
  return [...by, ['select', select]];
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
