/** Persons: how each of their columns is made. */
import { draw, drawBelow } from './draw.js';
import { ids, letters, type Make, paddingLength, times, written } from './make.js';
import type { Texts, Words } from './texts.js';

const AVERAGE_BYTES = 200;
const ID_BYTES = 8;

/** What tells the draws of an event apart. */
const columns = { name: 1, city: 2, state: 3, extra: 4, padding: 5, mail: 6, card: 10 };

const MAIL_END = Buffer.from('.com');
/** Letters on either side of the @. */
const MAIL_PART = 8;
const MAIL_BYTES = 2 * MAIL_PART + 1 + MAIL_END.length;
const CARD_BYTES = 19;
const AT = 64;
const SPACE = 32;
const DIGIT_ZERO = 48;

function choose(column: number, words: (texts: Texts) => Words): Make {
  return ({ count, bits }, { texts }) => {
    const all = words(texts);
    const { length } = all.starts;
    return texts.chosen(all, count, (i) => drawBelow(bits[i] as number, column, length));
  };
}

function bytesOf(bits: number, column: number, { starts, ends }: Words): number {
  const word = drawBelow(bits, column, starts.length);
  return (ends[word] as number) - (starts[word] as number);
}

const STATE_BYTES = 2;

export const person: Readonly<Record<string, Make>> = {
  id: ids('person'),
  name: choose(columns.name, ({ names }) => names),
  emailAddress: written(MAIL_BYTES, (data, at, bits, texts) => {
    const from = drawBelow(bits, columns.mail, 1 << 16);
    data.set(texts.data.subarray(from, from + MAIL_PART), at);
    data[at + MAIL_PART] = AT;
    data.set(texts.data.subarray(from + 100, from + 100 + MAIL_PART), at + MAIL_PART + 1);
    data.set(MAIL_END, at + 2 * MAIL_PART + 1);
  }),
  creditCard: written(CARD_BYTES, (data, at, bits) => {
    for (let i = 0; i < CARD_BYTES; i++) {
      const digit = DIGIT_ZERO + Math.floor(draw(bits, columns.card + i) * 10);
      data[at + i] = i % 5 === 4 ? SPACE : digit;
    }
  }),
  city: choose(columns.city, ({ cities }) => cities),
  state: choose(columns.state, ({ states }) => states),
  dateTime: times,
  extra: (rows, { texts }) =>
    letters(rows, texts, columns.extra, (bits) => {
      const name = bytesOf(bits, columns.name, texts.names);
      const city = bytesOf(bits, columns.city, texts.cities);
      const bytes = ID_BYTES + name + MAIL_BYTES + CARD_BYTES + city + STATE_BYTES;
      return paddingLength(bits, columns.padding, AVERAGE_BYTES, bytes);
    }),
};
