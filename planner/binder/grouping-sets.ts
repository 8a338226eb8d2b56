/**
 * The grouping sets of a GROUP BY: the items' sets are crossed, ROLLUP gives the prefixes of its
 * list, CUBE all its subsets, GROUPING SETS the sets themselves, nested ones among them.
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
  refuseRepeated(sets, select, context);
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
      return [...lists.keys(), lists.length]
        .reverse()
        .map((length) => union(lists.slice(0, length).flat(), []));
    }
    case 'CUBE':
      return subsets(parts.map(([part]) => part as number[]));
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

/** Flink plans a set that stands twice as a union, which it then cannot run. */
function refuseRepeated(
  sets: readonly (readonly number[])[],
  select: Select,
  context: BindContext,
): void {
  if (new Set(sets.map((set) => set.join())).size === sets.length) return;
  const reason = 'GROUPING SETS are currently not supported.';
  const at = select.groupBy ?? select;
  throw context.error('PLAN_UNSUPPORTED', reason, at, 'Name each grouping set once.');
}
