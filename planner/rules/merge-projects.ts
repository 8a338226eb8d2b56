/**
 * One projection instead of two, and none where it changes nothing. Two stay where merging would
 * compute an expression twice, or move one that is not deterministic into several places.
 */
import type { Expr } from '../../operators/expr/expression.js';
import { inline } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import { type Project, project } from '../logical/project.js';

export function mergeProjects(node: LogicalNode): LogicalNode {
  if (node.kind !== 'project') return node;
  const merged = node.input.kind === 'project' ? merge(node, node.input) : node;
  return isIdentity(merged) ? merged.input : merged;
}

function merge(outer: Project, inner: Project): Project {
  const uses = inner.expressions.map(() => 0);
  for (const expr of outer.expressions) countUses(expr, uses);
  const twice = inner.expressions.some((e, i) => e.kind === 'call' && (uses[i] as number) > 1);
  if (twice) return outer;
  return project(
    inner.input,
    outer.expressions.map((e) => inline(e, inner)),
    outer.output.map((c) => c.name),
  );
}

function countUses(expr: Expr, uses: number[]): void {
  if (expr.kind === 'column') uses[expr.index] = (uses[expr.index] as number) + 1;
  else if (expr.kind === 'call') for (const arg of expr.args) countUses(arg, uses);
}

/** Names do not count: a plan finds columns by their place. */
function isIdentity(node: Project): boolean {
  return (
    node.expressions.length === node.input.output.length &&
    node.expressions.every((e, i) => e.kind === 'column' && e.index === i)
  );
}
