/**
 * The grouping sets of a GROUP BY: the items' sets are crossed, ROLLUP gives the prefixes of its
 * list, CUBE all its subsets, each once, GROUPING SETS the sets themselves, nested ones among them.
 */
import type { Expr } from '../../operators/expr/expression.js';
import { exprDigest } from '../logical/expressions.js';
import type { GroupItem, Select } from '../parser/ast/query.js';
import type { BindContext } from './context.js';
import type { ExpressionBinder } from './expression.js';
import { isGroupWindow } from './group-window.js';

export interface GroupKeys {
  readonly keys: readonly Expr[];
  /** The places of the keys of each set; null for the plain one, all of them. */
  readonly sets: readonly (readonly number[])[] | null;
  /** By key what it is computed of, where not of itself. */
  readonly sources?: readonly Expr[];
}

/** @param window the keys that a group window among the items stands for */
export function bindGroupBy(
  select: Select,
  window: readonly Expr[],
  binder: ExpressionBinder,
): GroupKeys {
  const { context } = binder;
  const items = select.groupBy?.items ?? [];
  const keys: Expr[] = [];
  const places = new Map<string, number>();
  const place: Place = (node) => placeKey(binder.bind(node));
  const placeKey = (expr: Expr): number => {
    const digest = exprDigest(expr);
    const known = places.get(digest);
    if (known !== undefined) return known;
    places.set(digest, keys.length);
    return keys.push(expr) - 1;
  };
  let sets: number[][] = [[]];
  for (const item of items) {
    const own = isGroupWindow(item) ? [window.map(placeKey)] : setsOf(item, place);
    sets = sets.flatMap((left) => own.map((right) => union(left, right)));
  }
  if (!items.some((item) => item.kind === 'groupSets')) return { keys, sets: null };
  refuseRepeated(sets, keys.length, select, context);
  const [only] = sets;
  return { keys, sets: sets.length === 1 && only?.length === keys.length ? null : sets };
}

type Place = (node: Parameters<ExpressionBinder['bind']>[0]) => number;

function setsOf(item: GroupItem, place: Place): number[][] {
  if (item.kind === 'groupSet') return [union(item.items.map(place), [])];
  if (item.kind !== 'groupSets') return [[place(item)]];
  const parts = item.items.map((each) => setsOf(each, place));
  switch (item.form) {
    case 'GROUPING SETS':
      return parts.flat();
    case 'ROLLUP': {
      const lists = parts.map(([part]) => part as number[]);
      const prefixes = [...lists.keys(), lists.length]
        .reverse()
        .map((length) => union(lists.slice(0, length).flat(), []));
      return eachOnce(prefixes);
    }
    case 'CUBE':
      return eachOnce(subsets(parts.map(([part]) => part as number[])));
  }
}

/** With the first part, then without it. */
function subsets([first, ...rest]: readonly number[][]): number[][] {
  if (first === undefined) return [[]];
  const others = subsets(rest);
  return others.map((set) => union(first, set)).concat(others);
}

function union(left: readonly number[], right: readonly number[]): number[] {
  return [...new Set([...left, ...right])].sort((a, b) => a - b);
}

function eachOnce(sets: readonly number[][]): number[][] {
  const counts = repetitions(sets);
  return sets.filter((_, i) => counts[i] === 0);
}

/** By set how many equal ones stand before it, as GROUP_ID tells. */
export function repetitions(sets: readonly (readonly number[])[]): number[] {
  const counts = new Map<string, number>();
  return sets.map((set) => {
    const count = counts.get(set.join()) ?? 0;
    counts.set(set.join(), count + 1);
    return count;
  });
}

/**
 * Flink plans a union of the sets as they stand first, of those that stand a second time, and so
 * on. Where one of these is a single set without all keys, it refuses it.
 */
function refuseRepeated(
  sets: readonly (readonly number[])[],
  keys: number,
  select: Select,
  context: BindContext,
): void {
  const levels = repetitions(sets);
  const isAlone = (level: number): boolean => levels.filter((each) => each === level).length === 1;
  const lost = sets.some((set, i) => {
    const level = levels[i] as number;
    return level > 0 && set.length < keys && isAlone(level);
  });
  if (!lost) return;
  const reason = 'GROUPING SETS are currently not supported.';
  const hint = 'Name each grouping set once, or as often another one.';
  throw context.error('PLAN_UNSUPPORTED', reason, select.groupBy ?? select, hint);
}
