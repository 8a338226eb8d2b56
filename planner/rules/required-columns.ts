/**
 * Which columns of each node its consumers use. Consumers come first (reverse topological order),
 * so that a shared node's set is complete before its inputs' are derived from it.
 */
import type { AggregateCall } from '../../operators/expr/expression.js';
import { inputColumns } from '../../operators/expr/walk.js';
import { columnBelow, type FromChangelog, type ToChangelog } from '../logical/changelog.js';
import { inputsOf, topological } from '../logical/graph.js';
import type { Join } from '../logical/join.js';
import { matchColumns } from '../logical/match.js';
import type { LogicalNode } from '../logical/node.js';
import type { WindowAggregate } from '../logical/window-aggregate.js';

export type Required = ReadonlyMap<LogicalNode, ReadonlySet<number>>;

export function requiredColumns(roots: readonly LogicalNode[]): Required {
  const required = new Map<LogicalNode, Set<number>>();
  for (const root of roots) required.set(root, new Set(root.output.keys()));
  for (const node of topological(roots).reverse()) {
    const own = required.get(node) as ReadonlySet<number>;
    const needs = needed(node, own);
    for (const [i, input] of inputsOf(node).entries()) {
      const all = required.get(input) ?? new Set();
      required.set(input, all);
      for (const column of needs[i] as Set<number>) all.add(column);
    }
  }
  return required;
}

/** For each input the columns that the node needs to make these outputs. */
export function needed(node: LogicalNode, own: ReadonlySet<number>): Set<number>[] {
  switch (node.kind) {
    case 'scan':
    case 'values':
      return [];
    case 'sink':
      return [new Set(node.input.output.keys())];
    case 'union':
      return node.inputs.map(() => new Set(own));
    case 'join':
      return ofJoin(node, own);
    case 'project': {
      const reads = new Set<number>();
      for (const i of own) inputColumns(node.expressions[i] as never, reads);
      return [reads];
    }
    case 'aggregate': {
      const calls = node.calls.filter((_, i) => own.has(node.keys.length + i));
      return [new Set([...node.keys, ...callColumns(calls)])];
    }
    case 'from-changelog':
      return [new Set([node.op, ...belowChangelog(node, own)])];
    case 'to-changelog':
      return [new Set([...belowChangelog(node, own), ...(node.time === null ? [] : [node.time])])];
    case 'match':
      return [matchColumns(node)];
    case 'window-aggregate':
      return [ofWindowAggregate(node, own)];
    default: {
      // These pass their input's columns on and add columns behind them.
      const width = node.input.output.length;
      const reads = new Set([...own].filter((c) => c < width));
      for (const column of extraColumns(node)) reads.add(column);
      return [reads];
    }
  }
}

function belowChangelog(node: FromChangelog | ToChangelog, own: ReadonlySet<number>): number[] {
  return [...own].flatMap((column) => columnBelow(node, column) ?? []);
}

/** Nodes whose output is the input's columns, then columns of their own. */
export type Passing = Extract<
  LogicalNode,
  {
    kind:
      | 'filter'
      | 'watermark'
      | 'correlate'
      | 'normalize'
      | 'window-table'
      | 'expand'
      | 'over'
      | 'rank'
      | 'sort';
  }
>;

function extraColumns(node: Passing): Iterable<number> {
  switch (node.kind) {
    case 'filter': {
      const reads = new Set<number>();
      inputColumns(node.condition, reads);
      return reads;
    }
    case 'watermark': {
      const reads = new Set([node.rowtime]);
      inputColumns(node.expression, reads);
      return reads;
    }
    case 'window-table':
      return [node.time, ...node.partition];
    case 'expand':
      return [];
    case 'normalize': {
      const reads = new Set(node.key);
      if (node.condition !== null) inputColumns(node.condition, reads);
      return reads;
    }
    case 'correlate': {
      const reads = new Set(node.arguments);
      if (node.condition !== null) inputColumns(node.condition, reads);
      return [...reads].filter((column) => column < node.input.output.length);
    }
    case 'over':
      return [
        ...node.partition,
        ...node.order.map((key) => key.column),
        ...callColumns(node.calls),
      ];
    case 'rank':
      return [
        ...node.partition,
        ...node.order.map((key) => key.column),
        ...(node.windowEnd === null ? [] : [node.windowEnd]),
        ...(node.updateKey ?? []),
      ];
    case 'sort':
      return [...node.order.map((key) => key.column), ...(node.updateKey ?? [])];
  }
}

function callColumns(calls: readonly AggregateCall[]): number[] {
  return calls.flatMap((call) => [...call.args, ...(call.filter === null ? [] : [call.filter])]);
}

function ofWindowAggregate(node: WindowAggregate, own: ReadonlySet<number>): Set<number> {
  const calls = node.calls.filter((_, i) => own.has(node.keys.length + i));
  const { window } = node;
  const time = window.kind === 'attached' ? [window.start, window.end] : [window.column];
  const times = time.filter((c) => c !== null);
  return new Set([...node.keys, ...callColumns(calls), ...times]);
}

function ofJoin(node: Join, own: ReadonlySet<number>): Set<number>[] {
  const both = new Set(own);
  if (node.condition !== null) inputColumns(node.condition, both);
  const width = node.left.output.length;
  const left = [...both].filter((c) => c < width);
  const right = [...both].filter((c) => c >= width).map((c) => c - width);
  return [new Set(left), new Set(right)];
}
