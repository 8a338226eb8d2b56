/** The operators of a plan that Flink explains with the kinds of changes that each makes. */

export interface PlanNode {
  /** `GroupAggregate(groupBy=[k], …)`. */
  readonly text: string;
  /** `I`, `UB`, `UA`, `D`. */
  readonly changes: ReadonlySet<string>;
  readonly inputs: readonly PlanNode[];
}

/** @param text of EXPLAIN CHANGELOG_MODE; its optimized physical plan is read */
export function planNodes(text: string): readonly PlanNode[] {
  const [, plan = ''] = /== Optimized Physical Plan ==\n([\s\S]*?)(?:\n\n|\n==|$)/.exec(text) ?? [];
  const nodes: Growing[] = [];
  const above: Growing[] = [];
  for (const line of plan.split('\n')) {
    const [, indent = '', shown = ''] = /^((?: {3}|: {2})*(?:\+- |:- )?)(.*)$/.exec(line) ?? [];
    const [, modes = ''] = /changelogMode=\[([\w,]*)\]/.exec(shown) ?? [];
    const node = { text: shown, changes: new Set(modes.split(',')), inputs: [] };
    const depth = indent.length / 3;
    above[depth - 1]?.inputs.push(node);
    above.length = depth;
    above[depth] = node;
    nodes.push(node);
  }
  return nodes;
}

interface Growing extends PlanNode {
  readonly inputs: PlanNode[];
}

/** Whether an input of the node takes rows back. */
export function takesBack({ inputs }: PlanNode): boolean {
  return inputs.some(({ changes }) => changes.has('UB') || changes.has('D'));
}
