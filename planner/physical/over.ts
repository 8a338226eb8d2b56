/** OVER: functions of rows up to each row, in order of a time attribute. */
import { MillraceError } from '../../conf/errors/error.js';
import type { OverFrame, OverSpec } from '../../operators/over/over-spec.js';
import { attributeOf } from '../logical/column-type.js';
import type { Frame, Over } from '../logical/over.js';
import { INSERT_ONLY } from '../logical/scan.js';
import { columnList, columnNames, functionsText, orderText } from './attribute-text.js';
import { byKeys, distributedBy } from './distribution.js';
import { throughHash } from './keys.js';
import { hasUpdates, type PhysicalNode } from './node.js';

/** @throws PLAN_UNSUPPORTED what Flink refuses in streaming mode, PLAN_CHANGELOG for updates */
export function overNode(node: Over, input: PhysicalNode): PhysicalNode {
  const { partition, order, calls, output } = node;
  const time = timeOf(node);
  if (hasUpdates(input.kinds)) {
    const reason =
      "OverAggregate doesn't support consuming update changes which is produced by node " +
      input.title;
    throw new MillraceError('PLAN_CHANGELOG', reason);
  }
  const frame = frameOf(node.frame);
  if (time === null && frame.preceding !== null && calls.some((call) => call.distinct)) {
    const reason = 'DISTINCT over the last rows by processing time is not run yet';
    throw new MillraceError('PLAN_UNSUPPORTED', reason, { hint: 'Order by a rowtime column.' });
  }
  const operator: OverSpec = { kind: 'over', partition, time, frame, aggregates: calls };
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
    kinds: INSERT_ONLY,
    uniqueKeys: input.uniqueKeys,
    upsertKeys: throughHash(input.upsertKeys, partition),
    distribution: distributedBy(partition),
  };
}

/** The rowtime column that orders the rows; null where processing time does. */
function timeOf({ order, output, calls }: Over): number | null {
  const refused = (reason: string): MillraceError => {
    const isNumber = calls.some((call) => call.name === 'ROW_NUMBER');
    return new MillraceError('PLAN_UNSUPPORTED', reason, isNumber ? { hint: RANK_HINT } : {});
  };
  const [first] = order;
  if (first === undefined) {
    throw refused("OVER windows' ordering in stream mode must be defined on a time attribute.");
  }
  if (order.length > 1) throw refused('The window can only be ordered by a single time column.');
  if (first.descending) throw refused('The window can only be ordered in ASCENDING mode.');
  const type = output[first.column]?.type;
  const attribute = type && attributeOf(type);
  if (attribute === undefined) {
    throw refused("OVER windows' ordering in stream mode must be defined on a time attribute.");
  }
  return attribute === 'ROWTIME' ? first.column : null;
}

const RANK_HINT =
  'ROW_NUMBER() OVER (…) takes any order where a filter bounds it from above: WHERE rownum <= N.';

function frameOf({ unit, from }: Frame): OverFrame {
  const preceding = from.kind === 'unbounded-preceding' ? null : from.offset;
  return { unit: unit === 'ROWS' ? 'rows' : 'range', preceding };
}

/** As Flink prints it, its RANG too. */
function frameText({ unit, preceding }: OverFrame): string {
  const from = preceding === null ? 'UNBOUNDED PRECEDING' : boundText(preceding);
  return ` ${unit === 'rows' ? 'ROWS' : 'RANG'} BETWEEN ${from} AND CURRENT ROW`;
}

function boundText(preceding: number): string {
  return preceding === 0 ? 'CURRENT ROW' : `${preceding} PRECEDING`;
}
