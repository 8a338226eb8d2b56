/** The physical plan as a job: nodes in topological order, edges by index. */
import { createHash } from 'node:crypto';
import type { OperatorSpec } from '../../operators/core/operator-spec.js';
import type { JobSpec, NodeSpec } from '../../operators/core/spec.js';
import { withoutAttribute } from '../logical/column-type.js';
import type { TtlHint } from '../logical/ttl-hint.js';
import { updateBeforeNeeded } from './changelog.js';
import { describeNode, type PhysicalNode } from './node.js';
import { physicalOrder } from './order.js';

export type JobSettings = Pick<JobSpec, 'name' | 'parallelism' | 'maxParallelism' | 'options'>;

/** @param ttlMs how long state lives of which no hint says more, 0 = forever */
export function toJob(roots: readonly PhysicalNode[], settings: JobSettings, ttlMs = 0): JobSpec {
  const needed = updateBeforeNeeded(roots);
  const order = physicalOrder(roots);
  const places = new Map(order.map((node, i) => [node, i]));
  const ids = stableIds(order);
  const nodes = order.map((node): NodeSpec => {
    return {
      id: ids.get(node) as string,
      description: describeNode(node),
      operator: withTtl(withChangelog(node.operator, needed.has(node)), node.ttl ?? [], ttlMs),
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

/**
 * Ids by which state finds its operator again, also in a query that was changed elsewhere: made of
 * what the operator does, in words, and of the ids of what it stands on. Columns that others want
 * of a source do not count.
 */
function stableIds(order: readonly PhysicalNode[]): ReadonlyMap<PhysicalNode, string> {
  const ids = new Map<PhysicalNode, string>();
  const counts = new Map<string, number>();
  for (const node of order) {
    const inputs = node.inputs.map(({ node: input }) => ids.get(input));
    const hash = createHash('sha256').update(JSON.stringify([identity(node), inputs]));
    const id = `${node.operator.kind}-${hash.digest('hex').slice(0, 12)}`;
    const number = (counts.get(id) ?? 0) + 1;
    counts.set(id, number);
    // Equal ones are told apart by their order.
    ids.set(node, number === 1 ? id : `${id}-${number}`);
  }
  return ids;
}

function identity(node: PhysicalNode): unknown {
  const { operator } = node;
  // Names that were made count expressions of the whole query.
  if (operator.kind !== 'source') return describeNode(node).replace(/(EXPR\$|\$f)\d+/g, '$');
  const { connector, table, options } = operator;
  return [connector, table, Object.entries(options).sort()];
}

/** Operators that clean their state by watermarks have no time to live. */
function withTtl(operator: OperatorSpec, hints: readonly TtlHint[], ttlMs: number): OperatorSpec {
  const of = (input: TtlHint['input']): number =>
    hints.find((hint) => hint.input === input)?.ms ?? ttlMs;
  switch (operator.kind) {
    case 'group-aggregate':
    case 'rank':
    case 'deduplicate':
    case 'changelog-normalize':
    case 'upsert-materializer':
    case 'conflict-materializer':
    case 'over':
    case 'sorted-over': {
      const own = of('INPUT');
      return own > 0 ? { ...operator, ttlMs: own } : operator;
    }
    case 'lookup-join': {
      const { keep } = operator;
      return keep === null || ttlMs === 0 ? operator : { ...operator, keep: { ...keep, ttlMs } };
    }
    case 'join': {
      const [left, right] = [of('LEFT'), of('RIGHT')];
      return left + right > 0 ? { ...operator, ttlMs: [left, right] } : operator;
    }
    default:
      return operator;
  }
}

function withChangelog(operator: OperatorSpec, updateBefore: boolean): OperatorSpec {
  switch (operator.kind) {
    case 'group-aggregate':
    case 'rank':
    case 'deduplicate':
    case 'changelog-normalize':
    case 'sorted-over':
      return { ...operator, updateBefore };
    default:
      return operator;
  }
}
