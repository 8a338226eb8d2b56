/** The physical plan as a job: nodes in topological order, edges by index. */
import type { OperatorSpec } from '../../operators/core/operator-spec.js';
import type { JobSpec, NodeSpec } from '../../operators/core/spec.js';
import { withoutAttribute } from '../logical/column-type.js';
import { updateBeforeNeeded } from './changelog.js';
import { describeNode, type PhysicalNode } from './node.js';
import { physicalOrder } from './order.js';

export type JobSettings = Pick<JobSpec, 'name' | 'parallelism' | 'maxParallelism' | 'options'>;

export function toJob(roots: readonly PhysicalNode[], settings: JobSettings): JobSpec {
  const needed = updateBeforeNeeded(roots);
  const order = physicalOrder(roots);
  const places = new Map(order.map((node, i) => [node, i]));
  const counts = new Map<string, number>();
  const nodes = order.map((node): NodeSpec => {
    const { kind } = node.operator;
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    return {
      // The n-th operator of its kind: the same query gives the same ids.
      id: `${kind}-${number}`,
      description: describeNode(node),
      operator: withChangelog(node.operator, needed.has(node)),
      inputs: node.inputs.map(({ node: input, exchange }) => ({
        node: places.get(input) as number,
        exchange,
      })),
      output: node.output.map(({ name, type }) => ({ name, type: withoutAttribute(type) })),
      ...(node.distribution.kind === 'single' ? { parallelism: 1 as const } : {}),
    };
  });
  return { ...settings, nodes };
}

function withChangelog(operator: OperatorSpec, updateBefore: boolean): OperatorSpec {
  if (operator.kind !== 'group-aggregate' && operator.kind !== 'rank') return operator;
  return { ...operator, updateBefore };
}
