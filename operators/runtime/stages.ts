/**
 * How a job's nodes become stages: a stage is what one task runs. It begins with a source, a
 * stateful operator, a lookup or a node with several inputs, and takes along every stateless node
 * that hangs on it by forward edges; those are called synchronously. All other edges cross from
 * stage to stage and become channels between tasks. The cut depends on the job alone, so every
 * worker derives the same one.
 */
import { assert } from '../../conf/errors/error.js';
import type { Exchange, JobSpec, NodeSpec } from '../core/spec.js';

/** An edge between two stages. */
export interface Edge {
  readonly index: number;
  readonly from: number;
  readonly to: number;
  /** Which input of `to`. */
  readonly input: number;
  readonly exchange: Exchange;
  /** How many channels the inbox of each task of `to` has before those of this edge. */
  readonly firstChannel: number;
}

export interface Stage {
  readonly index: number;
  /** Node that the stage begins with. */
  readonly head: number;
  readonly parallelism: number;
  /** Head first, in topological order. */
  readonly nodes: readonly number[];
}

export interface StageGraph {
  readonly job: JobSpec;
  readonly stages: readonly Stage[];
  readonly edges: readonly Edge[];
  /** The stage of each node. */
  readonly stageOf: readonly number[];
  /** Per node, the nodes chained directly behind it. */
  readonly chained: readonly (readonly number[])[];
  /** Per node, the edges that leave its stage from it. */
  readonly leaving: readonly (readonly Edge[])[];
  /** Per node, the edges that enter its stage at it, by input. */
  readonly entering: readonly (readonly Edge[])[];
}

const STATELESS = new Set<NodeSpec['operator']['kind']>([
  'calc',
  'correlate',
  'watermark',
  'window-table',
  'expand',
  'from-changelog',
  'to-changelog',
  'local-aggregate',
  'sink',
]);

/** The operator keeps state: it begins a stage, and its tables go into checkpoints. */
export function isStateful(node: NodeSpec): boolean {
  const { operator } = node;
  // They begin a stage, and keep nothing: what waits lies in the inbox.
  if (operator.kind === 'union') return false;
  if (operator.kind === 'lookup-join') return operator.keep !== null;
  return !isSource(node) && !STATELESS.has(operator.kind);
}

export function isSource(node: NodeSpec): boolean {
  return node.operator.kind === 'source' || node.operator.kind === 'values';
}

export function nodeOf(job: JobSpec, index: number): NodeSpec {
  const node = job.nodes[index];
  assert(node !== undefined, 'An edge names a node of its job');
  return node;
}

export function parallelismOf(job: JobSpec, node: NodeSpec): number {
  return node.parallelism ?? job.parallelism;
}

export function cutStages(job: JobSpec): StageGraph {
  const lists: number[][] = [];
  const stageOf: number[] = [];
  const chained: number[][] = job.nodes.map(() => []);
  const leaving: Edge[][] = job.nodes.map(() => []);
  const entering: Edge[][] = job.nodes.map(() => []);
  const edges: Edge[] = [];
  job.nodes.forEach((node, index) => {
    const before = chainsOnto(job, node);
    if (before !== undefined) {
      const stage = stageOf[before] as number;
      stageOf.push(stage);
      lists[stage]?.push(index);
      chained[before]?.push(index);
      return;
    }
    stageOf.push(lists.length);
    lists.push([index]);
    let firstChannel = 0;
    node.inputs.forEach((input, position) => {
      const { exchange } = input;
      const producer = nodeOf(job, input.node);
      checkEdge(job, node, producer, exchange);
      const at = { index: edges.length, from: input.node, to: index, input: position };
      const edge: Edge = { ...at, exchange, firstChannel };
      firstChannel += exchange.kind === 'forward' ? 1 : parallelismOf(job, producer);
      edges.push(edge);
      leaving[input.node]?.push(edge);
      entering[index]?.push(edge);
    });
  });
  const stages = lists.map((nodes, index) => {
    const head = nodes[0] as number;
    return { index, head, nodes, parallelism: parallelismOf(job, nodeOf(job, head)) };
  });
  return { job, stages, edges, stageOf, chained, leaving, entering };
}

/** The node that this one is called by directly; undefined when it begins a stage. */
function chainsOnto(job: JobSpec, node: NodeSpec): number | undefined {
  const [input, second] = node.inputs;
  if (input === undefined || second !== undefined) return undefined;
  if (input.exchange.kind !== 'forward' || !STATELESS.has(node.operator.kind)) return undefined;
  const same = parallelismOf(job, node) === parallelismOf(job, nodeOf(job, input.node));
  return same ? input.node : undefined;
}

function checkEdge(job: JobSpec, node: NodeSpec, from: NodeSpec, exchange: Exchange): void {
  const [up, down] = [parallelismOf(job, from), parallelismOf(job, node)];
  if (exchange.kind === 'forward') assert(up === down, 'A forward edge keeps the parallelism');
  if (exchange.kind === 'single') assert(down === 1, 'A single edge leads to one task');
}

/** The tasks of the producing stage that send to task `task` over `edge`. */
export function sendersTo(graph: StageGraph, edge: Edge, task: number): readonly number[] {
  if (edge.exchange.kind === 'forward') return [task];
  return range(parallelismOf(graph.job, nodeOf(graph.job, edge.from)));
}

/** The tasks of the consuming stage that get rows of task `task` over `edge`. */
export function receiversFrom(graph: StageGraph, edge: Edge, task: number): readonly number[] {
  if (edge.exchange.kind === 'forward') return [task];
  return range(parallelismOf(graph.job, nodeOf(graph.job, edge.to)));
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
