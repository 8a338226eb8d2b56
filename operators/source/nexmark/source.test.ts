import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BIGINT, INT, STRING, timestamp } from '../../../state/column/logical-type.js';
import type { Column } from '../../core/spec.js';
import { validateSource } from '../connectors.js';
import { type Row, readRows, sourceContract, sourceSpec } from '../contract/source-contract.js';
import type { SourceSpec } from '../source-spec.js';
import type { EventKind } from './options.js';

const long = (name: string): Column => ({ name, type: BIGINT });
const text = (name: string): Column => ({ name, type: STRING });
const time = (name: string): Column => ({ name, type: timestamp(3) });

const schemas: Readonly<Record<EventKind, readonly Column[]>> = {
  person: [
    long('id'),
    ...['name', 'emailAddress', 'creditCard', 'city', 'state'].map(text),
    time('dateTime'),
    text('extra'),
  ],
  auction: [
    long('id'),
    text('itemName'),
    text('description'),
    long('initialBid'),
    long('reserve'),
    time('dateTime'),
    time('expires'),
    long('seller'),
    long('category'),
    text('extra'),
  ],
  bid: [
    ...['auction', 'bidder', 'price'].map(long),
    text('channel'),
    text('url'),
    time('dateTime'),
    text('extra'),
  ],
};

function spec(
  event: EventKind,
  options: Readonly<Record<string, string>> = {},
  schema = schemas[event],
): SourceSpec {
  return sourceSpec({ connector: 'nexmark', event, ...options }, schema);
}

sourceContract('nexmark bids', async () => spec('bid', { 'events.num': '1234', seed: '3' }));
sourceContract('nexmark auctions', async () => spec('auction', { 'events.num': '5003' }));

const START = 1_436_918_400_000_000_000n;

/** What a column of the first 20,000 events holds. */
async function column(event: EventKind, name: string): Promise<readonly Row[number][]> {
  const schema = schemas[event].filter((each) => each.name === name);
  const rows = await readRows(spec(event, { 'events.num': '20000' }, schema));
  return rows.map(([value]) => value ?? null);
}

function share<T>(values: readonly T[], holds: (value: T) => boolean): number {
  return values.filter(holds).length / values.length;
}

function averageLength(values: readonly unknown[]): number {
  return values.reduce<number>((sum, value) => sum + String(value).length, 0) / values.length;
}

test('the first events of a seed are these', async () => {
  const first = async (event: EventKind, seed: string): Promise<Row> => {
    const [row = []] = await readRows(spec(event, { 'events.num': '50', seed }));
    return row.map((value) => (typeof value === 'string' ? value.slice(0, 70) : value));
  };
  assert.deepEqual(await first('person', '1'), [
    1000n,
    'Finn Hassan',
    'fozerett@jehuexra.com',
    '3092 9155 3819 8331',
    'Eugene',
    'WA',
    START,
    'xkbdaqrxjfctvlhryjkocdgapfibwuayjjxunggkehwtjofukaunfzfvbywqwaxduqsrug',
  ]);
  assert.deepEqual(await first('auction', '1'), [
    1000n,
    'nyvwqkafenri',
    'pxnexlkwockbbykgbtfcuifyusdaebtodfhtrhtqm',
    3735n,
    33_990_222n,
    START,
    START + 26_000_000n,
    1009n,
    14n,
    'djmpirivoypfnqiioraapjwxvainzodzsrwtqgmfghobslawyzoxsdznftzjzxtnbsdtoa',
  ]);
  assert.deepEqual(await first('bid', '1'), [
    1000n,
    1001n,
    58_330n,
    'channel-4761',
    'https://www.nexmark.com/ncwuf/ctvaf/uikaa/item.htm?query=1&channel_id=',
    START,
    'ntpkjomfdtoefuqynvisyxhluhanrermbvmmyntfmjdojlfagqovwwozsygfgbztqvfqvl',
  ]);
  assert.notDeepEqual(await first('bid', '2'), await first('bid', '1'));
});

test('of 50 events one is a person, three are auctions; events stand in time', async () => {
  const kinds: readonly EventKind[] = ['person', 'auction', 'bid'];
  const counts = async (num: number): Promise<number[]> =>
    Promise.all(
      kinds.map(async (kind) => (await readRows(spec(kind, { 'events.num': String(num) }))).length),
    );
  assert.deepEqual(await counts(100), [2, 6, 92]);
  assert.deepEqual(await counts(53), [2, 5, 46]);
  assert.deepEqual(await counts(0), [0, 0, 0]);
  const times = await column('bid', 'dateTime');
  assert.equal(times[0], START);
  assert.equal(times.at(-1), START + 199_000_000n);
});

test('ids, prices, channels and lengths are drawn as the benchmark says', async () => {
  const auctions = await column('bid', 'auction');
  const bidders = await column('bid', 'bidder');
  const channels = await column('bid', 'channel');
  const sellers = await column('auction', 'seller');
  const isHot = (id: unknown): boolean => (id as bigint) % 100n === 0n;
  assert.equal(share(auctions, isHot), 0.5029347826086956);
  assert.equal(
    share(bidders, (id) => (id as bigint) % 100n === 1n),
    0.7534239130434782,
  );
  assert.equal(share(sellers, isHot), 0.7625);
  assert.equal(
    share(channels, (name) => !String(name).startsWith('channel-')),
    0.4970108695652174,
  );
  assert.equal(new Set(channels).size, 6030);
  const prices = (await column('bid', 'price')) as bigint[];
  const sorted = [...prices].sort((a, b) => Number(a - b));
  assert.deepEqual(
    [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)],
    [100n, 102_812n, 99_904_742n],
  );
  const categories = (await column('auction', 'category')) as bigint[];
  assert.deepEqual([...new Set(categories)].sort(), [10n, 11n, 12n, 13n, 14n]);
});

test('auctions last up to twice their time in flight; extra fills the record', async () => {
  const begins = (await column('auction', 'dateTime')) as bigint[];
  const lengths = ((await column('auction', 'expires')) as bigint[]).map((expires, i) =>
    Number((expires - (begins[i] as bigint)) / 1_000_000n),
  );
  assert.deepEqual([Math.min(...lengths), Math.max(...lengths)], [1, 34]);
  const averages = await Promise.all(
    (['person', 'auction', 'bid'] as const).map(async (event) => {
      return averageLength(await column(event, 'extra'));
    }),
  );
  assert.deepEqual(averages, [132.4575, 383.39, 67.55717391304348]);
});

test('what is refused is told by its name', () => {
  const refused = (options: Record<string, string>, reason: RegExp): void => {
    assert.throws(() => validateSource(spec('bid', options)), { code: 'TABLE_OPTION', reason });
  };
  refused({ event: 'bids' }, /'event' is 'bids'; allowed is person, auction, bid/);
  refused({ 'events.nm': '1' }, /'events.nm' is unknown to connector 'nexmark'/);
  refused({ 'events.num': '-1' }, /'events.num' is '-1'; allowed is an integer, at least 0/);
  refused({ 'events.rate': '0' }, /'events.rate' is '0'; allowed is an integer/);
  refused({ 'events.start': 'noon' }, /'events.start' is 'noon'; allowed is a timestamp such as/);
  refused({ seed: 'x' }, /'seed' is 'x'; allowed is an integer/);
  const columns = (...more: readonly Column[]): SourceSpec => spec('bid', {}, more);
  assert.throws(() => validateSource(columns(long('prise'))), {
    reason: "Event 'bid' has no 'prise'",
    hint: /price/,
  });
  assert.throws(() => validateSource(columns({ name: 'price', type: INT })), {
    reason: "Column 'price' is INT; allowed is BIGINT",
  });
  assert.deepEqual(validateSource(columns(long('price'))), { bounded: false, insertOnly: true });
});
