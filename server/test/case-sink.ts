/**
 * Where the rows of a golden test's queries go: straight into the `ChangeLog` of the query. At a
 * barrier each task tells how far the log was, so that a restored query can take back the rest.
 */
import type { Batch } from '../../operators/core/batch.js';
import type { Sink, SinkContext } from '../../operators/core/sink.js';
import type { JobSnapshot } from '../../operators/runtime/snapshot.js';
import { resultRows } from '../sessions/result-row.js';
import type { Query } from './case-streams.js';
import { cellTexts } from './cell-text.js';

interface Reached {
  readonly task: number;
  /** Number of the first change behind the barrier. */
  readonly next: number;
}

/** @param find the query of a job, by the job's id */
export function caseSink(find: (job: string) => Query | undefined): Sink {
  return {
    open: async ({ job, task }: SinkContext) => {
      const query = find(job);
      return {
        write: (batch) => (query === undefined ? undefined : add(query, batch, task)),
        prepare: async (): Promise<Reached[]> => [{ task, next: query?.log.next ?? 0 }],
        close: async () => {},
      };
    },
    commit: async () => {},
    abort: async () => {},
  };
}

function add({ columns, log, timeZone }: Query, batch: Batch, task: number): void {
  for (const { kind, values } of resultRows(batch, columns)) {
    log.add({ kind, cells: cellTexts(values, columns, timeZone) }, task);
  }
}

/** By task, how far the log was at a snapshot. */
export function reachedAt(snapshot: JobSnapshot): Map<number, number> {
  const limits = new Map<number, number>();
  for (const { committables } of snapshot.nodes) {
    for (const one of (committables ?? []) as readonly Reached[]) limits.set(one.task, one.next);
  }
  return limits;
}
