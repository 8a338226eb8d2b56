/**
 * Sub-plan reuse: equal nodes over equal inputs become one node, so that a table read by several
 * statements of a set is one source and a view used twice runs once.
 */
import { exprDigest, plain } from '../logical/expressions.js';
import { inputsOf, rewrite } from '../logical/graph.js';
import type { LogicalNode } from '../logical/node.js';

export function share(roots: readonly LogicalNode[]): LogicalNode[] {
  const byDigest = new Map<string, LogicalNode>();
  const ids = new Map<LogicalNode, number>();
  return rewrite(roots, (node) => {
    if (node.kind === 'sink') return node; // Writing twice is not writing once.
    const inputs = inputsOf(node).map((input) => ids.get(input) as number);
    const digest = `${inputs.join(',')}|${ownDigest(node)}`;
    const known = byDigest.get(digest);
    if (known !== undefined) return known;
    byDigest.set(digest, node);
    ids.set(node, ids.size);
    return node;
  });
}

/** Text that is equal for nodes that do the same to their inputs. */
function ownDigest(node: LogicalNode): string {
  const { output, ...rest } = node;
  const own = Object.fromEntries(
    Object.entries(rest).filter(([key]) => !['input', 'inputs', 'left', 'right'].includes(key)),
  );
  return JSON.stringify({ ...own, output }, (key, value) => {
    if (key === 'span') return undefined;
    const isExpr = typeof value === 'object' && value !== null && EXPR_KINDS.has(value.kind);
    return isExpr && 'type' in value ? exprDigest(value) : plain(key, value);
  });
}

const EXPR_KINDS = new Set(['column', 'literal', 'call']);
