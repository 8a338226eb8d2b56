/** Bids: how each of their columns is made. */
import { draw, drawBelow, drawPrice } from './draw.js';
import { letters, type Make, numbers, paddingLength, times } from './make.js';
import { drawAuction, drawPerson, FIRST_ID, hotId, lastAuction, lastPerson } from './site.js';
import { HOT_CHANNELS } from './texts.js';

const AVERAGE_BYTES = 100;
/** Of auction, bidder, price, dateTime. */
const NUMBER_BYTES = 32;
/** Every second bid is for a hot auction, and every second comes over a hot channel. */
const HOT_AUCTIONS = 1 / 2;
const HOT_CHANNEL_BIDS = 1 / 2;
/** Three of four bids are by a hot bidder, who is the person behind the hot seller. */
const HOT_BIDDERS = 3 / 4;

/** What tells the draws of an event apart. */
const columns = {
  hotAuction: 1,
  auction: 2,
  hotBidder: 3,
  bidder: 4,
  price: 5,
  hotChannel: 6,
  channel: 7,
  extra: 8,
  padding: 9,
};

/** Number of the channel among all; its address has the same. */
function channelOf(bits: number, channels: number): number {
  const hot = HOT_CHANNELS.length;
  if (draw(bits, columns.hotChannel) < HOT_CHANNEL_BIDS) {
    return drawBelow(bits, columns.channel, hot);
  }
  return hot + drawBelow(bits, columns.channel, channels - hot);
}

export const bid: Readonly<Record<string, Make>> = {
  auction: numbers((bits, event) => {
    if (draw(bits, columns.hotAuction) >= HOT_AUCTIONS) {
      return FIRST_ID + drawAuction(bits, columns.auction, event);
    }
    return hotId(lastAuction(event));
  }),
  bidder: numbers((bits, event) => {
    if (draw(bits, columns.hotBidder) >= HOT_BIDDERS) {
      return FIRST_ID + drawPerson(bits, columns.bidder, event);
    }
    return hotId(lastPerson(event)) + 1;
  }),
  price: numbers((bits) => drawPrice(bits, columns.price)),
  channel: ({ count, bits }, { texts }) => {
    const { length } = texts.channels.starts;
    return texts.chosen(texts.channels, count, (i) => channelOf(bits[i] as number, length));
  },
  url: ({ count, bits }, { texts }) => {
    const { length } = texts.channels.starts;
    return texts.chosen(texts.urls, count, (i) => channelOf(bits[i] as number, length));
  },
  dateTime: times,
  extra: (rows, { texts }) =>
    letters(rows, texts, columns.extra, (bits) =>
      paddingLength(bits, columns.padding, AVERAGE_BYTES, NUMBER_BYTES),
    ),
};
