/** Bid-like records as in Nexmark: seven columns, about 150 bytes each. */
import { Random } from '../../conf/random.js';
import type { Column } from '../../operators/core/spec.js';
import { BIGINT, type LogicalType, STRING, timestamp } from '../../state/column/logical-type.js';

export const bidColumns: readonly Column[] = [
  { name: 'auction', type: BIGINT },
  { name: 'bidder', type: BIGINT },
  { name: 'price', type: BIGINT },
  { name: 'channel', type: STRING },
  { name: 'url', type: STRING },
  { name: 'dateTime', type: timestamp(3) as LogicalType },
  { name: 'extra', type: STRING },
];

export const BIDS = 200_000;

const channels = ['Google', 'Facebook', 'Baidu', 'Apple'];

/** The records as arrays of text: numbers bare, the rest to be quoted where the format quotes. */
export function bids(): string[][] {
  const random = new Random(7);
  return Array.from({ length: BIDS }, (_, i) => [
    String(random.nextInt(1000, 99_999)),
    String(random.nextInt(1000, 99_999)),
    String(random.nextInt(1, 100_000_000)),
    random.pick(channels) ?? '',
    `https://www.nexmark.com/item.htm?query=${random.nextInt(0, 1000)}`,
    `2020-01-0${1 + (i % 9)} 10:${10 + (i % 50)}:${10 + (i % 50)}.${100 + (i % 900)}`,
    'x'.repeat(random.nextInt(10, 40)),
  ]);
}

export function bidsAsJson(): Buffer {
  const lines = bids().map((values) => {
    const fields = values.map((value, i) => {
      const text = i < 3 ? value : JSON.stringify(value);
      return `"${bidColumns[i]?.name}":${text}`;
    });
    return `{${fields.join(',')}}\n`;
  });
  return Buffer.from(lines.join(''));
}

export function bidsAsCsv(): Buffer {
  return Buffer.from(
    bids()
      .map((values) => `${values.join(',')}\n`)
      .join(''),
  );
}
