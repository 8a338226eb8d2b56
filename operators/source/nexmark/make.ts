/** How columns are made: the kinds that the three events have in common. */
import type { BytesVector, Vector } from '../../../state/column/vector.js';
import { drawBelow } from './draw.js';
import { FIRST_ID, lastAuction, lastPerson, type Site } from './site.js';
import { LETTERS, type Texts } from './texts.js';

const LONGEST_TEXT = 1 << 10;

/** Rows to be made: each has an event's number, and bits that the number and the seed give. */
export interface Rows {
  readonly count: number;
  readonly events: Float64Array;
  readonly bits: Int32Array;
}

export type Make = (rows: Rows, site: Site) => Vector;

export const ids = (kind: 'person' | 'auction'): Make => {
  const last = kind === 'person' ? lastPerson : lastAuction;
  return ({ count, events }) => {
    const values = new Float64Array(count);
    for (let i = 0; i < count; i++) values[i] = FIRST_ID + last(events[i] as number);
    return { lane: 'f64', values, nulls: null };
  };
};

export const times: Make = (rows, site) => site.times(rows.events);

/** Numbers by a function of bits and event. */
export function numbers(of: (bits: number, event: number) => number): Make {
  return ({ count, events, bits }) => {
    const values = new Float64Array(count);
    for (let i = 0; i < count; i++) values[i] = of(bits[i] as number, events[i] as number);
    return { lane: 'f64', values, nulls: null };
  };
}

/** Random letters. @param lengthOf at most 1,024 */
export function letters(
  { count, bits, events }: Rows,
  texts: Texts,
  column: number,
  lengthOf: (bits: number, event: number) => number,
): BytesVector {
  const starts = new Int32Array(count);
  const ends = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const start = drawBelow(bits[i] as number, column, LETTERS - LONGEST_TEXT);
    starts[i] = start;
    ends[i] = start + lengthOf(bits[i] as number, events[i] as number);
  }
  return texts.vector(starts, ends);
}

/**
 * Length of the text that fills a record up to an average size, give or take a fifth.
 * @param bytes those of the record without it
 */
export function paddingLength(
  bits: number,
  column: number,
  average: number,
  bytes: number,
): number {
  const wanted = Math.max(0, average - bytes);
  const spread = Math.round(wanted / 5);
  return wanted - spread + drawBelow(bits, column, 2 * spread);
}

/** Texts of so many bytes each, of their own: `write` fills those of a row from `at` on. */
export function written(
  width: number,
  write: (data: Uint8Array, at: number, bits: number, texts: Texts) => void,
): Make {
  return ({ count, bits }, { texts }) => {
    const data = new Uint8Array(count * width);
    const starts = new Int32Array(count);
    const ends = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      starts[i] = i * width;
      ends[i] = (i + 1) * width;
      write(data, i * width, bits[i] as number, texts);
    }
    return { lane: 'bytes', data, starts, ends, nulls: null };
  };
}
