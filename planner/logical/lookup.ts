/** What a lookup join is told, and the table behind it. */
import type { Expr } from '../../operators/expr/expression.js';
import { column, conjunction, conjuncts, inline } from './expressions.js';
import type { LogicalNode } from './node.js';
import type { Scan } from './scan.js';

/** A LOOKUP hint; what it does not say is absent. */
export interface LookupHint {
  readonly isAsync?: boolean;
  readonly allowsUnordered?: boolean;
  readonly capacity?: number;
  readonly timeoutMs?: number;
  readonly retry?: { readonly delayMs: number; readonly attempts: number };
  readonly shuffles: boolean;
}

/** The right side of a lookup join: rows of a table, those that pass a condition, projected. */
export interface LookedUp {
  readonly scan: Scan;
  /** Both over the scan's columns. */
  readonly condition: Expr | null;
  readonly projection: readonly Expr[];
}

/** Null where the rows are made of anything else. */
export function lookedUp(node: LogicalNode): LookedUp | null {
  switch (node.kind) {
    case 'scan': {
      const projection = node.output.map(({ type }, i) => column(i, type));
      return { scan: node, condition: null, projection };
    }
    case 'filter': {
      const below = lookedUp(node.input);
      if (below === null) return null;
      const own = conjuncts(node.condition).map((part) => inlined(part, below));
      return { ...below, condition: conjunction([...conjuncts(below.condition), ...own]) };
    }
    case 'project': {
      const below = lookedUp(node.input);
      if (below === null) return null;
      return { ...below, projection: node.expressions.map((expr) => inlined(expr, below)) };
    }
    default:
      return null;
  }
}

function inlined(expr: Expr, { projection }: LookedUp): Expr {
  return inline(expr, { expressions: projection });
}
