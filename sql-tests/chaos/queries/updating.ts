/** Queries whose rows are taken back and replaced: aggregates, joins, ranks, last rows. */
import {
  byKey,
  type ChaosQuery,
  type Event,
  groups,
  least,
  most,
  notesOf,
  sum,
  timeOf,
} from './query.js';

const line = (...values: readonly (string | number | null)[]): string => JSON.stringify(values);

/** The largest first; of equal ones the earlier. */
function ranked(events: readonly Event[]): Event[] {
  return [...events].sort((a, b) => b.n - a.n || a.at - b.at);
}

const TOP = 3;
const RANKED = `SELECT k, n, ts,
  ROW_NUMBER() OVER (PARTITION BY k ORDER BY n DESC, ts ASC) AS r FROM events`;

const MINI_BATCH = `SET 'table.exec.mini-batch.enabled' = 'true';
  SET 'table.exec.mini-batch.allow-latency' = '20 ms';
  SET 'table.exec.mini-batch.size' = '50';`;

export const updatingQueries: readonly ChaosQuery[] = [
  {
    name: 'group',
    columns: 'k STRING, c BIGINT, total BIGINT, least BIGINT, most BIGINT',
    select: 'SELECT k, COUNT(*), SUM(n), MIN(n), MAX(n) FROM events GROUP BY k',
    unique: 1,
    expected: (events) =>
      byKey(events).map(([k, all]) => line(k, all.length, sum(all), least(all), most(all))),
  },
  {
    name: 'group-mini-batch',
    isBundled: true,
    settings: `${MINI_BATCH} SET 'table.optimizer.agg-phase-strategy' = 'TWO_PHASE';`,
    columns: 'k STRING, c BIGINT, total BIGINT, most BIGINT',
    select: 'SELECT k, COUNT(*), SUM(n), MAX(n) FROM events GROUP BY k',
    unique: 1,
    expected: (events) => byKey(events).map(([k, all]) => line(k, all.length, sum(all), most(all))),
  },
  {
    name: 'group-split',
    isBundled: true,
    settings: `${MINI_BATCH} SET 'table.optimizer.distinct-agg.split.enabled' = 'true';`,
    columns: 'k STRING, c BIGINT, values_of_it BIGINT',
    select: 'SELECT k, COUNT(*), COUNT(DISTINCT n) FROM events GROUP BY k',
    unique: 1,
    expected: (events) =>
      byKey(events).map(([k, all]) => line(k, all.length, new Set(all.map(({ n }) => n)).size)),
  },
  {
    name: 'group-twice-mini-batch',
    isBundled: true,
    settings: `${MINI_BATCH} SET 'table.optimizer.agg-phase-strategy' = 'TWO_PHASE';`,
    columns: 'c BIGINT, `groups` BIGINT, total BIGINT',
    select: `SELECT c, COUNT(*), SUM(total) FROM
      (SELECT k, MOD(n, 20) AS part, COUNT(*) AS c, SUM(n) AS total FROM events
        GROUP BY k, MOD(n, 20)) GROUP BY c`,
    unique: 1,
    expected: (events) => {
      const parts = groups(events, ({ k, n }) => `${k} ${n % 20}`).map(([, all]) => all);
      return groups(parts, ({ length }) => String(length)).map(([c, all]) =>
        line(Number(c), all.length, sum(all.flat())),
      );
    },
  },
  {
    name: 'group-distinct',
    columns: 'k STRING, c BIGINT',
    select: 'SELECT k, COUNT(DISTINCT n) FROM events GROUP BY k',
    unique: 1,
    expected: (events) =>
      byKey(events).map(([k, all]) => line(k, new Set(all.map(({ n }) => n)).size)),
  },
  {
    name: 'group-global',
    columns: 'c BIGINT, total BIGINT',
    select: 'SELECT COUNT(*), SUM(n) FROM events',
    unique: 0,
    expected: (events) => [line(events.length, sum(events))],
  },
  {
    name: 'group-twice',
    columns: 'most BIGINT, keys BIGINT',
    select: `SELECT most, COUNT(*) FROM (SELECT MOD(n, 20) AS part, k, MAX(n) AS most FROM events
      GROUP BY MOD(n, 20), k) GROUP BY most`,
    unique: 1,
    expected: (events) => {
      const parts = groups(events, ({ k, n }) => `${k} ${n % 20}`).map(([, all]) => most(all));
      return groups(parts, String).map(([key, all]) => line(Number(key), all.length));
    },
  },
  {
    name: 'top-n',
    columns: 'k STRING, ts TIMESTAMP(3), n BIGINT',
    select: `SELECT k, ts, n FROM (${RANKED}) WHERE r <= ${TOP}`,
    unique: 2,
    expected: (events) =>
      byKey(events).flatMap(([k, all]) =>
        ranked(all)
          .slice(0, TOP)
          .map(({ n, at }) => line(k, timeOf(at), n)),
      ),
  },
  {
    name: 'top-n-number',
    columns: 'k STRING, r BIGINT, n BIGINT, ts TIMESTAMP(3)',
    select: `SELECT k, r, n, ts FROM (${RANKED}) WHERE r <= ${TOP}`,
    unique: 2,
    expected: (events) =>
      byKey(events).flatMap(([k, all]) =>
        ranked(all)
          .slice(0, TOP)
          .map(({ n, at }, i) => line(k, i + 1, n, timeOf(at))),
      ),
  },
  {
    name: 'top-n-counts',
    columns: 'part BIGINT, r BIGINT, k STRING, c BIGINT',
    select: `SELECT part, r, k, c FROM (
      SELECT *, ROW_NUMBER() OVER (PARTITION BY part ORDER BY c DESC, k) AS r FROM
        (SELECT MOD(n, 5) AS part, k, COUNT(*) AS c FROM events GROUP BY MOD(n, 5), k))
      WHERE r <= ${TOP}`,
    unique: 2,
    expected: (events) =>
      groups(events, ({ n }) => String(n % 5)).flatMap(([part, all]) =>
        byKey(all)
          .map(([k, { length }]) => ({ k, c: length }))
          .sort((a, b) => b.c - a.c || (a.k < b.k ? -1 : 1))
          .slice(0, TOP)
          .map(({ k, c }, i) => line(Number(part), i + 1, k, c)),
      ),
  },
  {
    name: 'over-sorted',
    columns: 'ts TIMESTAMP(3), k STRING, n BIGINT, total BIGINT, c BIGINT',
    select: `SELECT ts, k, n, SUM(n) OVER (PARTITION BY k ORDER BY n),
      COUNT(*) OVER (PARTITION BY k ORDER BY n) FROM events WHERE n < 4`,
    unique: 1,
    expected: (events) =>
      byKey(events.filter(({ n }) => n < 4)).flatMap(([k, all]) =>
        all.map(({ n, at }) => {
          const before = all.filter((other) => other.n <= n);
          return line(timeOf(at), k, n, sum(before), before.length);
        }),
      ),
  },
  {
    name: 'last',
    columns: 'k STRING, n BIGINT, ts TIMESTAMP(3)',
    select: `SELECT k, n, ts FROM (SELECT *,
      ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS r FROM events) WHERE r = 1`,
    unique: 1,
    expected: (events) =>
      byKey(events).map(([k, all]) => {
        const { n, at } = all.at(-1) as Event;
        return line(k, n, timeOf(at));
      }),
  },
  {
    name: 'changelog',
    columns: 'k STRING, total BIGINT',
    select: `SELECT * FROM FROM_CHANGELOG(
      (SELECT * FROM TO_CHANGELOG((SELECT k, SUM(n) AS total FROM events GROUP BY k))))`,
    unique: 1,
    expected: (events) => byKey(events).map(([k, all]) => line(k, sum(all))),
  },
  {
    name: 'left-join',
    columns: 'k STRING, part BIGINT, total BIGINT, c BIGINT',
    select: `SELECT l.k, l.part, l.total, r.c FROM
      (SELECT k, MOD(n, 10) AS part, SUM(n) AS total FROM events GROUP BY k, MOD(n, 10)) AS l
      LEFT JOIN
      (SELECT k, MOD(n, 10) AS part, COUNT(*) AS c FROM events WHERE n < 25 AND MOD(n, 3) = 0
        GROUP BY k, MOD(n, 10)) AS r
      ON l.k = r.k AND l.part = r.part`,
    unique: 2,
    expected: (events) =>
      groups(events, ({ k, n }) => `${k} ${n % 10}`).map(([key, all]) => {
        const [k = '', part] = key.split(' ');
        const met = all.filter(({ n }) => n < 25 && n % 3 === 0).length;
        return line(k, Number(part), sum(all), met === 0 ? null : met);
      }),
  },
  {
    name: 'lookup-changes',
    columns: 'k STRING, part BIGINT, note STRING',
    select: `SELECT t.k, t.part, s.note FROM
      (SELECT k, MOD(COUNT(*), 50) AS part, PROCTIME() AS now FROM events GROUP BY k) AS t
      LEFT JOIN side FOR SYSTEM_TIME AS OF t.now AS s ON t.part = s.n AND s.note LIKE 'a%'`,
    unique: 1,
    expected: (events) =>
      byKey(events).map(([k, all]) => {
        const part = all.length % 50;
        return line(k, part, notesOf(part)[0] ?? null);
      }),
  },
  {
    name: 'semi-join',
    columns: 'k STRING, n BIGINT, ts TIMESTAMP(3)',
    select: `SELECT k, n, ts FROM events
      WHERE n IN (SELECT MAX(n) FROM events WHERE n < 45 GROUP BY k)`,
    unique: 3,
    expected: (events) => {
      const bests = byKey(events.filter(({ n }) => n < 45)).map(([, all]) => most(all));
      return events
        .filter(({ n }) => bests.includes(n))
        .map(({ k, n, at }) => line(k, n, timeOf(at)));
    },
  },
];
