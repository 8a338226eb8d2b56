/**
 * The texts of the site, all in one run of bytes that vectors look into: making a text is choosing
 * where it starts and ends. First random letters, of which free texts are a part; behind them the
 * words of the tables, such as the 10,004 channels and their addresses.
 */
import { Random } from '../../../conf/random.js';
import type { BytesVector } from '../../../state/column/vector.js';

/** Random letters; at least as many as the longest text has. */
export const LETTERS = 1 << 18;

export const HOT_CHANNELS = ['Google', 'Facebook', 'Baidu', 'Apple'];
const CHANNELS = 10_000;
/** Of ten addresses of other channels, so many name the channel. */
const NAMING = 9;
const LETTER_A = 97;

const FIRST_NAMES = 'Ada Bo Chloe Dmitri Esra Finn Grace Hiro Ines Jonas Kim'.split(' ');
const LAST_NAMES = 'Adeyemi Berg Costa Dubois Evans Fujita Garcia Hassan Ivanova'.split(' ');

/** Words that a column chooses among, by where they stand. */
export interface Words {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

export class Texts {
  readonly data: Uint8Array;
  /** The hot channels first. */
  readonly channels: Words;
  /** One a channel. */
  readonly urls: Words;
  readonly names: Words;
  readonly cities: Words;
  readonly states: Words;

  constructor(seed: number) {
    const random = new Random(seed);
    const letters = (count: number): string =>
      String.fromCharCode(...Array.from({ length: count }, () => LETTER_A + random.nextInt(0, 25)));
    const parts = [
      Buffer.from(Array.from({ length: LETTERS >> 10 }, () => letters(1024)).join('')),
    ];
    let end = LETTERS;
    const words = (texts: readonly string[]): Words => {
      const bytes = texts.map((text) => Buffer.from(text));
      parts.push(...bytes);
      const starts = new Int32Array(texts.length);
      const ends = bytes.map(({ length }, i) => {
        starts[i] = end;
        end += length;
        return end;
      });
      return { starts, ends: Int32Array.from(ends) };
    };
    const others = Array.from({ length: CHANNELS }, (_, i) => i);
    const page = (): string => {
      const path = `${letters(5)}/${letters(5)}/${letters(5)}`;
      return `https://www.nexmark.com/${path}/item.htm?query=1`;
    };
    const named = (id: number): string =>
      random.nextInt(1, 10) <= NAMING ? `${page()}&channel_id=${scattered(id)}` : page();
    this.channels = words([...HOT_CHANNELS, ...others.map((i) => `channel-${i}`)]);
    this.urls = words([...HOT_CHANNELS.map(page), ...others.map(named)]);
    this.names = words(
      FIRST_NAMES.flatMap((first) => LAST_NAMES.map((last) => `${first} ${last}`)),
    );
    this.cities = words(
      'Phoenix,Oakland,San Diego,Boise,Eugene,Salem,Seattle,Tacoma,Casper,Laramie'.split(','),
    );
    this.states = words(['AZ', 'CA', 'ID', 'OR', 'WA', 'WY']);
    this.data = new Uint8Array(Buffer.concat(parts));
  }

  vector(starts: Int32Array, ends: Int32Array): BytesVector {
    return { lane: 'bytes', data: this.data, starts, ends, nulls: null };
  }

  /** Words by number. */
  chosen(words: Words, count: number, choose: (row: number) => number): BytesVector {
    const starts = new Int32Array(count);
    const ends = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const word = choose(i);
      starts[i] = words.starts[word] as number;
      ends[i] = words.ends[word] as number;
    }
    return this.vector(starts, ends);
  }
}

/** Another number of 31 bits for each: as if channels had not been numbered in turn. */
function scattered(id: number): number {
  return Math.imul(id + 1, 0x9e3779b1) >>> 1;
}
