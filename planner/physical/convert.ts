/** From the optimized logical plan to the physical one, a node at a time, inputs first. */
import { unreachable } from '../../conf/errors/error.js';
import { inputsOf, topological } from '../logical/graph.js';
import type { LogicalNode } from '../logical/node.js';
import type { Normalize } from '../logical/normalize.js';
import { calc } from './calc.js';
import { updateBeforeNeeded } from './changelog.js';
import { fromChangelogNode, toChangelogNode } from './changelog-functions.js';
import { changelogNormalizeNode } from './changelog-normalize.js';
import { correlateNode } from './correlate.js';
import { lookupsThatKeep } from './determinism.js';
import { expandNode } from './expand.js';
import { type AggregateSettings, groupAggregateNode } from './group-aggregate.js';
import { intervalJoinNode } from './interval-join.js';
import { joinNode } from './join.js';
import { type LookupSettings, lookupJoinNode } from './lookup-join.js';
import { matchNode } from './match.js';
import type { PhysicalNode } from './node.js';
import { overNode } from './over.js';
import { rankNode, sortNode } from './rank.js';
import { scanNode, valuesNode, watermarkNode } from './scan.js';
import { sinkNode } from './sink.js';
import type { ConflictSettings } from './sink-conflict.js';
import { temporalJoinNode } from './temporal-join.js';
import { unionNode } from './union.js';
import { windowAggregateNode, windowTableNode } from './window.js';
import { windowJoinNode } from './window-join.js';

/** What of the session's settings operators are made with. */
export interface OperatorSettings extends AggregateSettings {
  /** When a source without rows stops holding back watermarks; 0 = never. */
  readonly idleTimeoutMs: number;
  /** How long an interval join may keep rows beyond what is needed. */
  readonly cleanUpAfterMs: number;
  /** What happens to rows whose key is not that of the table that they are written to. */
  readonly conflicts: ConflictSettings;
  /** Rows that are taken back must have values that do not depend on when they are computed. */
  readonly deterministic: boolean;
  /** How tables are asked for rows where no hint says more. */
  readonly lookups: LookupSettings;
}

/** What is known of a plan's nodes only once all of it stands. */
interface Findings {
  /** Nodes that are left out: their input takes their place. */
  readonly idle: ReadonlySet<LogicalNode>;
  /** Lookup joins that keep what they found. */
  readonly keeping: ReadonlySet<LogicalNode>;
}

/** @throws PLAN_UNSUPPORTED, PLAN_CHANGELOG */
export function toPhysical(
  roots: readonly LogicalNode[],
  settings: OperatorSettings,
): PhysicalNode[] {
  const made = converted(roots, settings, { idle: new Set(), keeping: new Set() });
  const needed = updateBeforeNeeded(rootsOf(roots, made));
  const kept = settings.deterministic ? keptOf(roots, made) : new Set<PhysicalNode>();
  const idle = new Set<LogicalNode>();
  const keeping = new Set<LogicalNode>();
  for (const [node, own] of made) {
    if (node.kind === 'normalize' && isIdle(node, needed.has(own))) idle.add(node);
    if (kept.has(own)) keeping.add(node);
  }
  const isSettled = idle.size + keeping.size === 0;
  return rootsOf(roots, isSettled ? made : converted(roots, settings, { idle, keeping }));
}

function keptOf(
  roots: readonly LogicalNode[],
  made: ReadonlyMap<LogicalNode, PhysicalNode>,
): ReadonlySet<PhysicalNode> {
  const kept = new Set<PhysicalNode>();
  for (const root of roots) {
    if (root.kind !== 'sink') continue;
    const sink = made.get(root) as PhysicalNode;
    for (const node of lookupsThatKeep(sink, root.table.primaryKey)) kept.add(node);
  }
  return kept;
}

/** Upserts do where nobody asks what was there before. */
function isIdle({ always, condition }: Normalize, updateBefore: boolean): boolean {
  return !always && condition === null && !updateBefore;
}

function rootsOf(
  roots: readonly LogicalNode[],
  made: ReadonlyMap<LogicalNode, PhysicalNode>,
): PhysicalNode[] {
  return roots.map((root) => made.get(root) as PhysicalNode);
}

function converted(
  roots: readonly LogicalNode[],
  settings: OperatorSettings,
  findings: Findings,
): ReadonlyMap<LogicalNode, PhysicalNode> {
  const done = new Map<LogicalNode, PhysicalNode>();
  const fused = filtersIntoCalcs(roots);
  for (const node of topological(roots)) {
    if (fused.has(node)) continue;
    const below = node.kind === 'project' && fused.has(node.input) ? node.input : node;
    const inputs = inputsOf(below).map((input) => done.get(input) as PhysicalNode);
    const own = findings.idle.has(node)
      ? inputs[0]
      : convert(node, inputs, fused, settings, findings);
    done.set(node, own as PhysicalNode);
  }
  return done;
}

/** The filters that become part of the projection above them: those with no other consumer. */
function filtersIntoCalcs(roots: readonly LogicalNode[]): Set<LogicalNode> {
  const fused = new Set<LogicalNode>();
  const other = new Set<LogicalNode>();
  for (const node of topological(roots)) {
    for (const input of inputsOf(node)) {
      const into = node.kind === 'project' && input.kind === 'filter';
      if (into && !fused.has(input)) fused.add(input);
      else other.add(input);
    }
  }
  for (const node of other) fused.delete(node);
  return fused;
}

function convert(
  node: LogicalNode,
  inputs: readonly PhysicalNode[],
  fused: ReadonlySet<LogicalNode>,
  settings: OperatorSettings,
  { keeping }: Findings,
): PhysicalNode {
  const [first, second] = inputs as [PhysicalNode, PhysicalNode];
  const { idleTimeoutMs, cleanUpAfterMs, lookups, conflicts } = settings;
  switch (node.kind) {
    case 'scan':
      return scanNode(node);
    case 'values':
      return valuesNode(node);
    case 'project': {
      const { input, expressions, output } = node;
      const condition = input.kind === 'filter' && fused.has(input) ? input.condition : null;
      return calc(first, condition, expressions, output);
    }
    case 'filter':
      return calc(first, node.condition, null, node.output);
    case 'correlate':
      return correlateNode(node, first);
    case 'normalize':
      return changelogNormalizeNode(node, first);
    case 'from-changelog':
      return fromChangelogNode(node, first);
    case 'to-changelog':
      return toChangelogNode(node, first);
    case 'watermark':
      return watermarkNode(node, first, idleTimeoutMs);
    case 'window-table':
      return windowTableNode(node, first);
    case 'expand':
      return expandNode(node, first);
    case 'aggregate':
      return groupAggregateNode(node, first, settings);
    case 'window-aggregate':
      return windowAggregateNode(node, first);
    case 'over':
      return overNode(node, first);
    case 'match':
      return matchNode(node, first);
    case 'rank':
      return rankNode(node, first);
    case 'sort':
      return sortNode(node, first);
    case 'join':
      if (node.form === 'interval') return intervalJoinNode(node, first, second, cleanUpAfterMs);
      if (node.form === 'lookup') return lookupJoinNode(node, first, lookups, keeping.has(node));
      if (node.form === 'temporal') return temporalJoinNode(node, first, second);
      if (node.form === 'window') return windowJoinNode(node, first, second);
      return joinNode(node, first, second);
    case 'union':
      return unionNode(node, inputs);
    case 'sink':
      return sinkNode(node, first, conflicts);
    default:
      return unreachable(node);
  }
}
