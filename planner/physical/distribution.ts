/** How rows must be brought to an operator, and what of it the rows' way already gives. */
import type { Exchange } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import { ANYHOW, type Distribution, type PhysicalInput, type PhysicalNode } from './node.js';

const FORWARD: Exchange = { kind: 'forward' };

export function forward(node: PhysicalNode): PhysicalInput {
  return { node, exchange: FORWARD };
}

/** All rows of a key to one task; without keys all rows. Rows that lie so already stay. */
export function byKeys(node: PhysicalNode, keys: readonly number[]): PhysicalInput {
  if (keys.length === 0) return toOne(node);
  const { distribution } = node;
  const lies = distribution.kind === 'hash' && distribution.keys.join() === keys.join();
  return { node, exchange: { kind: lies ? 'forward' : 'hash', keys } };
}

export function toOne(node: PhysicalNode): PhysicalInput {
  return node.distribution.kind === 'single'
    ? forward(node)
    : { node, exchange: { kind: 'single' } };
}

/** Where rows lie once `byKeys` brought them; `keys` in the operator's output. */
export function distributedBy(keys: readonly number[]): Distribution {
  return keys.length === 0 ? { kind: 'single' } : { kind: 'hash', keys };
}

/** Where rows lie whose keys an operator makes others: those of one task stay in it. */
export function withoutKeys(distribution: Distribution): Distribution {
  return distribution.kind === 'single' ? distribution : ANYHOW;
}

export function projectedDistribution(
  distribution: Distribution,
  expressions: readonly Expr[],
): Distribution {
  if (distribution.kind !== 'hash') return distribution;
  const keys = distribution.keys.map((key) =>
    expressions.findIndex((e) => e.kind === 'column' && e.index === key),
  );
  return keys.includes(-1) ? ANYHOW : { kind: 'hash', keys };
}
