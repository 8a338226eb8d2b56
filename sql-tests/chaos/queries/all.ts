/** All queries of the chaos test, and the script that runs one. */
import type { ChaosQuery } from './query.js';
import { rowQueries } from './rows.js';
import { updatingQueries } from './updating.js';
import { TUMBLE_5, windowQueries } from './windows.js';

export const queries: readonly ChaosQuery[] = [...windowQueries, ...rowQueries, ...updatingQueries];

export interface Folders {
  /** Of the files with events. */
  readonly input: string;
  readonly output: string;
  /** Of the file that rows are looked up in. */
  readonly side: string;
}

/**
 * The statements that write what the query gives.
 * @param unbounded files that come later are read too
 */
export function scriptOf(query: ChaosQuery, folders: Folders, unbounded: boolean): string {
  const monitor = unbounded ? "'source.monitor-interval' = '10 ms'," : '';
  const format = query.unique === undefined ? 'csv' : 'debezium-json';
  return `${query.settings ?? ''}
    CREATE TEMPORARY TABLE events (k STRING, n BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts)
      WITH (${monitor} 'connector' = 'filesystem', 'path' = '${folders.input}', 'format' = 'csv');
    CREATE TEMPORARY TABLE side (n BIGINT, note STRING)
      WITH ('connector' = 'filesystem', 'path' = '${folders.side}', 'format' = 'csv');
    CREATE TEMPORARY VIEW asking AS SELECT k, n, PROCTIME() AS now FROM events;
    CREATE TEMPORARY VIEW small AS SELECT SUM(n) AS total, window_time AS wt FROM ${TUMBLE_5}
      GROUP BY window_start, window_end, window_time;
    CREATE TEMPORARY VIEW both_sides AS SELECT k, n, ts FROM events
      UNION ALL SELECT k, n, ts FROM events WHERE MOD(n, 2) = 1;
    CREATE TEMPORARY TABLE outcome (${query.columns})
      WITH ('connector' = 'filesystem', 'path' = '${folders.output}', 'format' = '${format}');
    INSERT INTO outcome ${query.select}`;
}
