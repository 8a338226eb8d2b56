/** Joins by key and nearness in time. */
import { assert, MillraceError } from '../../conf/errors/error.js';
import type { IntervalBounds, IntervalJoinSpec } from '../../operators/join/interval-join-spec.js';
import { attributeOf } from '../logical/column-type.js';
import { intervalOf } from '../logical/interval.js';
import type { Join } from '../logical/join.js';
import { INSERT_ONLY } from '../logical/scan.js';
import { columnList } from './attribute-text.js';
import { byKeys, distributedBy } from './distribution.js';
import { JOIN_TITLES, joinKeys, splitCondition, whereOf } from './join.js';
import { throughHash } from './keys.js';
import { ANYHOW, hasUpdates, type PhysicalNode } from './node.js';
import { refusedChanges } from './refused-changes.js';

/**
 * @param cleanUpAfterMs how long rows may stay beyond what is needed
 * @throws PLAN_CHANGELOG for inputs that are not insert-only, PLAN_UNSUPPORTED for a rowtime beside
 *   processing time
 */
export function intervalJoinNode(
  node: Join,
  left: PhysicalNode,
  right: PhysicalNode,
  cleanUpAfterMs: number,
): PhysicalNode {
  const { type, output } = node;
  const interval = intervalOf(node);
  assert(interval !== null && type !== 'semi' && type !== 'anti', 'An interval join has bounds');
  const { bounds, rest } = interval;
  for (const input of [left, right]) {
    if (hasUpdates(input.kinds)) throw refusedChanges('StreamPhysicalIntervalJoin', input);
  }
  if (!bounds.isEventTime && output.some((column) => attributeOf(column.type) === 'ROWTIME')) {
    const reason =
      'Interval join with proctime attribute requires no event-time attributes are in the join ' +
      'inputs.';
    throw new MillraceError('PLAN_UNSUPPORTED', reason, { hint: NO_ROWTIME });
  }
  const { leftKeys, rightKeys, nullsMeet, residual } = splitCondition(rest, left.output.length);
  const operator: IntervalJoinSpec = {
    kind: 'interval-join',
    type,
    bounds,
    leftKeys,
    rightKeys,
    ...(nullsMeet.includes(true) ? { nullsMeet } : {}),
    residual,
    cleanUpAfterMs,
  };
  const keys = { leftKeys, rightKeys };
  const upsertLeft = throughHash(left.upsertKeys, leftKeys);
  const upsertRight = throughHash(right.upsertKeys, rightKeys);
  return {
    operator,
    title: 'IntervalJoin',
    attributes: [
      ['joinType', JOIN_TITLES[type]],
      ['windowBounds', boundsText(bounds)],
      whereOf(node, left, right),
      ['select', columnList(output)],
    ],
    inputs: [byKeys(left, leftKeys), byKeys(right, rightKeys)],
    output,
    kinds: INSERT_ONLY,
    uniqueKeys: joinKeys(node, left, left.uniqueKeys, right, right.uniqueKeys, keys),
    upsertKeys: joinKeys(node, left, upsertLeft, right, upsertRight, keys),
    distribution: type === 'full' || type === 'right' ? ANYHOW : distributedBy(leftKeys),
  };
}

const NO_ROWTIME = 'Select no rowtime column through the join, or bound the rowtimes instead.';

function boundsText(bounds: IntervalBounds): string {
  const { isEventTime, lower, upper, leftTime, rightTime } = bounds;
  return (
    `isRowTime=${isEventTime}, leftLowerBound=${lower}, leftUpperBound=${upper}, ` +
    `leftTimeIndex=${leftTime}, rightTimeIndex=${rightTime}`
  );
}
