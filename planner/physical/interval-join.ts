/** Joins by key and nearness in time. */
import { assert, MillraceError } from '../../conf/errors/error.js';
import type { IntervalBounds, IntervalJoinSpec } from '../../operators/join/interval-join-spec.js';
import { attributeOf } from '../logical/column-type.js';
import { intervalOf } from '../logical/interval.js';
import type { Join } from '../logical/join.js';
import { INSERT_ONLY } from '../logical/scan.js';
import { columnList } from './attribute-text.js';
import { JOIN_TITLES, joinedByKeys, splitCondition, whereOf } from './join.js';
import { hasUpdates, type PhysicalNode } from './node.js';
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
  const condition = splitCondition(rest, left.output.length);
  const operator: IntervalJoinSpec = {
    kind: 'interval-join',
    type,
    bounds,
    ...condition,
    cleanUpAfterMs,
  };
  return {
    operator,
    title: 'IntervalJoin',
    attributes: [
      ['joinType', JOIN_TITLES[type]],
      ['windowBounds', boundsText(bounds)],
      whereOf(node, left, right),
      ['select', columnList(output)],
    ],
    kinds: INSERT_ONLY,
    ...joinedByKeys(node, left, right, condition),
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
