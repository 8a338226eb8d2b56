/** Reads a split: makes the columns that are wanted, a batch at a time. */
import { assert } from '../../../conf/errors/error.js';
import { Batch } from '../../core/batch.js';
import type { ReadResult, SourceContext, SplitReader } from '../../core/source.js';
import { type DealtSplit, rowsOfPart } from '../deal.js';
import { auction } from './auction.js';
import { bid } from './bid.js';
import type { Make, Rows } from './make.js';
import type { EventKind, NexmarkOptions } from './options.js';
import { person } from './person.js';
import { CYCLE, rowsWithin, Site, shares } from './site.js';

const makers: Readonly<Record<EventKind, Readonly<Record<string, Make>>>> = {
  person,
  auction,
  bid,
};

/** Cycles that go to one split before the next has its turn: 1,000 events. */
const BLOCK_CYCLES = 20;

export type Open = (split: DealtSplit, context: SourceContext) => SplitReader;

/** @param names of the columns, in the order of the output */
export function readerOf(options: NexmarkOptions, names: readonly string[]): Open {
  const site = new Site(options);
  const makes = names.map((name) => {
    const make = makers[options.event][name];
    assert(make !== undefined, 'The columns of a table were checked');
    return make;
  });
  const share = shares[options.event];
  const blockRows = BLOCK_CYCLES * share.rows;
  const all = rowsWithin(options.count, options.event);

  return (split, { batchRows }) => {
    const end = rowsOfPart(all, blockRows, split);
    let next = (split.position as number | undefined) ?? 0;

    /** Number of the event that is a row of this split. */
    const eventOf = (row: number): number => {
      const block = Math.floor(row / blockRows) * split.parts + split.part;
      const ofKind = block * blockRows + (row % blockRows);
      return Math.floor(ofKind / share.rows) * CYCLE + share.first + (ofKind % share.rows);
    };
    return {
      next(): ReadResult {
        const count = Math.min(batchRows, end - next);
        if (count <= 0) return { kind: 'end' };
        const rows = rowsFrom(next, count, site, eventOf);
        next += count;
        const columns = makes.map((make) => make(rows, site));
        return { kind: 'batch', batch: new Batch(columns, count) };
      },
      position: () => next,
      progress: () => (Number.isFinite(end) ? next / Math.max(1, end) : undefined),
      close: () => {},
    };
  };
}

function rowsFrom(
  first: number,
  count: number,
  site: Site,
  eventOf: (row: number) => number,
): Rows {
  const events = new Float64Array(count);
  const bits = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const event = eventOf(first + i);
    events[i] = event;
    bits[i] = site.bitsOf(event);
  }
  return { count, events, bits };
}
