/**
 * The tables of the benchmarks, row by number and the same in every run.
 *
 * `t`: keys spread over the integers, each with a text out of one random block in which LZ4 finds
 * nothing. `bid` and `auction`: shaped like Nexmark's, with hot and new ones more often than others
 * (of `uniform`, all as often). `few`, `many` and `named`: one key.
 */
import { Random } from '../../conf/random.js';
import type { Vector } from '../../state/column/vector.js';
import type { MakeRows, Order } from './rows-on-demand.js';

export const PAYLOAD_BYTES = 400;
const BLOCK_BYTES = 1 << 20;
/** Of the newest things one in so many is hot. */
const HOT = 100;
/** Things before the first bid, and so many newest ones are bid for beside hot and old ones. */
const HEAD = 1000;
/** Bids until the next auction and bidder come. */
const BIDS_EACH = 10;

/** Of bids for the newest hot thing, and of those for any that ever came. */
interface Shares {
  readonly hot: number;
  readonly old: number;
}

const AUCTIONS = { hot: 0.5, old: 0.05 };
const BIDDERS = { hot: 0.75, old: 0.05 };
const CATEGORIES = 5;
/** Bids a second of event time. */
const BIDS_A_SECOND = 10_000;

/** Columns by table, as SQL has them. */
export const COLUMNS = {
  t: 'k BIGINT, p STRING',
  bid: 'auction BIGINT, bidder BIGINT, price BIGINT, ts TIMESTAMP(3), WATERMARK FOR ts AS ts',
  auction: 'id BIGINT, category BIGINT',
  few: 'k BIGINT, m BIGINT',
  many: 'k BIGINT, n BIGINT',
  named: 'k BIGINT, n BIGINT, PRIMARY KEY (n) NOT ENFORCED',
} as const;

export type TableName = keyof typeof COLUMNS;

/** The key that a table has for number i. */
export function keyOf(i: number): number {
  return Math.imul(i, 0x9e3779b1) >>> 0;
}

/** @param uniform bids are for any auction */
export function makers(uniform: boolean): Readonly<Record<TableName, MakeRows>> {
  const ofOne = { few: ofOneKey, many: ofOneKey, named: ofOneKey };
  return { t: texts(), bid: bids(uniform), auction: auctions, ...ofOne };
}

function numberOf({ first, step, of }: Order, j: number): number {
  return (first + j * step) % of;
}

function texts(): MakeRows {
  const random = new Random(7);
  const block = Uint8Array.from({ length: BLOCK_BYTES }, () => random.nextInt(33, 126));
  return (order, from, count) => {
    const values = new Float64Array(count);
    const starts = new Int32Array(count);
    const ends = new Int32Array(count);
    for (let j = 0; j < count; j++) {
      const key = keyOf(numberOf(order, from + j));
      values[j] = key;
      starts[j] = key % (BLOCK_BYTES - PAYLOAD_BYTES);
      ends[j] = (starts[j] as number) + PAYLOAD_BYTES;
    }
    return [numbers(values), { lane: 'bytes', data: block, starts, ends, nulls: null }];
  };
}

/** Bid `first + j`, of `of` auctions and as many bidders. */
function bids(uniform: boolean): MakeRows {
  return ({ first, of }, from, count) => {
    const auction = new Float64Array(count);
    const bidder = new Float64Array(count);
    const price = new Float64Array(count);
    const times = new Float64Array(count);
    for (let j = 0; j < count; j++) {
      const n = first + from + j;
      const a = scramble(n);
      const b = scramble(a);
      const c = scramble(b);
      auction[j] = uniform ? a % of : recent(n, of, a, AUCTIONS);
      bidder[j] = uniform ? c % of : recent(n, of, c, BIDDERS);
      price[j] = Math.round(10 ** (6 * (scramble(b + 1) / 2 ** 32)) * 100);
      times[j] = Math.floor((n * 1000) / BIDS_A_SECOND);
    }
    return [
      numbers(auction),
      numbers(bidder),
      numbers(price),
      { lane: 'time', values: times, nanos: null, nulls: null },
    ];
  };
}

/** One of `of` things that come one after the other with the bids, by 32 random bits. */
function recent(n: number, of: number, bits: number, { hot, old }: Shares): number {
  const newest = HEAD + Math.floor(n / BIDS_EACH);
  const random = scramble(bits + 2);
  const share = bits / 2 ** 32;
  if (share < hot) return (newest - (newest % HOT)) % of;
  if (share < hot + old) return random % of;
  return (newest - (random % HEAD)) % of;
}

const auctions: MakeRows = (order, from, count) => {
  const id = new Float64Array(count);
  const category = new Float64Array(count);
  for (let j = 0; j < count; j++) {
    const n = numberOf(order, from + j);
    id[j] = n;
    category[j] = n % CATEGORIES;
  }
  return [numbers(id), numbers(category)];
};

const ofOneKey: MakeRows = (order, from, count) => {
  const n = Float64Array.from({ length: count }, (_, j) => numberOf(order, from + j));
  return [numbers(new Float64Array(count).fill(1)), numbers(n)];
};

function numbers(values: Float64Array): Vector {
  return { lane: 'f64', values, nulls: null };
}

function scramble(n: number): number {
  let x = Math.imul(n ^ (n >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}
