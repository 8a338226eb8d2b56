/** OVER: functions of rows up to each row, in order of a time attribute or of another column. */
import { MillraceError } from '../../conf/errors/error.js';
import type { OverFrame, OverSpec } from '../../operators/over/over-spec.js';
import type { SortedOverSpec } from '../../operators/over/sorted-over-spec.js';
import type { SortKey } from '../../operators/rank/rank-spec.js';
import { attributeOf } from '../logical/column-type.js';
import type { Frame, Over } from '../logical/over.js';
import { ALL_CHANGES, INSERT_ONLY } from '../logical/scan.js';
import { columnList, columnNames, functionsText, orderText } from './attribute-text.js';
import { byKeys, distributedBy } from './distribution.js';
import { throughHash } from './keys.js';
import { hasUpdates, type PhysicalNode } from './node.js';
import { refusedChanges } from './refused-changes.js';

/** @throws PLAN_UNSUPPORTED what Flink refuses in streaming mode, PLAN_CHANGELOG for updates */
export function overNode(node: Over, input: PhysicalNode): PhysicalNode {
  const { partition, order, calls, output } = node;
  const frame = frameOf(node.frame);
  const operator = overOperator(node, frame, input);
  const attributes: [string, string][] = [];
  if (partition.length > 0) attributes.push(['partitionBy', columnNames(partition, input.output)]);
  attributes.push(['orderBy', orderText(order, input.output)]);
  attributes.push(['window', frameText(frame)]);
  const made = functionsText(calls, input.output, output.slice(input.output.length));
  attributes.push(['select', `${columnList(input.output)}, ${made}`]);
  return {
    operator,
    title: 'OverAggregate',
    attributes,
    inputs: [byKeys(input, partition)],
    output,
    kinds: operator.kind === 'over' ? INSERT_ONLY : ALL_CHANGES,
    uniqueKeys: input.uniqueKeys,
    upsertKeys: throughHash(input.upsertKeys, partition),
    distribution: distributedBy(partition),
  };
}

function overOperator(
  node: Over,
  frame: OverFrame,
  input: PhysicalNode,
): OverSpec | SortedOverSpec {
  const { partition, calls, output } = node;
  const order = orderOf(node);
  const type = output[order.column]?.type;
  const attribute = type && attributeOf(type);
  if (attribute === undefined) return sortedOver(node, order, frame);
  const time = attribute === 'ROWTIME' ? order.column : null;
  if (hasUpdates(input.kinds)) throw refusedChanges('StreamPhysicalOverAggregate', input);
  return { kind: 'over', partition, time, frame, aggregates: calls };
}

function sortedOver({ partition, calls }: Over, order: SortKey, frame: OverFrame): SortedOverSpec {
  if (frame.preceding !== null) {
    const reason = 'Non-time attribute sort is not supported for bounded OVER window.';
    throw new MillraceError('PLAN_UNSUPPORTED', reason);
  }
  const peers = frame.unit === 'range';
  const spec = { kind: 'sorted-over', partition, order, peers, aggregates: calls } as const;
  return { ...spec, updateBefore: true };
}

function orderOf({ order, calls }: Over): SortKey {
  const refused = (reason: string): MillraceError => {
    const isNumber = calls.some((call) => call.name === 'ROW_NUMBER');
    return new MillraceError('PLAN_UNSUPPORTED', reason, isNumber ? { hint: RANK_HINT } : {});
  };
  const [first] = order;
  if (first === undefined || order.length > 1) {
    throw refused('The window can only be ordered by a single time column.');
  }
  if (first.descending) throw refused('The window can only be ordered in ASCENDING mode.');
  return first;
}

const RANK_HINT =
  'ROW_NUMBER() OVER (…) takes any order where a filter bounds it from above: WHERE rownum <= N.';

function frameOf({ unit, from }: Frame): OverFrame {
  const preceding = from.kind === 'unbounded-preceding' ? null : from.offset;
  return { unit: unit === 'ROWS' ? 'rows' : 'range', preceding };
}

/** As Flink prints it. */
function frameText({ unit, preceding }: OverFrame): string {
  const from = preceding === null ? 'UNBOUNDED PRECEDING' : boundText(preceding);
  return ` ${unit === 'rows' ? 'ROWS' : 'RANGE'} BETWEEN ${from} AND CURRENT ROW`;
}

function boundText(preceding: number): string {
  return preceding === 0 ? 'CURRENT ROW' : `${preceding} PRECEDING`;
}
