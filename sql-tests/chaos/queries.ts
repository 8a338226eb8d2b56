/**
 * The queries that the chaos test runs, each with a computation of its own of what must come out.
 * All read `events`, whose times ascend, and write rows that are never taken back.
 */
export interface Event {
  readonly k: string;
  readonly n: number;
  /** Seconds since 2001-01-01 00:00:00. */
  readonly s: number;
}

export interface ChaosQuery {
  readonly name: string;
  /** Columns of the sink. */
  readonly columns: string;
  readonly select: string;
  /** The rows, a CSV line each, in any order. */
  readonly expected: (events: readonly Event[]) => string[];
}

const SECOND = "INTERVAL '1' SECOND";
const tumble = (size: number, table = 'events') =>
  `TABLE(TUMBLE(TABLE ${table}, DESCRIPTOR(ts), ${SECOND.replace('1', String(size))}))`;

/** A time as the CSV format writes it. */
export function timeText(seconds: number): string {
  const text = new Date(Date.UTC(2001, 0, 1) + seconds * 1000).toISOString();
  return `"${text.slice(0, 10)} ${text.slice(11, 19)}"`;
}

/** Groups in order of their first event. */
function groups<T>(items: readonly T[], key: (item: T) => string): [key: string, items: T[]][] {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const at = key(item);
    const group = found.get(at);
    if (group === undefined) found.set(at, [item]);
    else group.push(item);
  }
  return [...found];
}

const sum = (events: readonly Event[]): number => events.reduce((total, { n }) => total + n, 0);
const floor = (seconds: number, size: number): number => Math.floor(seconds / size) * size;

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

const inTumble = (size: number) => (event: Event) => [floor(event.s, size)];

function inHop(size: number, slide: number): (event: Event) => number[] {
  return ({ s }) => {
    const starts: number[] = [];
    for (let start = floor(s, slide); start > s - size; start -= slide) starts.push(start);
    return starts;
  };
}

const WINDOWED = 'k STRING, w TIMESTAMP(3), total BIGINT';

export const queries: readonly ChaosQuery[] = [
  {
    name: 'filter',
    columns: 'k STRING, n BIGINT',
    select: 'SELECT k, n * 2 FROM events WHERE MOD(n, 3) = 0',
    expected: (events) => events.filter(({ n }) => n % 3 === 0).map(({ k, n }) => `${k},${n * 2}`),
  },
  {
    name: 'tumble',
    columns: WINDOWED,
    select: `SELECT k, window_start, SUM(n) FROM ${tumble(10)}
      GROUP BY k, window_start, window_end`,
    expected: (events) =>
      perWindow(events, inTumble(10), (k, at, all) => `${k},${timeText(at)},${sum(all)}`),
  },
  {
    name: 'tumble-global',
    columns: 'w TIMESTAMP(3), c BIGINT',
    select: `SELECT window_start, COUNT(*) FROM ${tumble(5)} GROUP BY window_start, window_end`,
    expected: (events) =>
      perWindow(
        events,
        inTumble(5),
        (_, at, all) => `${timeText(at)},${all.length}`,
        () => '',
      ),
  },
  {
    name: 'hop',
    columns: WINDOWED,
    select: `SELECT k, window_start, SUM(n) FROM TABLE(HOP(TABLE events, DESCRIPTOR(ts),
      INTERVAL '5' SECOND, INTERVAL '15' SECOND)) GROUP BY k, window_start, window_end`,
    expected: (events) =>
      perWindow(events, inHop(15, 5), (k, at, all) => `${k},${timeText(at)},${sum(all)}`),
  },
  {
    name: 'cumulate',
    columns: 'k STRING, e TIMESTAMP(3), total BIGINT',
    select: `SELECT k, window_end, SUM(n) FROM TABLE(CUMULATE(TABLE events, DESCRIPTOR(ts),
      INTERVAL '5' SECOND, INTERVAL '20' SECOND)) GROUP BY k, window_start, window_end`,
    expected: (events) => {
      const ends = ({ s }: Event): number[] =>
        [5, 10, 15, 20].map((step) => floor(s, 20) + step).filter((end) => s < end);
      return perWindow(events, ends, (k, end, all) => `${k},${timeText(end)},${sum(all)}`);
    },
  },
  {
    name: 'distinct',
    columns: WINDOWED,
    select: `SELECT k, window_start, COUNT(DISTINCT n) FROM ${tumble(10)}
      GROUP BY k, window_start, window_end`,
    expected: (events) =>
      perWindow(events, inTumble(10), (k, at, all) => {
        return `${k},${timeText(at)},${new Set(all.map(({ n }) => n)).size}`;
      }),
  },
  {
    name: 'extremes',
    columns: 'k STRING, w TIMESTAMP(3), least BIGINT, most BIGINT',
    select: `SELECT k, window_start, MIN(n), MAX(n) FROM ${tumble(20)}
      GROUP BY k, window_start, window_end`,
    expected: (events) =>
      perWindow(events, inTumble(20), (k, at, all) => {
        const values = all.map(({ n }) => n);
        return `${k},${timeText(at)},${Math.min(...values)},${Math.max(...values)}`;
      }),
  },
  {
    name: 'having',
    columns: WINDOWED,
    select: `SELECT k, window_start, SUM(n) FROM ${tumble(10)}
      GROUP BY k, window_start, window_end HAVING COUNT(*) > 3`,
    expected: (events) =>
      perWindow(events, inTumble(10), (k, at, all) =>
        all.length > 3 ? `${k},${timeText(at)},${sum(all)}` : '',
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
        return rows.slice(0, 2).map(([, k, total]) => `${timeText(Number(at))},${k},${total}`);
      });
    },
  },
  {
    name: 'cascade',
    columns: 'w TIMESTAMP(3), most BIGINT',
    select: `SELECT window_start, MAX(total) FROM TABLE(TUMBLE(TABLE small, DESCRIPTOR(wt),
      INTERVAL '20' SECOND)) GROUP BY window_start, window_end`,
    expected: (events) => {
      const small = groups(events, ({ s }) => String(floor(s, 5)));
      const sums = small.map(([at, all]) => ({ at: Number(at), total: sum(all) }));
      return groups(sums, ({ at }) => String(floor(at, 20))).map(
        ([at, all]) => `${timeText(Number(at))},${Math.max(...all.map(({ total }) => total))}`,
      );
    },
  },
  {
    name: 'join',
    columns: 'k STRING, a BIGINT, b BIGINT',
    select: `SELECT l.k, l.n, r.n FROM events AS l JOIN events AS r
      ON l.k = r.k AND l.n = r.n + 1 WHERE MOD(l.n, 5) = 0`,
    expected: (events) =>
      groups(events, ({ k }) => k).flatMap(([k, all]) =>
        all
          .filter(({ n }) => n % 5 === 0)
          .flatMap(({ n }) => all.filter((other) => n === other.n + 1).map(() => n))
          .map((n) => `${k},${n},${n - 1}`),
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
        return `${k},${timeText(at)},${sum(all) + sum(odd)}`;
      }),
  },
];

/** The statements before the INSERT. */
export function tables(folder: string, query: ChaosQuery, unbounded: boolean): string {
  const monitor = unbounded ? "'source.monitor-interval' = '10 ms'," : '';
  return `CREATE TABLE events (k STRING, n BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts) WITH (
      ${monitor} 'connector' = 'filesystem', 'path' = '${folder}/in', 'format' = 'csv');
    CREATE VIEW small AS SELECT SUM(n) AS total, window_time AS wt FROM ${tumble(5)}
      GROUP BY window_start, window_end, window_time;
    CREATE VIEW both_sides AS SELECT k, n, ts FROM events
      UNION ALL SELECT k, n, ts FROM events WHERE MOD(n, 2) = 1;
    CREATE TABLE outcome (${query.columns}) WITH (
      'connector' = 'filesystem', 'path' = '${folder}/out', 'format' = 'csv');`;
}
