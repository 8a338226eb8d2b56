/**
 * Queries shaped like Nexmark's 4, 7, 18 and 19 on far files, against the same LSM with a local
 * primary directory. State is filled first, unmeasured; then bids go through, and the clock and
 * the process's CPU time are read. Every run is a cold process.
 */
import { type Bar, median, megabytes, type Table } from './bar.js';
import type { FarStore } from './far-store.js';
import type { JobPlan, Look } from './job-messages.js';
import { StateJob } from './state-job.js';
import type { TableName } from './tables.js';

export interface Load {
  /** Auctions, and bidders. */
  readonly keys: number;
  /** Measured; as many fill the state. */
  readonly bids: number;
  /** `taskmanager.memory.managed.size` */
  readonly managedBytes: number;
  /** Rows that are read ahead, `execution.async-state.total-buffer-size`. */
  readonly rowsAhead: number;
  /** Of runs within the cache: far and local, one after the other. */
  readonly pairs: number;
}

interface Query {
  readonly name: string;
  readonly tables: readonly TableName[];
  readonly out: string;
  readonly query: string;
}

const queries: readonly Query[] = [
  {
    name: 'q4',
    tables: ['bid', 'auction'],
    out: 'category BIGINT, average DOUBLE',
    query: `SELECT category, AVG(CAST(best AS DOUBLE)) FROM (
        SELECT a.category, b.auction, MAX(b.price) AS best
          FROM bid AS b JOIN auction AS a ON b.auction = a.id GROUP BY a.category, b.auction
      ) GROUP BY category`,
  },
  {
    name: 'q7',
    tables: ['bid'],
    out: 'auction BIGINT, price BIGINT, bidder BIGINT',
    query: `SELECT b.auction, b.price, b.bidder FROM bid AS b JOIN (
        SELECT MAX(price) AS best FROM bid GROUP BY bidder) AS m ON b.price = m.best`,
  },
  {
    name: 'q18',
    tables: ['bid'],
    out: 'auction BIGINT, bidder BIGINT, price BIGINT, ts TIMESTAMP(3)',
    query: `SELECT auction, bidder, price, ts FROM (SELECT *, ROW_NUMBER() OVER (
        PARTITION BY bidder, auction ORDER BY ts DESC) AS n FROM bid) WHERE n <= 1`,
  },
  {
    name: 'q19',
    tables: ['bid'],
    out: 'auction BIGINT, bidder BIGINT, price BIGINT, n BIGINT',
    query: `SELECT auction, bidder, price, n FROM (SELECT *, ROW_NUMBER() OVER (
        PARTITION BY auction ORDER BY price DESC) AS n FROM bid) WHERE n <= 10`,
  },
];

const LOCAL = { 'state.backend.type': 'rocksdb' };
const NO_CACHE = {
  'state.backend.forst.cache.size-based-limit': '0',
  'state.backend.forst.cache.reserve-size': '0',
};

const limited = (bytes: number): Record<string, string> => ({
  'state.backend.forst.cache.size-based-limit': String(Math.ceil(bytes)),
});

interface Measured {
  readonly rowsPerSecond: number;
  readonly cpuSeconds: number;
  readonly stateBytes: number;
  readonly missShare: number;
  readonly getsPerRow: number;
}

export async function* measureQueries(store: FarStore, load: Load): AsyncGenerator<Table> {
  for (const query of queries) {
    yield { title: `Throughput, ${query.name}`, bars: await measureQuery(store, query, load) };
  }
}

let runs = 0;

async function measureQuery(store: FarStore, query: Query, load: Load): Promise<Bar[]> {
  const run = (settings: Readonly<Record<string, string>>, uniform = false): Promise<Measured> =>
    measure(store, query, load, settings, uniform);
  const local = await run(LOCAL);
  const quarter = await run(limited(local.stateBytes / 4));
  const none = await run(NO_CACHE);
  const ratios: number[] = [];
  for (let pair = 0; pair < load.pairs; pair++) {
    const far = await run({});
    ratios.push((await run(LOCAL)).cpuSeconds / far.cpuSeconds);
  }
  const uniformLocal = await run(LOCAL, true);
  const uniform = await run(limited(uniformLocal.stateBytes / 4), true);
  return [
    { what: `local primary, state ${megabytes(local.stateBytes)}`, measured: rate(local) },
    against('state 4 × the cache', quarter, local, 1),
    {
      what: 'reads of it that miss',
      measured: percent(quarter.missShare),
      bar: '≥ 10 %',
      isMet: quarter.missShare >= 0.1,
    },
    against('no file cache', none, local, 0.6),
    {
      what: `state within the cache, CPU, median of ${load.pairs} pairs`,
      measured: percent(median(ratios)),
      bar: '≥ 95 %',
      isMet: median(ratios) >= 0.95,
    },
    {
      what: 'uniform keys, state 4 × the cache',
      measured: `${percent(uniform.rowsPerSecond / uniformLocal.rowsPerSecond)}, ${rate(uniform)}`,
    },
  ];
}

function against(what: string, far: Measured, local: Measured, least: number): Bar {
  const share = far.rowsPerSecond / local.rowsPerSecond;
  const cpu = percent(local.cpuSeconds / far.cpuSeconds);
  const measured = `${percent(share)}, ${rate(far)}; by CPU ${cpu}`;
  return { what, measured, bar: `≥ ${percent(least)}`, isMet: share >= least };
}

function rate({ rowsPerSecond, missShare, getsPerRow }: Measured): string {
  const reads = `hits ${percent(1 - missShare)}, ${getsPerRow.toFixed(3)} GET/row`;
  return `${(rowsPerSecond / 1000).toFixed(1)} k rows/s, ${reads}`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

async function measure(
  store: FarStore,
  { tables, out, query }: Query,
  { keys, bids, managedBytes, rowsAhead }: Load,
  settings: Readonly<Record<string, string>>,
  uniform: boolean,
): Promise<Measured> {
  const plan: JobPlan = {
    tables,
    out,
    query,
    ...(uniform ? { uniform } : {}),
    settings: {
      'millrace.workers': '1',
      'state.backend.type': 'forst',
      'execution.checkpointing.interval': '10 h',
      'execution.async-state.total-buffer-size': String(rowsAhead),
      'taskmanager.memory.managed.size': String(managedBytes),
      ...store.settings(`query-${runs++}`),
      ...settings,
    },
  };
  const job = await StateJob.start(plan);
  if (tables.includes('auction')) {
    await job.run('auction', { first: 0, count: keys, step: 1, of: keys });
  }
  await job.run('bid', { first: 0, count: bids, step: 1, of: keys });
  const { stateBytes } = await job.checkpoint();
  const before = await job.look();
  const far = await store.counts();
  const startedAt = performance.now();
  const after = await job.run('bid', { first: bids, count: bids, step: 1, of: keys });
  const seconds = (performance.now() - startedAt) / 1000;
  const reads = (await store.counts()).state;
  await job.kill();
  return {
    rowsPerSecond: bids / seconds,
    cpuSeconds: after.cpuSeconds - before.cpuSeconds,
    stateBytes,
    missShare: missShare(before, after),
    getsPerRow: (reads.gets - far.state.gets) / bids,
  };
}

/** Of reads of blocks that were not in memory. */
function missShare(before: Look, after: Look): number {
  const near = after.state.nearReads - before.state.nearReads;
  const far = after.state.farReads - before.state.farReads;
  return near + far === 0 ? 0 : far / (near + far);
}
