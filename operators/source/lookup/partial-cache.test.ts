import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../conf/clock.js';
import { MillraceError } from '../../../conf/errors/error.js';
import { readTableOptions } from '../../../conf/table-options.js';
import type { KeyRows } from '../../../state/api/reads.js';
import { INT, STRING } from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import { scalarAt, vectorOf } from '../../../state/column/scalar-access.js';
import type { Vector } from '../../../state/column/vector.js';
import type { FoundRows, LookupSource } from '../../core/lookup.js';
import { nextTime } from './full-cache.js';
import { lookupOptions } from './options.js';
import { PartialCache } from './partial-cache.js';
import { Repeated } from './repeated.js';

const TYPES = [INT, STRING];

/** Key n has n rows; it notes which keys were asked for. */
class Counting implements LookupSource {
  readonly asked: string[] = [];

  async lookup({ columns, selection, count }: KeyRows): Promise<FoundRows> {
    const keys = Array.from({ length: count }, (_, i) =>
      Number(scalarAt(columns[0] as Vector, selection?.[i] ?? i, INT)),
    );
    this.asked.push(keys.join(' '));
    const rows = keys.flatMap((key) => Array.from({ length: key }, (_, i) => [key, `${key}.${i}`]));
    const starts = new Int32Array(count + 1);
    for (const [i, key] of keys.entries()) starts[i + 1] = (starts[i] as number) + key;
    const found = TYPES.map((type, c) =>
      vectorOf(
        type,
        rows.map((row) => row[c] as Scalar),
      ),
    );
    return { columns: found, starts, rows: Int32Array.from(rows.keys()) };
  }

  close(): void {}
}

function cache(options: Readonly<Record<string, string>>, clock = new ManualClock()) {
  const source = new Counting();
  const read = readTableOptions(lookupOptions, options, 'a test');
  const context = { clock, batchRows: 10, timeZone: 'UTC', capacity: 1 };
  const cached = new PartialCache(source, TYPES, [0], read, context);
  const ask = async (...keys: number[]): Promise<string> => {
    const columns = [vectorOf(INT, keys)];
    const {
      columns: found,
      starts,
      rows,
    } = await cached.lookup({
      columns,
      selection: null,
      count: keys.length,
    });
    const texts = keys.map((_, i) =>
      Array.from(rows.subarray(starts[i], starts[i + 1]), (row) =>
        scalarAt(found[1] as Vector, row, STRING),
      ).join('+'),
    );
    return texts.join(' | ');
  };
  return { source, ask, clock };
}

test('What was asked for once is kept, each key is asked for once', async () => {
  const { source, ask } = cache({ 'lookup.partial-cache.max-rows': '10' });
  assert.equal(await ask(2, 1, 2, 0), '2.0+2.1 | 1.0 | 2.0+2.1 | ');
  assert.equal(await ask(1, 3, 0), '1.0 | 3.0+3.1+3.2 | ');
  assert.equal(await ask(3, 2, 1), '3.0+3.1+3.2 | 2.0+2.1 | 1.0');
  assert.deepEqual(source.asked, ['2 1 0', '3']);
});

test('The key whose use is longest ago goes first', async () => {
  const { source, ask } = cache({ 'lookup.partial-cache.max-rows': '2' });
  await ask(1, 2);
  await ask(1);
  await ask(3);
  assert.equal(await ask(1, 2), '1.0 | 2.0+2.1');
  assert.deepEqual(source.asked, ['1 2', '3', '2']);
});

test('Keys go when their time is over; a missing one is kept only if it shall be', async () => {
  const written = cache({ 'lookup.partial-cache.expire-after-write': '10 s' });
  await written.ask(1);
  written.clock.advance(9_000);
  await written.ask(1);
  written.clock.advance(1_000);
  assert.equal(await written.ask(1), '1.0');
  assert.deepEqual(written.source.asked, ['1', '1']);
  const used = cache({
    'lookup.partial-cache.expire-after-access': '10 s',
    'lookup.partial-cache.cache-missing-key': 'false',
  });
  await used.ask(1, 0);
  used.clock.advance(9_000);
  await used.ask(1, 0);
  used.clock.advance(9_000);
  await used.ask(1);
  used.clock.advance(10_000);
  await used.ask(1);
  assert.deepEqual(used.source.asked, ['1 0', '0', '1']);
});

test('A lookup that fails for a while is repeated, one that is wrong is not', async () => {
  const failing = (error: unknown, times: number) => {
    let left = times;
    const source = new Counting();
    return {
      source,
      lookup: (keys: KeyRows): Promise<FoundRows> =>
        left-- > 0 ? Promise.reject(error) : source.lookup(keys),
      close: () => {},
    };
  };
  const keys = { columns: [vectorOf(INT, [1])], selection: null, count: 1 };
  const passing = new MillraceError('DATA_FILE', 'gone');
  const { rows } = await new Repeated(failing(passing, 2), 2).lookup(keys);
  assert.equal(rows.length, 1);
  await assert.rejects(async () => new Repeated(failing(passing, 3), 2).lookup(keys), passing);
  const wrong = new MillraceError('DATA_MALFORMED', 'no number');
  await assert.rejects(async () => new Repeated(failing(wrong, 1), 2).lookup(keys), wrong);
});

test('A time of the day is the next one that a clock shows', () => {
  const at = (text: string): number => Date.parse(text);
  const now = at('2024-03-01T10:00:00Z');
  assert.equal(nextTime('10:15Z', now), at('2024-03-01T10:15:00Z'));
  assert.equal(nextTime('10:00Z', now), at('2024-03-02T10:00:00Z'));
  assert.equal(nextTime('10:15:30+07:00', now), at('2024-03-02T03:15:30Z'));
  assert.equal(nextTime('23:00-02:00', now), at('2024-03-02T01:00:00Z'));
});
