/**
 * The auction site: which number an event has, when it happens, and which people and auctions are
 * about. Of every 50 events the first is a person, three are auctions, the others bids.
 *
 * Every value is a function of the seed, the event's number and the column alone: `draw` mixes the
 * three. So rows can be made in any order, in parts, again from any place, and without the columns
 * that nobody reads.
 */
import { mix } from '../../../state/column/hash.js';
import type { TimeVector } from '../../../state/column/vector.js';
import { drawBelow } from './draw.js';
import type { EventKind, NexmarkOptions } from './options.js';
import { Texts } from './texts.js';

/** Events in which each kind has its share. */
export const CYCLE = 50;

/** Places within a cycle. */
export const shares: Readonly<
  Record<EventKind, { readonly first: number; readonly rows: number }>
> = {
  person: { first: 0, rows: 1 },
  auction: { first: 1, rows: 3 },
  bid: { first: 4, rows: 46 },
};

export const FIRST_ID = 1000;
/** Events ahead of the last one that ids are already drawn from. */
const LEAD = 10;
const ACTIVE_PEOPLE = 1000;
const AUCTIONS_IN_FLIGHT = 100;
/** Of so many ids, the first is a hot one. */
const HOT_EVERY = 100;

export class Site {
  readonly texts: Texts;
  readonly #seedBits: number;
  readonly #startMs: number;
  readonly #rate: number;

  constructor({ seed, startMs, rate }: NexmarkOptions) {
    this.texts = new Texts(seed);
    this.#seedBits = mix((seed | 0) ^ mix(Math.floor(seed / 2 ** 32)));
    this.#startMs = startMs;
    this.#rate = rate;
  }

  /** @param event a number below 2^53 */
  bitsOf(event: number): number {
    const high = Math.imul(Math.floor(event / 2 ** 32), 0x85ebca6b);
    return mix((Math.imul(event | 0, 0x9e3779b1) + high + this.#seedBits) | 0);
  }

  /** Milliseconds since the epoch. */
  timeOf(event: number): number {
    return this.#startMs + Math.floor((event * 1000) / this.#rate);
  }

  times(events: Float64Array): TimeVector {
    const count = events.length;
    const values = new Float64Array(count);
    for (let i = 0; i < count; i++) values[i] = this.timeOf(events[i] as number);
    return { lane: 'time', values, nanos: null, nulls: null };
  }
}

/** Number of the last person up to an event, from 0. */
export function lastPerson(event: number): number {
  return Math.floor(event / CYCLE);
}

/** Number of the last auction up to an event, from 0; −1 before the first. */
export function lastAuction(event: number): number {
  const { first, rows } = shares.auction;
  const within = (event % CYCLE) - first;
  return Math.floor(event / CYCLE) * rows + Math.min(within, rows - 1);
}

/** Rows of a kind among the first so many events; Infinity where there is no end. */
export function rowsWithin(events: number, kind: EventKind): number {
  if (!Number.isFinite(events)) return events;
  const { first, rows } = shares[kind];
  const rest = Math.min(Math.max((events % CYCLE) - first, 0), rows);
  return Math.floor(events / CYCLE) * rows + rest;
}

/** Id of the hot one up to the last person or auction. */
export function hotId(last: number): number {
  return FIRST_ID + Math.floor(last / HOT_EVERY) * HOT_EVERY;
}

/** One of the people who are active, or will be in a moment. */
export function drawPerson(bits: number, column: number, event: number): number {
  const people = lastPerson(event) + 1;
  const active = Math.min(people, ACTIVE_PEOPLE);
  return people - active + drawBelow(bits, column, active + LEAD);
}

/** One of the auctions in flight, or that will be in a moment. */
export function drawAuction(bits: number, column: number, event: number): number {
  const last = lastAuction(event);
  const least = Math.max(last - AUCTIONS_IN_FLIGHT, 0);
  return least + drawBelow(bits, column, last - least + 1 + LEAD);
}

/** Events that pass until as many auctions began as are in flight. */
export const EVENTS_IN_FLIGHT = Math.floor((AUCTIONS_IN_FLIGHT * CYCLE) / shares.auction.rows);
