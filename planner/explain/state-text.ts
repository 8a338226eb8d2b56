/** How the operators of a plan reach their state, as EXPLAIN tells it. */
import { Configuration } from '../../conf/configuration.js';
import { STATE_BACKEND_TYPE } from '../../conf/options/state-backend.js';
import { ASYNC_STATE } from '../../conf/options/table-exec.js';
import type { JobSpec, NodeSpec } from '../../operators/core/spec.js';
import { createOperator } from '../../operators/create.js';
import { isStateful } from '../../operators/runtime/stages.js';
import { synchronousBecause } from '../../operators/runtime/state-access.js';

/** `asynchronous`, or what it is and why; null without state, and where all is in memory. */
export function stateAccess(node: NodeSpec, settings: Configuration): string | null {
  if (!isStateful(node) || settings.get(STATE_BACKEND_TYPE) === 'hashmap') return null;
  const reason = synchronousBecause(createOperator(node.operator), settings);
  if (reason !== null) return `synchronous: ${reason}`;
  return settings.get(ASYNC_STATE) ? 'asynchronous' : `batch by batch: ${ASYNC_STATE.key} is false`;
}

/** @param access as of `stateAccess` */
export interface Accessed {
  readonly description: string;
  readonly access: string | null;
}

/** The operators that fall back to synchronous state, and why; empty when none does. */
export function fallbackText(nodes: readonly Accessed[]): string {
  const fallen = nodes.filter(({ access }) => access?.startsWith('synchronous') === true);
  return fallen.map(({ description, access }) => `${description}\n+- ${access}`).join('\n');
}

/** Those of a job; none where the job asks for synchronous state itself. */
export function fallbacks({ nodes, options }: JobSpec): string {
  const settings = Configuration.of(options);
  if (!settings.get(ASYNC_STATE)) return '';
  const accessed = nodes.map((node) => {
    return { description: node.description, access: stateAccess(node, settings) };
  });
  return fallbackText(accessed);
}
