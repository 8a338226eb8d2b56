/** From bound statements to a job: rules, operators, changelog, edges. */
import type { Configuration } from '../conf/configuration.js';
import { MAX_PARALLELISM, PARALLELISM } from '../conf/options/execution.js';
import { SOURCE_IDLE_TIMEOUT } from '../conf/options/table-exec.js';
import type { JobSpec } from '../operators/core/spec.js';
import { topological } from './logical/graph.js';
import type { LogicalNode } from './logical/node.js';
import type { Sink } from './logical/sink.js';
import { toPhysical } from './physical/convert.js';
import { toJob } from './physical/job.js';
import type { PhysicalNode } from './physical/node.js';
import { optimize } from './rules/optimize.js';

/** A job in all its stages, as EXPLAIN shows it; the plans have a root for each sink. */
export interface Plan {
  readonly logical: readonly LogicalNode[];
  readonly physical: readonly PhysicalNode[];
  readonly job: JobSpec;
  /** All sources end by themselves. */
  readonly bounded: boolean;
}

/**
 * @param sinks of all statements that run as one job
 * @param name of the job
 * @throws PLAN_UNSUPPORTED, PLAN_CHANGELOG
 */
export function plan(sinks: readonly Sink[], name: string, configuration: Configuration): Plan {
  const optimized = optimize(sinks);
  const physical = toPhysical(optimized, configuration.get(SOURCE_IDLE_TIMEOUT));
  const parallelism = configuration.get(PARALLELISM);
  const job = toJob(physical, {
    name,
    parallelism,
    maxParallelism: maxParallelism(configuration, parallelism),
    options: configuration.toRecord(),
  });
  const bounded = topological(optimized).every(
    (node) => node.kind !== 'scan' || node.table.bounded,
  );
  return { logical: sinks, physical, job, bounded };
}

/** As set, else 1.5 times the parallelism, rounded up to a power of two, 128 to 32768. */
function maxParallelism(configuration: Configuration, parallelism: number): number {
  const set = configuration.get(MAX_PARALLELISM);
  if (set > 0) return Math.max(set, parallelism);
  const wanted = 2 ** Math.ceil(Math.log2(Math.ceil(parallelism * 1.5)));
  return Math.min(Math.max(wanted, 128), 32768);
}
