/**
 * Late rows of an OVER whose fate Flink's timers decide. It forgets a partition once the watermark
 * is a frame and a half behind its last rows, with the last time that went out, so that it takes
 * late rows of it in again; and a timer to forget that a later row has put off still counts as a
 * time that went out, so that rows before it are late.
 */
import type { Case } from './case.js';
import type { PlanNode } from './plan.js';
import { type Table, TIME } from './tables.js';

/** Whether the node is such an OVER, and a row of the case is late behind such a timer. */
export function forgets({ text }: PlanNode, { tables }: Case): boolean {
  const [, preceding] =
    /^OverAggregate\(.*orderBy=\[\w+ ASC\].* RANGE BETWEEN (\d+) PRECEDING/.exec(text) ?? [];
  return preceding !== undefined && tables.some((table) => isLateBehind(table, Number(preceding)));
}

/** Whether a late row comes when the watermark is further than `ms` behind an earlier row. */
function isLateBehind({ columns, delay, rows }: Table, ms: number): boolean {
  const place = columns.findIndex(({ name }) => name === TIME);
  if (delay === null || place < 0) return false;
  let [least, most] = [Infinity, -Infinity];
  for (const { cells } of rows) {
    const time = Date.parse(`${cells[place]?.replace(' ', 'T')}Z`);
    const watermark = most - delay * 1000;
    if (time <= watermark && watermark - least > ms) return true;
    least = Math.min(least, time);
    most = Math.max(most, time);
  }
  return false;
}
