/** MATCH_RECOGNIZE: rows of a partition that follow each other as a pattern says. */
import { MillraceError } from '../../conf/errors/error.js';
import type { MatchSpec } from '../../operators/match/match-spec.js';
import { attributeOf } from '../logical/column-type.js';
import type { Match } from '../logical/match.js';
import { INSERT_ONLY } from '../logical/scan.js';
import { columnNames, orderText } from './attribute-text.js';
import { byKeys, distributedBy } from './distribution.js';
import { afterText, defineText, measuresText, patternText } from './match-text.js';
import { hasUpdates, type PhysicalNode } from './node.js';
import { refusedChanges } from './refused-changes.js';

/** @throws PLAN_UNSUPPORTED for an order that is none of time, PLAN_CHANGELOG for updates */
export function matchNode(node: Match, input: PhysicalNode): PhysicalNode {
  const { partition, order, output } = node;
  const time = timeOf(node);
  if (hasUpdates(input.kinds)) throw refusedChanges('Match Recognize', input);
  const { variables, skip, withinMs, values, measures } = node;
  const operator: MatchSpec = {
    kind: 'match',
    partition,
    time,
    order: order.slice(1),
    variables,
    skip,
    withinMs,
    values,
    measures,
  };
  const attributes: [string, string][] = [];
  if (partition.length > 0) attributes.push(['partitionBy', columnNames(partition, input.output)]);
  attributes.push(
    ['orderBy', orderText(order, input.output)],
    ['measures', measuresText(node)],
    ['rowsPerMatch', 'ONE ROW PER MATCH'],
    ['after', afterText(node)],
    ['pattern', patternText(variables)],
    ['define', `{${defineText(node)}}`],
  );
  return {
    operator,
    title: 'Match',
    attributes,
    inputs: [byKeys(input, partition)],
    output,
    kinds: INSERT_ONLY,
    uniqueKeys: [],
    upsertKeys: [],
    distribution: distributedBy([...partition.keys()]),
  };
}

/** The rowtime column that orders the rows; null where processing time does. */
function timeOf({ order, input }: Match): number | null {
  const refused = (reason: string): MillraceError => new MillraceError('PLAN_UNSUPPORTED', reason);
  const [first] = order;
  if (first === undefined) {
    throw refused('You must specify either rowtime or proctime for order by.');
  }
  const type = input.output[first.column]?.type;
  const attribute = type && attributeOf(type);
  if (attribute === undefined) {
    throw refused('You must specify either rowtime or proctime for order by as the first one.');
  }
  if (first.descending) {
    throw refused('Primary sort order of a streaming table must be ascending on time.');
  }
  if (attribute === 'ROWTIME') return first.column;
  if (order.length > 1) throw refused('Matching by processing time and more is not run yet');
  return null;
}
