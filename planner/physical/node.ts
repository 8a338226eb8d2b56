/**
 * The physical plan: one node an operator, with how rows reach it and what is known of its output.
 * As plain data, and a graph: a node with several consumers is one operator.
 */

import type { OperatorSpec } from '../../operators/core/operator-spec.js';
import type { Column, Exchange } from '../../operators/core/spec.js';
import type { DescribeStyle } from '../../operators/expr/describe.js';
import type { ChangeKinds } from '../logical/scan.js';
import type { TtlHint } from '../logical/ttl-hint.js';

/** How a node's rows lie over its tasks. */
export type Distribution =
  | { readonly kind: 'any' }
  | { readonly kind: 'single' }
  | { readonly kind: 'hash'; readonly keys: readonly number[] };

export const ANYHOW: Distribution = { kind: 'any' };

/** A set of columns that identifies a row, ascending. The empty set: there is at most one row. */
export type Key = readonly number[];

/** Expressions stand infix in the execution plan and prefix in the physical one, as in Flink. */
export type Attribute = readonly [name: string, infix: string, prefix?: string];

export interface PhysicalInput {
  readonly node: PhysicalNode;
  readonly exchange: Exchange;
}

export interface PhysicalNode {
  /** As if every consumer wanted −U; `changelog.ts` says who does. */
  readonly operator: OperatorSpec;
  /** Flink's name of the operator, and what EXPLAIN prints behind it. */
  readonly title: string;
  readonly attributes: readonly Attribute[];
  readonly inputs: readonly PhysicalInput[];
  readonly output: readonly Column[];
  /** Changes that come out beside inserts. */
  readonly kinds: ChangeKinds;
  /** Sets of columns of which no two rows that stand at a time have the same values. */
  readonly uniqueKeys: readonly Key[];
  /** Unique keys by which all changes of a row come in order, one task after the other. */
  readonly upsertKeys: readonly Key[];
  readonly distribution: Distribution;
  /** What hints say of the operator's state. */
  readonly ttl?: readonly TtlHint[];
}

export function hasUpdates(kinds: ChangeKinds): boolean {
  return kinds.update || kinds.delete;
}

export function describeNode(node: PhysicalNode, style: DescribeStyle = 'infix'): string {
  const texts = node.attributes.map(([name, infix, prefix]) => {
    return `${name}=[${style === 'infix' ? infix : (prefix ?? infix)}]`;
  });
  return `${node.title}(${texts.join(', ')})`;
}
