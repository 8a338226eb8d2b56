/**
 * An aggregate over a windowing table function puts rows into windows itself, by their time: no row
 * is copied once a window (HOP, CUMULATE), and slices can be shared. Possible where nothing between
 * the two reads the window's columns.
 */
import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import { inputColumns } from '../../operators/expr/walk.js';
import type { WindowSource } from '../../operators/window/window-aggregate-spec.js';
import { type Expand, expand } from '../logical/expand.js';
import { column, moveColumns } from '../logical/expressions.js';
import { filter } from '../logical/filter.js';
import type { LogicalNode } from '../logical/node.js';
import { project } from '../logical/project.js';
import type { WindowAggregate } from '../logical/window-aggregate.js';

/** A plan without its windowing: where the columns that are left went, and the time column. */
interface Stripped {
  readonly node: LogicalNode;
  readonly places: ReadonlyMap<number, number>;
  readonly time: number;
  readonly isSession: boolean;
}

export function placeRowsInWindows(node: LogicalNode): LogicalNode {
  if (node.kind !== 'window-aggregate' || node.window.kind !== 'attached') return node;
  const below = strip(node.input);
  return below === null ? node : (byTime(node, below) ?? node);
}

function byTime(node: WindowAggregate, below: Stripped): WindowAggregate | null {
  const { places, time, node: input } = below;
  const reads = [...node.keys];
  for (const call of node.calls) {
    reads.push(...call.args);
    if (call.filter !== null) reads.push(call.filter);
  }
  if (!reads.every((c) => places.has(c))) return null;
  const place = (c: number): number => places.get(c) as number;
  const calls = node.calls.map((call) => ({
    ...call,
    args: call.args.map(place),
    filter: call.filter === null ? null : place(call.filter),
  }));
  const own = node.window.window;
  const window: WindowSource =
    own.kind === 'session'
      ? { kind: 'session', column: time, window: own }
      : { kind: 'time', column: time, window: own };
  return { ...node, input, keys: node.keys.map(place), calls, window };
}

function strip(node: LogicalNode): Stripped | null {
  switch (node.kind) {
    case 'window-table': {
      const places = new Map(node.input.output.map((_, i) => [i, i]));
      const isSession = node.window.kind === 'session';
      return { node: node.input, places, time: node.time, isSession };
    }
    case 'filter': {
      const below = strip(node.input);
      if (below === null || !within(node.condition, below)) return null;
      // Which rows make a session is not up to what is asked of them later.
      if (below.isSession) return null;
      const condition = moveColumns(node.condition, below.places);
      return { ...below, node: filter(below.node, condition) };
    }
    case 'project': {
      const below = strip(node.input);
      return below === null ? null : stripProject(node.expressions, node.output, below);
    }
    case 'expand': {
      const below = strip(node.input);
      return below === null ? null : stripExpand(node, below);
    }
    default:
      return null;
  }
}

/** The ids of the sets stay behind the columns that are left. */
function stripExpand({ input, sets }: Expand, below: Stripped): Stripped | null {
  const own = sets.map(({ id, nulls }) => ({ id, nulls: nulls.map((c) => below.places.get(c)) }));
  if (own.some(({ nulls }) => nulls.includes(undefined) || nulls.includes(below.time))) return null;
  const moved = own.map(({ id, nulls }) => ({ id, nulls: nulls as number[] }));
  const node = expand(below.node, moved);
  const places = new Map(below.places).set(input.output.length, below.node.output.length);
  return { ...below, node, places };
}

function stripProject(
  expressions: readonly Expr[],
  output: readonly Column[],
  below: Stripped,
): Stripped | null {
  const kept: Expr[] = [];
  const names: string[] = [];
  const places = new Map<number, number>();
  for (const [i, expr] of expressions.entries()) {
    if (within(expr, below)) {
      places.set(i, kept.length);
      kept.push(moveColumns(expr, below.places));
      names.push((output[i] as Column).name);
    } else if (expr.kind !== 'column') return null;
  }
  let time = kept.findIndex((e) => e.kind === 'column' && e.index === below.time);
  const from = below.node.output[below.time] as Column;
  if (time < 0) {
    time = kept.length;
    kept.push(column(below.time, from.type));
    names.push(from.name);
  } else kept[time] = column(below.time, from.type);
  return { ...below, node: project(below.node, kept, names), places, time };
}

function within(expr: Expr, below: Stripped): boolean {
  return [...inputColumns(expr)].every((c) => below.places.has(c));
}
