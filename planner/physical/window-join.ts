/** Joins of rows of one window. */
import { assert } from '../../conf/errors/error.js';
import type { WindowEdges, WindowJoinSpec } from '../../operators/join/window-join-spec.js';
import type { Join } from '../logical/join.js';
import { INSERT_ONLY } from '../logical/scan.js';
import type { WindowColumns } from '../logical/window-columns.js';
import { windowsOf } from '../logical/window-join.js';
import { columnList, columnName, columnNames } from './attribute-text.js';
import { JOIN_TITLES, joinedByKeys, splitCondition, whereOf } from './join.js';
import { hasUpdates, type PhysicalNode } from './node.js';
import { refusedChanges } from './refused-changes.js';
import { windowText } from './window-text.js';

/** @throws PLAN_CHANGELOG where an input makes other changes than inserts */
export function windowJoinNode(node: Join, left: PhysicalNode, right: PhysicalNode): PhysicalNode {
  const { type, output } = node;
  const windows = windowsOf(node);
  assert(windows !== null, 'A window join stays one');
  for (const input of [left, right]) {
    if (hasUpdates(input.kinds)) throw refusedChanges('StreamPhysicalWindowJoin', input);
  }
  const { start, end, rest } = windows;
  const condition = splitCondition(rest, left.output.length);
  const operator: WindowJoinSpec = {
    kind: 'window-join',
    type,
    ...condition,
    left: edgesOf(windows.left, start[0], end[0]),
    right: edgesOf(windows.right, start[1], end[1]),
    zoned: windows.left.zoned,
  };
  const keys = {
    leftKeys: [...condition.leftKeys, start[0], end[0]],
    rightKeys: [...condition.rightKeys, start[1], end[1]],
  };
  return {
    operator,
    title: 'WindowJoin',
    attributes: [
      ['leftWindow', textOf(windows.left, start[0], end[0], left)],
      ['rightWindow', textOf(windows.right, start[1], end[1], right)],
      ['joinType', JOIN_TITLES[type]],
      whereOf({ ...node, condition: rest }, left, right),
      ['select', columnList(output)],
    ],
    kinds: INSERT_ONLY,
    ...joinedByKeys(node, left, right, condition, keys),
  };
}

/** Sessions of one end may begin apart. */
function edgesOf({ window }: WindowColumns, start: number, end: number): WindowEdges {
  return { end, start: window.kind === 'session' ? start : null };
}

function textOf(
  { window, partition }: WindowColumns,
  start: number,
  end: number,
  { output }: PhysicalNode,
): string {
  const place = `win_start=[${columnName(start, output)}], win_end=[${columnName(end, output)}]`;
  const keys = partition.flatMap((columns) => [...columns].slice(0, 1));
  return windowText(window, place, columnNames(keys, output));
}
