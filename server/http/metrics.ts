/**
 * The metrics of a job's vertices, under Flink's names where it has them: what `/jobs/:id` sums up,
 * task by task.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { JobRun } from '../../operators/runtime/job-run.js';
import type { Meter, StateMeter } from '../../operators/runtime/meter.js';
import type { NodeMeter } from '../../operators/runtime/part-messages.js';

/** By name; state only of nodes that keep some. */
export type Metrics = Readonly<Record<string, number>>;

export function stateMetrics(state: StateMeter): Metrics {
  return {
    numInFlightRecords: state.inFlightRows,
    stateHits: state.hits,
    stateMisses: state.misses,
    stateBlockHits: state.blockHits,
    stateNearReads: state.nearReads,
    stateFarReads: state.farReads,
    stateWaitTimeMs: state.waitMs,
    stateMemoryBytes: state.memoryBytes,
  };
}

function metricsOf({ rowsIn, rowsOut, lateRows, watermark, state }: Meter): Metrics {
  return {
    numRecordsIn: rowsIn,
    numRecordsOut: rowsOut,
    numLateRecordsDropped: lateRows,
    currentOutputWatermark: watermark,
    ...(state === null ? {} : stateMetrics(state)),
  };
}

/** As Flink's `/vertices/:id/metrics`: `<task>.<name>`; values are told of those asked for. */
export function byTask(meters: readonly NodeMeter[], wanted: ReadonlySet<string> | null) {
  const all = meters.flatMap(({ task, meter }) =>
    Object.entries(metricsOf(meter)).map(([name, value]) => ({ id: `${task}.${name}`, value })),
  );
  if (wanted === null) return all.map(({ id }) => ({ id }));
  return all
    .filter(({ id }) => wanted.has(id))
    .map(({ id, value }) => ({ id, value: String(value) }));
}

/** As Flink's `/vertices/:id/subtasks/metrics`: over all tasks. */
export function overTasks(meters: readonly NodeMeter[], wanted: ReadonlySet<string> | null) {
  const values = new Map<string, number[]>();
  for (const { meter } of meters) {
    for (const [name, value] of Object.entries(metricsOf(meter))) {
      values.set(name, [...(values.get(name) ?? []), value]);
    }
  }
  if (wanted === null) return [...values.keys()].map((id) => ({ id }));
  return [...values].flatMap(([id, all]) => {
    if (!wanted.has(id)) return [];
    const sum = all.reduce((total, value) => total + value, 0);
    return [{ id, min: Math.min(...all), max: Math.max(...all), avg: sum / all.length, sum }];
  });
}

/** Of a vertex, task by task. @throws JOB_MISSING */
export function metersOf(run: JobRun, vertex: string): readonly NodeMeter[] {
  const index = run.spec.nodes.findIndex(({ id }) => id === vertex);
  if (index < 0) {
    throw new MillraceError('JOB_MISSING', `Job ${run.id} has no vertex '${vertex}'`);
  }
  return run.meters().filter(({ node }) => node === index);
}

/** `get=a,b` of a query; null = names are asked for. */
export function wantedMetrics(
  query: Readonly<Record<string, unknown>>,
): ReadonlySet<string> | null {
  const { get } = query;
  return typeof get === 'string' && get !== '' ? new Set(get.split(',')) : null;
}
