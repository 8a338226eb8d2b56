/** Queries over windows of event time; they write a window once. */
import { type ChaosQuery, csvTime, type Event, groups, least, most, sum } from './query.js';

const SECOND = "INTERVAL '1' SECOND";
const tumble = (size: number, table = 'events') =>
  `TABLE(TUMBLE(TABLE ${table}, DESCRIPTOR(ts), ${SECOND.replace('1', String(size))}))`;

const floor = (at: number, seconds: number): number =>
  Math.floor(at / (seconds * 1000)) * seconds * 1000;

/** A line for each key and window start. */
function perWindow(
  events: readonly Event[],
  starts: (event: Event) => readonly number[],
  line: (key: string, start: number, events: Event[]) => string,
  key: (event: Event) => string = ({ k }) => k,
): string[] {
  const placed = events.flatMap((event) => starts(event).map((start) => ({ event, start })));
  return groups(placed, ({ event, start }) => `${key(event)}|${start}`).map(([at, items]) => {
    const [name = '', start] = at.split('|');
    return line(
      name,
      Number(start),
      items.map(({ event }) => event),
    );
  });
}

const inTumble = (size: number) => (event: Event) => [floor(event.at, size)];

function inHop(size: number, slide: number): (event: Event) => number[] {
  return ({ at }) => {
    const starts: number[] = [];
    const first = at - size * 1000;
    for (let start = floor(at, slide); start > first; start -= slide * 1000) starts.push(start);
    return starts;
  };
}

/** Windows of five seconds over `events`. */
export const TUMBLE_5 = tumble(5);

/** The events of each key in windows of five seconds, by the window's start. */
function inWindows(events: readonly Event[]): [start: number, events: Event[]][] {
  return groups(events, ({ k, at }) => `${floor(at, 5)}|${k}`).map(([at, all]) => {
    return [Number(at.split('|')[0]), all];
  });
}

const WINDOWED = 'k STRING, w TIMESTAMP(3), total BIGINT';

export const windowQueries: readonly ChaosQuery[] = [
  {
    name: 'tumble',
    columns: WINDOWED,
    select: `SELECT k, window_start, SUM(n) FROM ${tumble(10)}
      GROUP BY k, window_start, window_end`,
    expected: (events) =>
      perWindow(events, inTumble(10), (k, at, all) => `${k},${csvTime(at)},${sum(all)}`),
  },
  {
    name: 'tumble-global',
    columns: 'w TIMESTAMP(3), c BIGINT',
    select: `SELECT window_start, COUNT(*) FROM ${tumble(5)} GROUP BY window_start, window_end`,
    expected: (events) =>
      perWindow(
        events,
        inTumble(5),
        (_, at, all) => `${csvTime(at)},${all.length}`,
        () => '',
      ),
  },
  {
    name: 'hop',
    columns: WINDOWED,
    select: `SELECT k, window_start, SUM(n) FROM TABLE(HOP(TABLE events, DESCRIPTOR(ts),
      INTERVAL '5' SECOND, INTERVAL '15' SECOND)) GROUP BY k, window_start, window_end`,
    expected: (events) =>
      perWindow(events, inHop(15, 5), (k, at, all) => `${k},${csvTime(at)},${sum(all)}`),
  },
  {
    name: 'cumulate',
    columns: 'k STRING, e TIMESTAMP(3), total BIGINT',
    select: `SELECT k, window_end, SUM(n) FROM TABLE(CUMULATE(TABLE events, DESCRIPTOR(ts),
      INTERVAL '5' SECOND, INTERVAL '20' SECOND)) GROUP BY k, window_start, window_end`,
    expected: (events) => {
      const ends = ({ at }: Event): number[] =>
        [5, 10, 15, 20].map((step) => floor(at, 20) + step * 1000).filter((end) => at < end);
      return perWindow(events, ends, (k, end, all) => `${k},${csvTime(end)},${sum(all)}`);
    },
  },
  {
    name: 'distinct',
    columns: WINDOWED,
    select: `SELECT k, window_start, COUNT(DISTINCT n) FROM ${tumble(10)}
      GROUP BY k, window_start, window_end`,
    expected: (events) =>
      perWindow(events, inTumble(10), (k, at, all) => {
        return `${k},${csvTime(at)},${new Set(all.map(({ n }) => n)).size}`;
      }),
  },
  {
    name: 'extremes',
    columns: 'k STRING, w TIMESTAMP(3), least BIGINT, most BIGINT',
    select: `SELECT k, window_start, MIN(n), MAX(n) FROM ${tumble(20)}
      GROUP BY k, window_start, window_end`,
    expected: (events) =>
      perWindow(events, inTumble(20), (k, at, all) => {
        return `${k},${csvTime(at)},${least(all)},${most(all)}`;
      }),
  },
  {
    name: 'having',
    columns: WINDOWED,
    select: `SELECT k, window_start, SUM(n) FROM ${tumble(10)}
      GROUP BY k, window_start, window_end HAVING COUNT(*) > 3`,
    expected: (events) =>
      perWindow(events, inTumble(10), (k, at, all) =>
        all.length > 3 ? `${k},${csvTime(at)},${sum(all)}` : '',
      ).filter((line) => line !== ''),
  },
  {
    name: 'window-top',
    columns: 'w TIMESTAMP(3), k STRING, total BIGINT',
    select: `SELECT window_start, k, total FROM (
      SELECT *, ROW_NUMBER() OVER (PARTITION BY window_start, window_end
        ORDER BY total DESC, k ASC) AS r
      FROM (SELECT k, window_start, window_end, SUM(n) AS total FROM ${tumble(10)}
        GROUP BY k, window_start, window_end)) WHERE r <= 2`,
    expected: (events) => {
      const sums = perWindow(events, inTumble(10), (k, at, all) => `${at}|${k}|${sum(all)}`);
      return groups(sums, (line) => line.split('|')[0] as string).flatMap(([at, lines]) => {
        const rows = lines.map((line) => line.split('|'));
        rows.sort((a, b) => Number(b[2]) - Number(a[2]) || ((a[1] ?? '') < (b[1] ?? '') ? -1 : 1));
        return rows.slice(0, 2).map(([, k, total]) => `${csvTime(Number(at))},${k},${total}`);
      });
    },
  },
  {
    name: 'cascade',
    columns: 'w TIMESTAMP(3), most BIGINT',
    select: `SELECT window_start, MAX(total) FROM TABLE(TUMBLE(TABLE small, DESCRIPTOR(wt),
      INTERVAL '20' SECOND)) GROUP BY window_start, window_end`,
    expected: (events) => {
      const small = groups(events, ({ at }) => String(floor(at, 5)));
      const sums = small.map(([at, all]) => ({ at: Number(at), total: sum(all) }));
      return groups(sums, ({ at }) => String(floor(at, 20))).map(
        ([at, all]) => `${csvTime(Number(at))},${Math.max(...all.map(({ total }) => total))}`,
      );
    },
  },
  {
    name: 'window-join',
    columns: 'k STRING, w TIMESTAMP(3), n BIGINT, greater BIGINT',
    select: `SELECT a.k, a.window_start, a.n, b.n FROM ${TUMBLE_5} AS a JOIN ${TUMBLE_5} AS b
      ON a.k = b.k AND a.window_start = b.window_start AND a.window_end = b.window_end
        AND a.n < b.n`,
    expected: (events) =>
      inWindows(events).flatMap(([at, all]) =>
        all.flatMap(({ k, n }) =>
          all.filter((b) => n < b.n).map((b) => `${k},${csvTime(at)},${n},${b.n}`),
        ),
      ),
  },
  {
    name: 'window-anti-join',
    columns: 'k STRING, w TIMESTAMP(3), n BIGINT',
    select: `SELECT a.k, a.window_start, a.n FROM ${TUMBLE_5} AS a WHERE NOT EXISTS (
      SELECT * FROM ${TUMBLE_5} AS b WHERE a.k = b.k AND a.window_start = b.window_start
        AND a.window_end = b.window_end AND a.n < b.n)`,
    expected: (events) =>
      inWindows(events).flatMap(([at, all]) =>
        all.filter(({ n }) => n === most(all)).map(({ k, n }) => `${k},${csvTime(at)},${n}`),
      ),
  },
  {
    name: 'union',
    columns: WINDOWED,
    select: `SELECT k, window_start, SUM(n) FROM ${tumble(10, 'both_sides')}
      GROUP BY k, window_start, window_end`,
    expected: (events) =>
      perWindow(events, inTumble(10), (k, at, all) => {
        const odd = all.filter(({ n }) => n % 2 === 1);
        return `${k},${csvTime(at)},${sum(all) + sum(odd)}`;
      }),
  },
];
