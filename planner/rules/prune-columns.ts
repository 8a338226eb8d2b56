/**
 * Column pruning: every node computes only what its consumers use, down to the scans, which decode
 * only referenced columns. Computed columns that nobody uses vanish with the projection's
 * expression. Keys of aggregates stay; aggregates, window properties, values of OVER and rank
 * numbers that nobody reads go.
 */
import type { Column } from '../../operators/core/spec.js';
import type { AggregateCall, Expr } from '../../operators/expr/expression.js';
import type { Scalar } from '../../state/column/scalar.js';
import { columnBelow, type FromChangelog, type ToChangelog } from '../logical/changelog.js';
import { moveColumns } from '../logical/expressions.js';
import { inputsOf, topological } from '../logical/graph.js';
import { rejoin } from '../logical/join.js';
import { movedMatch } from '../logical/match.js';
import type { LogicalNode } from '../logical/node.js';
import type { Over } from '../logical/over.js';
import { pick, project } from '../logical/project.js';
import type { Values } from '../logical/values.js';
import { needed, type Passing, requiredColumns } from './required-columns.js';

/** Where each column that is left of a node stands now. */
type Places = ReadonlyMap<number, number>;

interface Pruned {
  readonly node: LogicalNode;
  readonly places: Places;
}

export function pruneColumns(roots: readonly LogicalNode[]): LogicalNode[] {
  const required = requiredColumns(roots);
  const done = new Map<LogicalNode, Pruned>();
  for (const node of topological(roots)) {
    const own = required.get(node) as ReadonlySet<number>;
    const needs = keepsRows(node) ? needed(node, own) : [];
    const inputs = inputsOf(node).map((input, i) => {
      const pruned = done.get(input) as Pruned;
      const columns = needs[i];
      return columns === undefined ? pruned : narrowed(pruned, columns);
    });
    done.set(node, prune(node, inputs, own));
  }
  return roots.map((root) => (done.get(root) as Pruned).node);
}

/** Nodes that keep or send whole rows: what they do not need is cut off before. */
const NARROW: ReadonlySet<LogicalNode['kind']> = new Set([
  'join',
  'normalize',
  'rank',
  'over',
  'match',
  'sort',
  'expand',
]);

function keepsRows(node: LogicalNode): boolean {
  return NARROW.has(node.kind) || (node.kind === 'window-table' && node.window.kind === 'session');
}

function narrowed(input: Pruned, columns: ReadonlySet<number>): Pruned {
  const kept = ascending(columns);
  const surplus = kept.length > 0 && kept.length < input.node.output.length;
  return surplus ? { node: chosen(input, kept), places: compact(kept) } : input;
}

function prune(node: LogicalNode, inputs: readonly Pruned[], own: ReadonlySet<number>): Pruned {
  const [first, second] = inputs;
  if (node.kind === 'scan') return pruneScan(node, own);
  if (node.kind === 'union') return pruneUnion(node, inputs, own);
  if (node.kind === 'values') return pruneValues(node, own);
  if (first === undefined) return { node, places: identity(node.output.length) };
  const input = first.node;
  const at = (column: number): number => first.places.get(column) as number;
  switch (node.kind) {
    case 'sink':
      return {
        node: { ...node, input: aligned(first, node.input.output.length) },
        places: new Map(),
      };
    case 'project': {
      const kept = ascending(own);
      const expressions = kept.map((i) => moveColumns(node.expressions[i] as Expr, first.places));
      const names = kept.map((i) => node.output[i]?.name as string);
      return { node: project(input, expressions, names), places: compact(kept) };
    }
    case 'join': {
      const right = second as Pruned;
      const width = node.left.output.length;
      const places = new Map(first.places);
      for (const [from, to] of right.places) places.set(from + width, to + input.output.length);
      const condition = node.condition && moveColumns(node.condition, places);
      const leftOnly = node.type === 'semi' || node.type === 'anti';
      const joined = rejoin(node, input, right.node, condition);
      return { node: joined, places: leftOnly ? first.places : places };
    }
    case 'aggregate': {
      const kept = keptCalls(node.keys.length, node.calls, own);
      const output = kept.columns.map((i) => node.output[i] as Column);
      const keys = node.keys.map(at);
      const calls = kept.calls.map((call) => movedCall(call, at));
      return { node: { ...node, input, keys, calls, output }, places: compact(kept.columns) };
    }
    case 'from-changelog':
    case 'to-changelog':
      return pruneChangelog(node, first);
    case 'match':
      return { node: movedMatch(node, input, at), places: identity(node.output.length) };
    case 'window-aggregate':
      return pruneWindowAggregate(node, first, own);
    case 'over':
      return isUsed(node, own) ? prunePassing(node, first, own) : first;
    default:
      return prunePassing(node, first, own);
  }
}

function pruneChangelog(node: FromChangelog | ToChangelog, below: Pruned): Pruned {
  const kept = [...node.output.keys()].filter((column) => {
    const from = columnBelow(node, column);
    return from === null || below.places.has(from);
  });
  const output = kept.map((column) => node.output[column] as Column);
  const at = (column: number): number => below.places.get(column) as number;
  const own =
    node.kind === 'from-changelog'
      ? { ...node, op: at(node.op) }
      : { ...node, time: node.time === null ? null : at(node.time) };
  return { node: { ...own, input: below.node, output }, places: compact(kept) };
}

function pruneScan(node: Extract<LogicalNode, { kind: 'scan' }>, own: ReadonlySet<number>): Pruned {
  // A reader counts rows by a column, so one is decoded even where none is used.
  const kept = own.size === 0 ? [0] : ascending(own);
  const width = node.columns.length;
  const columns = kept.filter((i) => i < width).map((i) => node.columns[i] as number);
  const metadata = kept.filter((i) => i >= width).map((i) => node.metadata[i - width] as number);
  const output = kept.map((i) => node.output[i] as Column);
  return { node: { ...node, columns, metadata, output }, places: compact(kept) };
}

function pruneValues(node: Values, own: ReadonlySet<number>): Pruned {
  const kept = own.size === 0 ? [0] : ascending(own);
  const rows = node.rows.map((row) => kept.map((i) => row[i] as Scalar));
  const output = kept.map((i) => node.output[i] as Column);
  return { node: { ...node, rows, output }, places: compact(kept) };
}

function pruneUnion(
  node: Extract<LogicalNode, { kind: 'union' }>,
  inputs: readonly Pruned[],
  own: ReadonlySet<number>,
): Pruned {
  const kept = ascending(own);
  const output = kept.map((i) => node.output[i] as Column);
  const places = compact(kept);
  return { node: { ...node, inputs: inputs.map((input) => chosen(input, kept)), output }, places };
}

/** The pruned plan with exactly these of the old columns, in this order. */
function chosen(input: Pruned, columns: readonly number[]): LogicalNode {
  const places = columns.map((c) => input.places.get(c) as number);
  const same = places.length === input.node.output.length && places.every((p, i) => p === i);
  return same ? input.node : pick(input.node, places);
}

function aligned(input: Pruned, width: number): LogicalNode {
  return chosen(input, [...Array(width).keys()]);
}

type Windowed = Extract<LogicalNode, { kind: 'window-aggregate' }>;

function pruneWindowAggregate(node: Windowed, below: Pruned, own: ReadonlySet<number>): Pruned {
  const at = (column: number): number => below.places.get(column) as number;
  const kept = keptCalls(node.keys.length, node.calls, own);
  const first = node.keys.length + node.calls.length;
  const properties = node.properties.filter((_, i) => own.has(first + i));
  const columns = [
    ...kept.columns,
    ...node.properties.flatMap((_, i) => (own.has(first + i) ? [first + i] : [])),
  ];
  const { window } = node;
  const moved =
    window.kind === 'attached'
      ? { ...window, start: window.start === null ? null : at(window.start), end: at(window.end) }
      : { ...window, column: at(window.column) };
  const pruned: Windowed = {
    ...node,
    input: below.node,
    keys: node.keys.map(at),
    calls: kept.calls.map((call) => movedCall(call, at)),
    window: moved,
    properties,
    output: columns.map((i) => node.output[i] as Column),
  };
  return { node: pruned, places: compact(columns) };
}

/** Nodes whose output is the input's columns, then columns of their own. */
function prunePassing(node: Passing, below: Pruned, own: ReadonlySet<number>): Pruned {
  const at = (column: number): number => below.places.get(column) as number;
  const input = below.node;
  const width = node.input.output.length;
  const places = new Map(below.places);
  const added = node.output.slice(width);
  const dropRank = node.kind === 'rank' && !own.has(width);
  if (!dropRank) {
    for (const i of added.keys()) places.set(width + i, input.output.length + i);
  }
  const passed = [...below.places].sort(([, a], [, b]) => a - b);
  const kept = passed.map(([from]) => node.output[from] as Column);
  const output = [...kept, ...(dropRank ? [] : added)];
  const updates = 'updateKey' in node ? { updateKey: node.updateKey.map(at) } : {};
  const order = 'order' in node ? node.order.map((k) => ({ ...k, column: at(k.column) })) : [];
  switch (node.kind) {
    case 'filter': {
      const condition = moveColumns(node.condition, below.places);
      return { node: { ...node, input, condition, output }, places };
    }
    case 'watermark': {
      const expression = moveColumns(node.expression, below.places);
      const rowtime = at(node.rowtime);
      return { node: { ...node, input, rowtime, expression, output }, places };
    }
    case 'normalize': {
      const condition = node.condition && moveColumns(node.condition, below.places);
      return { node: { ...node, input, key: node.key.map(at), condition, output }, places };
    }
    case 'correlate': {
      const condition = node.condition && moveColumns(node.condition, places);
      return {
        node: { ...node, input, arguments: node.arguments.map(at), condition, output },
        places,
      };
    }
    case 'window-table':
      return {
        node: { ...node, input, time: at(node.time), partition: node.partition.map(at), output },
        places,
      };
    case 'expand': {
      const sets = node.sets.map(({ nulls, id }) => {
        return { nulls: nulls.filter((c) => below.places.has(c)).map(at), id };
      });
      return { node: { ...node, input, sets, output }, places };
    }
    case 'over': {
      const calls = node.calls.map((call) => movedCall(call, at));
      const partition = node.partition.map(at);
      return { node: { ...node, input, partition, order, calls, output }, places };
    }
    case 'rank': {
      const windowEnd = node.windowEnd === null ? null : at(node.windowEnd);
      const partition = node.partition.map(at);
      const outputRank = node.outputRank && !dropRank;
      return {
        node: { ...node, ...updates, input, partition, order, windowEnd, outputRank, output },
        places,
      };
    }
    case 'sort':
      return { node: { ...node, ...updates, input, order, output }, places };
  }
}

/** Without its values it gives the rows that it takes; those that are late too, as in Flink. */
function isUsed({ input }: Over, own: ReadonlySet<number>): boolean {
  return [...own].some((column) => column >= input.output.length);
}

function keptCalls(
  keys: number,
  calls: readonly AggregateCall[],
  own: ReadonlySet<number>,
): { calls: AggregateCall[]; columns: number[] } {
  const columns = [...Array(keys + calls.length).keys()].filter((i) => i < keys || own.has(i));
  return { calls: calls.filter((_, i) => own.has(keys + i)), columns };
}

function movedCall(call: AggregateCall, at: (column: number) => number): AggregateCall {
  const filter = call.filter === null ? null : at(call.filter);
  return { ...call, args: call.args.map(at), filter };
}

function ascending(columns: ReadonlySet<number>): number[] {
  return [...columns].sort((a, b) => a - b);
}

/** Old columns, in the order in which they are left. */
function compact(kept: readonly number[]): Map<number, number> {
  return new Map(kept.map((old, place) => [old, place]));
}

function identity(width: number): Map<number, number> {
  return compact([...Array(width).keys()]);
}
