/** Queries that answer row by row: filters, joins, first rows, OVER, order. */
import {
  byKey,
  type ChaosQuery,
  csvTime,
  type Event,
  groups,
  most,
  notesOf,
  sum,
} from './query.js';

const SECOND = 1000;

/** A line for each event, from those of its key up to it. */
function over(events: readonly Event[], make: (event: Event, before: Event[]) => string): string[] {
  return byKey(events).flatMap(([, all]) => all.map((one, i) => make(one, all.slice(0, i + 1))));
}

export const rowQueries: readonly ChaosQuery[] = [
  {
    name: 'filter',
    columns: 'k STRING, n BIGINT',
    select: 'SELECT k, n * 2 FROM events WHERE MOD(n, 3) = 0',
    expected: (events) => events.filter(({ n }) => n % 3 === 0).map(({ k, n }) => `${k},${n * 2}`),
  },
  {
    name: 'join',
    columns: 'k STRING, a BIGINT, b BIGINT',
    select: `SELECT l.k, l.n, r.n FROM events AS l JOIN events AS r
      ON l.k = r.k AND l.n = r.n + 1 WHERE MOD(l.n, 5) = 0`,
    expected: (events) =>
      byKey(events).flatMap(([k, all]) =>
        all
          .filter(({ n }) => n % 5 === 0)
          .flatMap(({ n }) => all.filter((other) => n === other.n + 1).map(() => n))
          .map((n) => `${k},${n},${n - 1}`),
      ),
  },
  {
    name: 'lookup',
    columns: 'k STRING, n BIGINT, note STRING',
    select: `SELECT e.k, e.n, s.note
      FROM asking AS e JOIN side FOR SYSTEM_TIME AS OF e.now AS s ON e.n = s.n`,
    expected: (events) =>
      events.flatMap(({ k, n }) => notesOf(n).map((note) => `${k},${n},${note}`)),
  },
  {
    name: 'first',
    columns: 'k STRING, n BIGINT',
    select: `SELECT k, n FROM (SELECT k, n,
      ROW_NUMBER() OVER (PARTITION BY k, n ORDER BY PROCTIME()) AS r FROM events) WHERE r = 1`,
    expected: (events) => groups(events, ({ k, n }) => `${k},${n}`).map(([key]) => key),
  },
  {
    name: 'over-rows',
    columns: 'k STRING, ts TIMESTAMP(3), total BIGINT',
    select: `SELECT k, ts, SUM(n) OVER (PARTITION BY k ORDER BY ts
      ROWS BETWEEN 3 PRECEDING AND CURRENT ROW) FROM events`,
    expected: (events) =>
      over(events, ({ k, at }, before) => `${k},${csvTime(at)},${sum(before.slice(-4))}`),
  },
  {
    name: 'over-range',
    columns: 'k STRING, ts TIMESTAMP(3), c BIGINT, most BIGINT',
    select: `SELECT k, ts, COUNT(*) OVER w, MAX(n) OVER w FROM events WINDOW w AS
      (PARTITION BY k ORDER BY ts RANGE BETWEEN INTERVAL '2' SECOND PRECEDING AND CURRENT ROW)`,
    expected: (events) =>
      over(events, ({ k, at }, before) => {
        const near = before.filter((one) => one.at >= at - 2 * SECOND);
        return `${k},${csvTime(at)},${near.length},${most(near)}`;
      }),
  },
  {
    name: 'over-all',
    columns: 'k STRING, ts TIMESTAMP(3), total BIGINT',
    select: 'SELECT k, ts, SUM(n) OVER (PARTITION BY k ORDER BY ts) FROM events',
    expected: (events) => over(events, ({ k, at }, before) => `${k},${csvTime(at)},${sum(before)}`),
  },
  {
    name: 'sort',
    columns: 'ts TIMESTAMP(3), k STRING',
    select: 'SELECT ts, k FROM events WHERE MOD(n, 2) = 0 ORDER BY ts',
    expected: (events) =>
      events.filter(({ n }) => n % 2 === 0).map(({ at, k }) => `${csvTime(at)},${k}`),
  },
];
