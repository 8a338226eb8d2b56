/** Joins with the version of a table that was current at the left row's time. */
import { assert, MillraceError } from '../../conf/errors/error.js';
import type { TemporalJoinSpec } from '../../operators/join/temporal-join-spec.js';
import type { Join } from '../logical/join.js';
import { temporalOf } from '../logical/temporal.js';
import { columnList, columnNames, expressionText } from './attribute-text.js';
import { byKeys, distributedBy } from './distribution.js';
import { JOIN_TITLES, splitCondition, whereOf } from './join.js';
import { isWithin, shortest, throughHash } from './keys.js';
import type { PhysicalNode } from './node.js';

/**
 * @throws PLAN_UNSUPPORTED where the versions have no key, or one that the condition leaves open,
 *   or are filtered
 */
export function temporalJoinNode(
  node: Join,
  left: PhysicalNode,
  right: PhysicalNode,
): PhysicalNode {
  const { type, output } = node;
  assert(type === 'inner' || type === 'left', 'A temporal join is INNER or LEFT');
  const { leftTime, rightTime, rest } = temporalOf(node);
  const condition = splitCondition(rest, left.output.length);
  const { leftKeys, rightKeys } = condition;
  if (leftKeys.length === 0) {
    throw refused('Currently the join key in Temporal Table Join can not be empty.');
  }
  checkVersions(node, right, rightKeys);
  const operator: TemporalJoinSpec = {
    kind: 'temporal-join',
    type,
    ...condition,
    leftTime,
    rightTime,
  };
  return {
    operator,
    title: 'TemporalJoin',
    attributes: [
      ['joinType', JOIN_TITLES[type]],
      whereOf(node, left, right),
      ['select', columnList(output)],
    ],
    inputs: [byKeys(left, leftKeys), byKeys(right, rightKeys)],
    output,
    kinds: left.kinds,
    uniqueKeys: left.uniqueKeys,
    upsertKeys: throughHash(left.upsertKeys, leftKeys),
    distribution: distributedBy(leftKeys),
  };
}

function checkVersions(node: Join, right: PhysicalNode, rightKeys: readonly number[]): void {
  const key = shortest(right.uniqueKeys);
  if (key === null) {
    throw refused(
      'Temporal Table Join requires primary key in versioned table, ' +
        'but no primary key can be found.',
      'The condition must compare every column of the key.',
    );
  }
  if (!right.uniqueKeys.some((each) => isWithin(each, rightKeys))) {
    const columns = [...node.left.output, ...node.right.output];
    const condition = node.condition && expressionText(node.condition, columns, 'prefix');
    throw refused(
      `Temporal table's primary key [${columnNames(key, right.output)}] must be included in the ` +
        'equivalence condition of temporal join, but current temporal join condition is ' +
        `[${condition}].`,
    );
  }
  refuseFilters(right);
}

/** A version that a filter leaves out would not end the one before it. */
function refuseFilters(node: PhysicalNode): void {
  const { operator } = node;
  if (operator.kind === 'calc' && operator.condition !== null) {
    throw refused(
      'Filter is not allowed for right changelog input of event time temporal join, it will ' +
        'corrupt the versioning of data. Please consider removing the filter before joining.',
    );
  }
  const [input] = node.inputs;
  const passes = operator.kind === 'calc' || operator.kind === 'watermark';
  if (passes && input !== undefined) refuseFilters(input.node);
}

function refused(reason: string, hint?: string): MillraceError {
  return new MillraceError('PLAN_UNSUPPORTED', reason, hint === undefined ? {} : { hint });
}
