/** Auctions: how each of their columns is made. */
import { draw, drawBelow, drawPrice } from './draw.js';
import { ids, letters, type Make, numbers, paddingLength, times } from './make.js';
import { drawPerson, EVENTS_IN_FLIGHT, FIRST_ID, hotId, lastPerson } from './site.js';

const AVERAGE_BYTES = 500;
/** Of id, initialBid, reserve, dateTime, expires, seller, category. */
const NUMBER_BYTES = 56;
const FIRST_CATEGORY = 10;
const CATEGORIES = 5;
const SHORTEST_TEXT = 3;
const LONGEST_NAME = 20;
const LONGEST_DESCRIPTION = 100;
/** One of four sellers is not a hot one. */
const HOT_SELLERS = 3 / 4;

/** What tells the draws of an event apart. */
const columns = {
  name: 1,
  nameLength: 2,
  description: 3,
  descriptionLength: 4,
  initialBid: 5,
  reserve: 6,
  length: 7,
  isHot: 8,
  seller: 9,
  category: 10,
  extra: 11,
  padding: 12,
};

function nameLength(bits: number): number {
  const spread = LONGEST_NAME - SHORTEST_TEXT;
  return SHORTEST_TEXT + drawBelow(bits, columns.nameLength, spread);
}

function descriptionLength(bits: number): number {
  const spread = LONGEST_DESCRIPTION - SHORTEST_TEXT;
  return SHORTEST_TEXT + drawBelow(bits, columns.descriptionLength, spread);
}

export const auction: Readonly<Record<string, Make>> = {
  id: ids('auction'),
  itemName: (rows, { texts }) => letters(rows, texts, columns.name, nameLength),
  description: (rows, { texts }) => letters(rows, texts, columns.description, descriptionLength),
  initialBid: numbers((bits) => drawPrice(bits, columns.initialBid)),
  reserve: numbers(
    (bits) => drawPrice(bits, columns.initialBid) + drawPrice(bits, columns.reserve),
  ),
  dateTime: times,
  expires(rows, site) {
    const { lane, values, nulls } = site.times(rows.events);
    for (let i = 0; i < rows.count; i++) {
      const begins = values[i] as number;
      const later = site.timeOf((rows.events[i] as number) + EVENTS_IN_FLIGHT);
      const longest = Math.max(1, 2 * (later - begins));
      values[i] = begins + 1 + drawBelow(rows.bits[i] as number, columns.length, longest);
    }
    return { lane, values, nanos: null, nulls };
  },
  seller: numbers((bits, event) => {
    if (draw(bits, columns.isHot) >= HOT_SELLERS) {
      return FIRST_ID + drawPerson(bits, columns.seller, event);
    }
    return hotId(lastPerson(event));
  }),
  category: numbers((bits) => FIRST_CATEGORY + drawBelow(bits, columns.category, CATEGORIES)),
  extra: (rows, { texts }) =>
    letters(rows, texts, columns.extra, (bits) => {
      const bytes = NUMBER_BYTES + nameLength(bits) + descriptionLength(bits);
      return paddingLength(bits, columns.padding, AVERAGE_BYTES, bytes);
    }),
};
