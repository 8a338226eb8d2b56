/** From bound statements to a job: rules, operators, changelog, edges. */
import type { Configuration } from '../conf/configuration.js';
import { MillraceError } from '../conf/errors/error.js';
import { MAX_PARALLELISM, PARALLELISM } from '../conf/options/execution.js';
import {
  ASYNC_LOOKUP_CAPACITY,
  ASYNC_LOOKUP_KEY_ORDERED,
  ASYNC_LOOKUP_OUTPUT_MODE,
  ASYNC_LOOKUP_TIMEOUT,
  INTERVAL_JOIN_CLEAN_UP,
  MINI_BATCH,
  MINI_BATCH_LATENCY,
  MINI_BATCH_SIZE,
  REQUIRE_ON_CONFLICT,
  SOURCE_IDLE_TIMEOUT,
  STATE_TTL,
  UPSERT_MATERIALIZE,
} from '../conf/options/table-exec.js';
import {
  AGGREGATE_PHASES,
  NON_DETERMINISTIC_UPDATE,
  SPLIT_BUCKETS,
  SPLIT_DISTINCT,
} from '../conf/options/table-optimizer.js';
import type { MiniBatch } from '../operators/core/operator.js';
import type { JobSpec } from '../operators/core/spec.js';
import { defaultMaxParallelism } from '../state/column/key-group.js';
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
 * @throws PLAN_UNSUPPORTED, PLAN_CHANGELOG, CONFIG_VALUE
 */
export function plan(sinks: readonly Sink[], name: string, configuration: Configuration): Plan {
  const split = configuration.get(MINI_BATCH) && configuration.get(SPLIT_DISTINCT);
  const optimized = optimize(sinks, split ? configuration.get(SPLIT_BUCKETS) : null);
  const parallelism = configuration.get(PARALLELISM);
  const phases = configuration.get(AGGREGATE_PHASES);
  const physical = toPhysical(optimized, {
    idleTimeoutMs: configuration.get(SOURCE_IDLE_TIMEOUT),
    cleanUpAfterMs: configuration.get(INTERVAL_JOIN_CLEAN_UP),
    miniBatch: miniBatch(configuration),
    conflicts: {
      materialize: configuration.get(UPSERT_MATERIALIZE),
      required: configuration.get(REQUIRE_ON_CONFLICT),
    },
    deterministic: configuration.get(NON_DETERMINISTIC_UPDATE) === 'TRY_RESOLVE',
    twoPhases: phases === 'TWO_PHASE' || (phases === 'AUTO' && parallelism > 1),
    lookups: {
      capacity: configuration.get(ASYNC_LOOKUP_CAPACITY),
      isKeyOrdered: configuration.get(ASYNC_LOOKUP_KEY_ORDERED),
      allowsUnordered: configuration.get(ASYNC_LOOKUP_OUTPUT_MODE) === 'ALLOW_UNORDERED',
      timeoutMs: configuration.get(ASYNC_LOOKUP_TIMEOUT),
    },
  });
  const job = toJob(
    physical,
    {
      name,
      parallelism,
      maxParallelism: maxParallelism(configuration, parallelism),
      options: configuration.toRecord(),
    },
    configuration.get(STATE_TTL),
  );
  const bounded = topological(optimized).every(
    (node) => node.kind !== 'scan' || node.table.bounded,
  );
  return { logical: sinks, physical, job, bounded };
}

/**
 * Null where rows are not collected.
 * @throws CONFIG_VALUE where it has no bounds
 */
function miniBatch(configuration: Configuration): MiniBatch | null {
  if (!configuration.get(MINI_BATCH)) return null;
  const rows = configuration.get(MINI_BATCH_SIZE);
  const latencyMs = configuration.get(MINI_BATCH_LATENCY);
  for (const [key, value] of [
    [MINI_BATCH_LATENCY.key, latencyMs],
    [MINI_BATCH_SIZE.key, rows],
  ] as const) {
    if (value > 0) continue;
    const reason = `'${key}' is ${value}, with '${MINI_BATCH.key}'`;
    throw new MillraceError('CONFIG_VALUE', reason, { hint: 'It has to be more than 0.' });
  }
  return { rows, latencyMs };
}

/**
 * As set, else Flink's default for the parallelism.
 * @throws CONFIG_VALUE where there are fewer key groups than tasks
 */
function maxParallelism(configuration: Configuration, parallelism: number): number {
  const set = configuration.get(MAX_PARALLELISM);
  if (set <= 0) return defaultMaxParallelism(parallelism);
  if (set >= parallelism) return set;
  const reason = `'${PARALLELISM.key}' is ${parallelism}, above '${MAX_PARALLELISM.key}', ${set}`;
  const hint = 'Each task needs a key group: lower the one or raise the other.';
  throw new MillraceError('CONFIG_VALUE', reason, { hint });
}
