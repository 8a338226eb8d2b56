/**
 * The physical plan as text, exchanges as nodes of their own. The optimized plan shows the whole
 * tree of each sink; the execution plan shows a node with several consumers once and then refers to
 * it.
 */
import type { Column, Exchange } from '../../operators/core/spec.js';
import { ttlHintText } from '../logical/ttl-hint.js';
import { changelogText } from '../physical/changelog.js';
import { describeNode, type PhysicalInput, type PhysicalNode } from '../physical/node.js';
import { physicalOrder } from '../physical/order.js';
import { type TreeNode, treeText } from './tree-text.js';

/** @param needed with it, each node shows the kinds of its changes */
export function optimizedText(
  roots: readonly PhysicalNode[],
  needed: ReadonlySet<PhysicalNode> | null,
): string {
  const text = (node: PhysicalNode, made: PhysicalNode): string => {
    const body = explained(node);
    if (needed === null) return body;
    return `${body.slice(0, -1)}, changelogMode=[${changelogText(made, needed)}])`;
  };
  const tree = (node: PhysicalNode): TreeNode => ({
    text: text(node, node),
    inputs: node.inputs.map((input) => {
      const below = tree(input.node);
      const exchange = exchangeText(node, input);
      if (exchange === null) return below;
      const mode = needed === null ? '' : `, changelogMode=[${changelogText(input.node, needed)}]`;
      return { text: `Exchange(distribution=[${exchange}]${mode})`, inputs: [below] };
    }),
  });
  return roots.map((root) => treeText(tree(root))).join('\n\n');
}

export function executionText(roots: readonly PhysicalNode[]): string {
  const reused = reuseIds(roots);
  const shown = new Set<PhysicalNode>();
  const tree = (node: PhysicalNode): TreeNode => {
    const id = reused.get(node);
    if (id !== undefined && shown.has(node)) {
      return { text: `Reused(reference_id=[${id}])`, inputs: [] };
    }
    shown.add(node);
    const mark = id === undefined ? '' : `(reuse_id=[${id}])`;
    const inputs = node.inputs.map((input) => {
      const exchange = exchangeText(node, input);
      const below = tree(input.node);
      return exchange === null
        ? below
        : { text: `Exchange(distribution=[${exchange}])`, inputs: [below] };
    });
    return { text: describeNode(node) + mark, inputs };
  };
  return roots.map((root) => treeText(tree(root))).join('\n\n');
}

/** With what is no part of what identifies the operator: hints, and the session's settings. */
function explained(node: PhysicalNode): string {
  const body = describeNode(node, 'prefix').slice(0, -1);
  const hints = node.ttl === undefined ? '' : `, stateTtlHints=[${ttlHintText(node.ttl)}]`;
  const { operator } = node;
  const bounds = operator.kind === 'group-aggregate' ? operator.miniBatch : undefined;
  if (bounds === undefined) return `${body}${hints})`;
  return `${body}${hints}, miniBatch=[${bounds.rows} rows, ${bounds.latencyMs}ms])`;
}

/** Numbers for the nodes with several consumers, in the order in which they are first met. */
function reuseIds(roots: readonly PhysicalNode[]): Map<PhysicalNode, number> {
  const counts = new Map<PhysicalNode, number>();
  for (const node of physicalOrder(roots)) {
    for (const { node: input } of node.inputs) counts.set(input, (counts.get(input) ?? 0) + 1);
  }
  const ids = new Map<PhysicalNode, number>();
  const visit = (node: PhysicalNode): void => {
    if (ids.has(node)) return;
    if ((counts.get(node) ?? 0) > 1) ids.set(node, ids.size + 1);
    for (const { node: input } of node.inputs) visit(input);
  };
  for (const root of roots) visit(root);
  return ids;
}

/** A lookup join that keeps brings its rows to their keys by itself, as in Flink's plans. */
function exchangeText({ operator }: PhysicalNode, input: PhysicalInput): string | null {
  const { node, exchange } = input;
  if (operator.kind === 'lookup-join') return null;
  return exchange.kind === 'forward' ? null : distributionText(exchange, node.output);
}

function distributionText(exchange: Exchange, columns: readonly Column[]): string {
  if (exchange.kind !== 'hash') return exchange.kind;
  const keys = exchange.keys.map((key) => (columns[key] as Column).name);
  return `hash[${keys.join(', ')}]`;
}
