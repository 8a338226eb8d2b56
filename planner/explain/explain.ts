/** EXPLAIN: the query as it was said, the optimized plan, and what runs. */
import { Configuration } from '../../conf/configuration.js';
import type { JobSpec } from '../../operators/core/spec.js';
import type { LogicalNode } from '../logical/node.js';
import type { ExplainDetail } from '../parser/ast/change.js';
import { updateBeforeNeeded } from '../physical/changelog.js';
import type { PhysicalNode } from '../physical/node.js';
import type { Plan } from '../plan.js';
import { logicalTree } from './logical-text.js';
import { executionText, optimizedText } from './physical-text.js';
import { fallbacks, stateAccess } from './state-text.js';
import { treeText } from './tree-text.js';

export function explainText(plan: Plan, details: readonly ExplainDetail[]): string {
  const needed = details.includes('CHANGELOG_MODE') ? updateBeforeNeeded(plan.physical) : null;
  const logical = plan.logical.map((root) => treeText(logicalTree(shown(root))));
  const physical = plan.physical.map(shownNode);
  const sections = [
    ['Abstract Syntax Tree', logical.join('\n\n')],
    ['Optimized Physical Plan', optimizedText(physical, needed)],
    ['Optimized Execution Plan', executionText(physical)],
  ];
  const fallback = fallbacks(plan.job);
  if (fallback !== '') sections.push(['Synchronous State', fallback]);
  if (details.includes('JSON_EXECUTION_PLAN')) {
    sections.push(['Physical Execution Plan', jsonPlan(plan.job)]);
  }
  return sections.map(([title, text]) => `== ${title} ==\n${text}`).join('\n\n');
}

/** What a SELECT's plan shows: the query, not where its rows are collected. */
function shown(root: LogicalNode): LogicalNode {
  return root.kind === 'sink' && root.table.path.length === 0 ? root.input : root;
}

function shownNode(root: PhysicalNode): PhysicalNode {
  const { operator } = root;
  const [input] = root.inputs;
  return operator.kind === 'sink' && operator.table === '' && input ? input.node : root;
}

/** The job's nodes in the form of Flink's JSON plan, and how they reach their state. */
function jsonPlan(job: JobSpec): string {
  const settings = Configuration.of(job.options);
  const nodes = job.nodes.map((node, i) => {
    const predecessors = node.inputs.map(({ node: from, exchange }) => ({
      id: from + 1,
      ship_strategy: exchange.kind.toUpperCase(),
      side: 'second',
    }));
    const state = stateAccess(node, settings);
    const pact = { source: 'Data Source', sink: 'Data Sink' } as Readonly<Record<string, string>>;
    return {
      id: i + 1,
      type: node.description,
      pact: pact[node.operator.kind] ?? 'Operator',
      contents: node.description,
      parallelism: node.parallelism ?? job.parallelism,
      ...(state === null ? {} : { state }),
      ...(predecessors.length === 0 ? {} : { predecessors }),
    };
  });
  return JSON.stringify({ nodes }, null, 2);
}
