import type { Union } from '../logical/union.js';
import { columnList } from './attribute-text.js';
import { forward, toOne } from './distribution.js';
import { ANYHOW, type PhysicalNode } from './node.js';

/**
 * Where one input comes from one task, all must: rows go on from task to task of the same number.
 */
export function unionNode(node: Union, inputs: readonly PhysicalNode[]): PhysicalNode {
  const single = inputs.some((input) => input.distribution.kind === 'single');
  return {
    operator: { kind: 'union' },
    title: 'Union',
    attributes: [
      ['all', 'true'],
      ['union', columnList(node.output)],
    ],
    inputs: inputs.map(single ? toOne : forward),
    output: node.output,
    kinds: {
      update: inputs.some((input) => input.kinds.update),
      delete: inputs.some((input) => input.kinds.delete),
    },
    uniqueKeys: [],
    upsertKeys: [],
    distribution: single ? { kind: 'single' } : ANYHOW,
  };
}
