/**
 * Regular joins. Equalities of one side's column with the other's become the key; the rest stays.
 */
import type { Column } from '../../operators/core/spec.js';
import type { CallExpr, Expr } from '../../operators/expr/expression.js';
import type { JoinCondition, JoinSide, JoinSpec } from '../../operators/join/join-spec.js';
import { sameType } from '../../state/column/logical-type.js';
import { withoutAttribute } from '../logical/column-type.js';
import { conjunction, conjuncts } from '../logical/expressions.js';
import type { Join } from '../logical/join.js';
import { ALL_CHANGES, type ChangeKinds } from '../logical/scan.js';
import { uniqueNames } from '../logical/unique-names.js';
import { columnList, expressionText, styled } from './attribute-text.js';
import { byKeys, distributedBy, withoutKeys } from './distribution.js';
import { ascending, isWithin, minimal, shortest, throughHash } from './keys.js';
import { type Attribute, hasUpdates, type Key, type PhysicalNode } from './node.js';

/** Flink's names. */
export const JOIN_TITLES: Readonly<Record<JoinSpec['type'], string>> = {
  inner: 'InnerJoin',
  left: 'LeftOuterJoin',
  right: 'RightOuterJoin',
  full: 'FullOuterJoin',
  semi: 'LeftSemiJoin',
  anti: 'LeftAntiJoin',
};

export function joinNode(node: Join, left: PhysicalNode, right: PhysicalNode): PhysicalNode {
  const width = left.output.length;
  const condition = splitCondition(node.condition, width);
  const { leftKeys, rightKeys } = condition;
  const operator: JoinSpec = {
    kind: 'join',
    type: node.type,
    ...condition,
    left: sideOf(left, leftKeys),
    right: sideOf(right, rightKeys),
  };
  return {
    operator,
    title: 'Join',
    attributes: [
      ['joinType', JOIN_TITLES[node.type]],
      whereOf(node, left, right),
      ['select', columnList(node.output)],
      ['leftInputSpec', sideText(operator.left)],
      ['rightInputSpec', sideText(operator.right)],
    ],
    ...(node.ttl === undefined ? {} : { ttl: node.ttl }),
    kinds: joinKinds(node, left.kinds, right.kinds),
    ...joinedByKeys(node, left, right, condition),
  };
}

/**
 * How the rows of both sides travel, and what is known of those that come out.
 * @param by what both rows of a pair agree in, where that is more than the keys they travel by
 */
export function joinedByKeys(
  node: Join,
  left: PhysicalNode,
  right: PhysicalNode,
  { leftKeys, rightKeys }: JoinKeys,
  by: JoinKeys = { leftKeys, rightKeys },
): Pick<PhysicalNode, 'inputs' | 'output' | 'uniqueKeys' | 'upsertKeys' | 'distribution'> {
  const upsertLeft = throughHash(left.upsertKeys, leftKeys);
  const upsertRight = throughHash(right.upsertKeys, rightKeys);
  const joined = distributedBy(leftKeys);
  return {
    inputs: [byKeys(left, leftKeys), byKeys(right, rightKeys)],
    output: node.output,
    uniqueKeys: joinKeys(node, left, left.uniqueKeys, right, right.uniqueKeys, by),
    upsertKeys: joinKeys(node, left, upsertLeft, right, upsertRight, by),
    distribution: node.type === 'full' || node.type === 'right' ? withoutKeys(joined) : joined,
  };
}

/** The whole condition, over the columns of both sides. */
export function whereOf({ condition }: Join, left: PhysicalNode, right: PhysicalNode): Attribute {
  const both = columnsOfBoth(left.output, right.output);
  return styled('where', (style) =>
    condition === null ? 'true' : expressionText(condition, both, style),
  );
}

/** The columns of two sides, by the names that the plan tells them apart by. */
export function columnsOfBoth(left: readonly Column[], right: readonly Column[]): Column[] {
  const both = [...left, ...right];
  const names = uniqueNames(both.map((c) => c.name));
  return both.map((c, i) => ({ ...c, name: names[i] as string }));
}

type JoinKeys = Pick<JoinCondition, 'leftKeys' | 'rightKeys'>;

/** @param width columns of the left side */
export function splitCondition(condition: Expr | null, width: number): JoinCondition {
  const leftKeys: number[] = [];
  const rightKeys: number[] = [];
  const nullsMeet: boolean[] = [];
  const rest: Expr[] = [];
  for (const part of conjuncts(condition)) {
    const pair = equality(part, width);
    if (pair === null) rest.push(part);
    else {
      leftKeys.push(pair[0]);
      rightKeys.push(pair[1]);
      nullsMeet.push((part as CallExpr).name !== '=');
    }
  }
  return {
    leftKeys,
    rightKeys,
    ...(nullsMeet.includes(true) ? { nullsMeet } : {}),
    residual: conjunction(rest),
  };
}

/** Left and right column of an equality where both have one type, so one hash and one encoding. */
export function equality(condition: Expr, width: number): [number, number] | null {
  if (condition.kind !== 'call') return null;
  if (condition.name !== '=' && condition.name !== 'IS NOT DISTINCT FROM') return null;
  const [a, b] = condition.args;
  if (a?.kind !== 'column' || b?.kind !== 'column') return null;
  const text = a.type.root === 'CHAR' || a.type.root === 'VARCHAR';
  const texts = text && (b.type.root === 'CHAR' || b.type.root === 'VARCHAR');
  const isSame = sameType(withoutAttribute(a.type), withoutAttribute(b.type), true);
  if (!texts && !isSame) return null;
  if (a.index < width && b.index >= width) return [a.index, b.index - width];
  if (b.index < width && a.index >= width) return [b.index, a.index - width];
  return null;
}

/**
 * By upsert keys: of other unique keys a row may come before the one is taken back whose place it
 * takes, and both must be kept until then.
 */
function sideOf(node: PhysicalNode, joinKeys: readonly number[]): JoinSide {
  if (node.upsertKeys.some((key) => isWithin(key, joinKeys))) return { kind: 'join-key-unique' };
  const columns = shortest(node.upsertKeys);
  if (columns !== null) return { kind: 'unique', columns };
  return hasUpdates(node.kinds) ? { kind: 'none' } : { kind: 'none', onlyAdds: true };
}

function sideText(side: JoinSide): string {
  switch (side.kind) {
    case 'join-key-unique':
      return 'JoinKeyContainsUniqueKey';
    case 'unique':
      return 'HasUniqueKey';
    case 'none':
      return 'NoUniqueKey';
  }
}

function joinKinds(node: Join, left: ChangeKinds, right: ChangeKinds): ChangeKinds {
  if (node.type !== 'inner' && node.type !== 'semi') return ALL_CHANGES;
  return { update: left.update || right.update, delete: left.delete || right.delete };
}

/** Keys of a side hold where the other side gives each of its rows at most one match. */
function joinKeys(
  node: Join,
  left: PhysicalNode,
  leftOwn: readonly Key[],
  right: PhysicalNode,
  rightOwn: readonly Key[],
  { leftKeys, rightKeys }: JoinKeys,
): Key[] {
  if (node.type === 'semi' || node.type === 'anti') return [...leftOwn];
  const width = left.output.length;
  const shifted = rightOwn.map((key): Key => key.map((c) => c + width));
  const keys: Key[] = [];
  for (const a of leftOwn) for (const b of shifted) keys.push(ascending([...a, ...b]));
  const uniqueBy = (side: PhysicalNode, by: readonly number[]): boolean =>
    side.uniqueKeys.some((key) => isWithin(key, by));
  // The padded side's columns are NULL for all rows without a match, so they tell none apart.
  if (uniqueBy(right, rightKeys) && (node.type === 'inner' || node.type === 'left')) {
    keys.push(...leftOwn);
  }
  if (uniqueBy(left, leftKeys) && (node.type === 'inner' || node.type === 'right')) {
    keys.push(...shifted);
  }
  return minimal(keys);
}
