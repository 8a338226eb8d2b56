/**
 * What `npm run bench` measures: SQL over tables in memory, and over files. A ceiling is what one
 * core did in a hand-written loop of the same work on columns, without an engine around it; where
 * it comes from stands in `bench/README.md`.
 */
import type { F64Vector, Vector } from '../../state/column/vector.js';
import { type MemoryTable, numbers, texts } from './memory-table.js';

export interface Case {
  readonly name: string;
  /** Input rows a second, in millions; null where none was measured. */
  readonly ceiling: number | null;
  readonly tables: (scale: number) => Readonly<Record<string, MemoryTable>>;
  /** Tables over files, and the sink; `{dir}` is a folder with the files. */
  readonly setup?: string;
  /** Made before the run by this statement, unmeasured. */
  readonly prepare?: string;
  /** INSERT INTO out … */
  readonly sql: string;
  /** Columns of `out`. */
  readonly out: string;
  /** Input rows; absent = those of the tables. */
  readonly inputRows?: (scale: number) => number;
}

const MILLION = 1_000_000;

/** @param rows made rows, given out `passes` times */
function keyed(rows: number, keys: number, passes: number): MemoryTable {
  return {
    columns: 'k BIGINT, v BIGINT',
    rows,
    passes,
    vectors: [
      { lane: 'f64', values: numbers(rows, keys, 1), nulls: null },
      { lane: 'f64', values: numbers(rows, 1000, 2), nulls: null },
    ],
  };
}

/** Event time rises by one ms every `rowsPerMs` rows. */
function timed(rows: number, keys: number, rowsPerMs: number): MemoryTable {
  const times = Float64Array.from({ length: rows }, (_, i) => Math.floor(i / rowsPerMs));
  return {
    columns: 'k BIGINT, v BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts',
    rows,
    passes: 1,
    vectors: [
      { lane: 'f64', values: numbers(rows, keys, 1), nulls: null },
      { lane: 'f64', values: numbers(rows, 1000, 2), nulls: null },
      { lane: 'time', values: times, nanos: null, nulls: null },
    ],
  };
}

const one =
  (rows: number, keys: number, passes: number) =>
  (scale: number): Record<string, MemoryTable> => ({
    t: keyed(Math.ceil(rows * scale), keys, passes),
  });

/** The keys of `keyed`, each moved to its own place anywhere among the 32-bit integers. */
function scattered({ columns, rows, passes, vectors }: MemoryTable): MemoryTable {
  const [keys, ...others] = vectors as readonly F64Vector[];
  const values = (keys as F64Vector).values.map((key) => Math.imul(key, 0x9e3779b1));
  return { columns, rows, passes, vectors: [{ lane: 'f64', values, nulls: null }, ...others] };
}

function groupCase(keys: number, label: string, rows: number, passes: number): Case {
  return {
    name: `group aggregate, ${label} keys, −U/+U`,
    ceiling: 24,
    tables: one(rows, keys, passes),
    out: 'k BIGINT, n BIGINT, s BIGINT',
    sql: 'SELECT k, COUNT(*), SUM(v) FROM t GROUP BY k',
  };
}

function windowCase(keys: number, label: string, ceiling: number): Case {
  return {
    name: `tumbling window, ${label} keys`,
    ceiling,
    tables: (scale) => ({ t: timed(Math.ceil(8 * MILLION * scale), keys, 1000) }),
    out: 'k BIGINT, w TIMESTAMP(3), n BIGINT, s BIGINT',
    sql:
      'SELECT k, window_start, COUNT(*), SUM(v) FROM TABLE(TUMBLE(TABLE t, DESCRIPTOR(ts), ' +
      "INTERVAL '2' SECOND)) GROUP BY k, window_start, window_end",
  };
}

export const memoryCases: readonly Case[] = [
  {
    name: 'project',
    ceiling: 726,
    tables: one(MILLION, 100_000, 400),
    out: 'a BIGINT, b BIGINT',
    sql: 'SELECT k, v * 2 + 1 FROM t',
  },
  {
    name: 'filter',
    ceiling: 461,
    tables: one(MILLION, 100_000, 400),
    out: 'k BIGINT, v BIGINT',
    sql: 'SELECT k, v FROM t WHERE v < 500',
  },
  groupCase(1000, '1 k', 2 * MILLION, 8),
  groupCase(100_000, '100 k', 4 * MILLION, 4),
  groupCase(5 * MILLION, '5 M', 10 * MILLION, 2),
  {
    ...groupCase(5 * MILLION, '5 M scattered', 10 * MILLION, 2),
    ceiling: null,
    tables: (scale) => ({ t: scattered(keyed(Math.ceil(10 * MILLION * scale), 5 * MILLION, 2)) }),
  },
  windowCase(1000, '1 k', 60),
  windowCase(100_000, '100 k', 52),
  windowCase(5 * MILLION, '5 M', 11),
  {
    name: 'Top-10, 100 k keys',
    ceiling: 10.5,
    tables: one(4 * MILLION, 100_000, 3),
    out: 'k BIGINT, v BIGINT, r BIGINT',
    sql:
      'SELECT k, v, r FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC) AS r ' +
      'FROM t) WHERE r <= 10',
  },
  {
    name: 'Top-1, 100 k keys',
    ceiling: 10.5,
    tables: one(4 * MILLION, 100_000, 3),
    out: 'k BIGINT, v BIGINT',
    sql:
      'SELECT k, v FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY v DESC) AS r ' +
      'FROM t) WHERE r = 1',
  },
  {
    name: 'join, 100 k keys on the unique side',
    ceiling: 45,
    tables: (scale) => ({
      t: keyed(Math.ceil(4 * MILLION * scale), 100_000, 2),
      d: {
        columns: 'id BIGINT, x BIGINT, PRIMARY KEY (id) NOT ENFORCED',
        rows: 100_000,
        passes: 1,
        vectors: [
          { lane: 'f64', values: Float64Array.from({ length: 100_000 }, (_, i) => i), nulls: null },
          { lane: 'f64', values: numbers(100_000, 1000, 3), nulls: null },
        ],
      },
    }),
    out: 'k BIGINT, v BIGINT, x BIGINT',
    sql: 'SELECT t.k, t.v, d.x FROM t JOIN d ON t.k = d.id',
  },
];

const BID_ROWS = 1_000_000;
const bidColumns =
  'auction BIGINT, bidder BIGINT, price BIGINT, channel STRING, url STRING, ' +
  '`dateTime` TIMESTAMP(3), extra STRING';
const bidNames = 'auction, bidder, price, channel, url, `dateTime`, extra';

/** Bid-like rows in memory. */
function bidTable(rows: number): MemoryTable {
  const whole = (below: number, seed: number): Vector => {
    return { lane: 'f64', values: numbers(rows, below, seed), nulls: null };
  };
  const times = numbers(rows, 100_000_000, 4).map((time) => 1_577_836_800_000 + time);
  return {
    columns: bidColumns,
    rows,
    passes: 1,
    vectors: [
      whole(100_000, 1),
      whole(100_000, 2),
      whole(100_000_000, 3),
      texts(rows, (i) => `channel-${i % 4}`),
      texts(rows, (i) => `https://www.nexmark.com/item.htm?query=${i % 1000}`),
      { lane: 'time', values: times, nanos: null, nulls: null },
      texts(rows, (i) => 'x'.repeat(10 + (i % 30))),
    ],
  };
}

/** Bid-like rows, made by datagen and a projection; the same in every run. */
const MAKE_BIDS = `SELECT 1000 + MOD(i * 7919, 98999), 1000 + MOD(i * 104729, 98999),
  MOD(i * 15485863, 100000000), 'channel-' || CAST(MOD(i, 4) AS STRING),
  'https://www.nexmark.com/item.htm?query=' || CAST(MOD(i, 1000) AS STRING),
  TIMESTAMPADD(SECOND, CAST(MOD(i, 100000) AS INT), TIMESTAMP '2020-01-01 00:00:00.123'),
  REPEAT('x', 10 + CAST(MOD(i, 30) AS INT)) FROM ids`;

function fileTable(name: string, format: string, columns = bidColumns): string {
  const path = `{dir}/${name}`;
  return `CREATE TABLE ${name} (${columns}) WITH (
    'connector' = 'filesystem', 'path' = '${path}', 'format' = '${format}');`;
}

const IDS = (scale: number): string => `CREATE TABLE ids (i BIGINT) WITH (
  'connector' = 'datagen', 'rows-per-second' = '1000000000',
  'number-of-rows' = '${bidRows(scale)}',
  'fields.i.kind' = 'sequence', 'fields.i.start' = '0', 'fields.i.end' = '${bidRows(scale) - 1}');`;

const bidRows = (scale: number): number => Math.ceil(BID_ROWS * scale);

export function fileCases(scale: number): readonly Case[] {
  const read = (format: string, label: string, columns: string, ceiling: number): Case => ({
    name: `${format} in, ${label}`,
    ceiling,
    tables: () => ({}),
    setup: IDS(scale) + fileTable('bids', format),
    prepare: `INSERT INTO bids ${MAKE_BIDS}`,
    out: columns === bidNames ? bidColumns : 'auction BIGINT, price BIGINT',
    sql: `SELECT ${columns} FROM bids`,
    inputRows: bidRows,
  });
  return [
    read('json', 'all columns', bidNames, 3.4),
    read('json', 'two columns', 'auction, price', 6.6),
    read('csv', 'all columns', bidNames, 4.4),
    read('csv', 'two columns', 'auction, price', 9.2),
    {
      name: 'parquet in, all columns',
      ceiling: 3.3,
      tables: () => ({}),
      setup: `CREATE TABLE flights (\`date\` TIMESTAMP(6), delay BIGINT, distance BIGINT,
        origin STRING, destination STRING) WITH ('connector' = 'filesystem', 'format' = 'parquet',
        'path' = 'node_modules/vega-datasets/data/flights-3m.parquet');`,
      out: 'd TIMESTAMP(6), delay BIGINT, distance BIGINT, origin STRING, destination STRING',
      sql: 'SELECT `date`, delay, distance, origin, destination FROM flights',
      inputRows: () => 3_000_000,
    },
    {
      name: 'json out',
      ceiling: 3.2,
      tables: (share) => ({ bids: bidTable(bidRows(share)) }),
      setup: fileTable('written', 'json'),
      out: '',
      sql: `INSERT INTO written SELECT ${bidNames} FROM bids`,
    },
  ];
}
