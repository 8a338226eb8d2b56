import assert from 'node:assert/strict';
import { test } from 'node:test';
import { list, map } from './collection.js';
import { ports } from './ports.js';
import { duration, memorySize } from './quantity.js';
import { boolean, double, enumeration, int, long, string } from './scalar.js';
import type { ValueType } from './type.js';

/** Reads each text; `undefined` stands for a refused one. */
function reads<T>(type: ValueType<T>, expected: Readonly<Record<string, T | undefined>>): void {
  for (const [text, value] of Object.entries(expected)) {
    assert.deepEqual(type.read(text), value, JSON.stringify(text));
  }
}

/** Each text is what its value is written as. */
function roundTrips<T>(type: ValueType<T>, texts: readonly string[]): void {
  for (const text of texts) {
    const value = type.read(text);
    assert(value !== undefined, text);
    assert.equal(type.write(value), text);
  }
}

test('booleans, in any case', () => {
  reads(boolean, { true: true, False: false, TRUE: true, yes: undefined, 1: undefined });
});

test('integers, within 32 bits, 53 bits, and their bounds', () => {
  reads(int(), {
    '0': 0,
    '-5': -5,
    '+7': 7,
    '2147483647': 2147483647,
    '2147483648': undefined,
    '1.0': undefined,
    '1_000': undefined,
    '': undefined,
  });
  reads(int({ min: 1, max: 3 }), { 0: undefined, 1: 1, 3: 3, 4: undefined });
  reads(long(), { '9007199254740991': 9007199254740991, '9007199254740992': undefined });
  const words = [int({ min: 1 }), int({ max: 3 }), int({ min: 1, max: 3 }), int()];
  assert.deepEqual(
    words.map((type) => type.allowed),
    ['an integer, at least 1', 'an integer, at most 3', 'an integer, from 1 to 3', 'an integer'],
  );
});

test('doubles', () => {
  reads(double({ max: 100 }), {
    '0.5': 0.5,
    '.5': 0.5,
    '1e1': 10,
    '-2': -2,
    '101': undefined,
    NaN: undefined,
    Infinity: undefined,
    '1e999': undefined,
    '0x10': undefined,
  });
});

test('strings with a rule, enumerations in any case', () => {
  const even = string({ check: (text) => text.length % 2 === 0, allowed: 'an even text' });
  reads(even, { ab: 'ab', abc: undefined });
  reads(enumeration(['TRIM_PAD', 'error']), {
    trim_pad: 'TRIM_PAD',
    ERROR: 'error',
    'TRIM-PAD': undefined,
  });
});

test('durations with every label of Flink, in milliseconds', () => {
  reads(duration(), {
    '10 min': 600_000,
    '10m': 600_000,
    '1 Minute': 60_000,
    '2minutes': 120_000,
    '1 d': 86_400_000,
    '2 days': 172_800_000,
    '3h': 10_800_000,
    '1 hour': 3_600_000,
    '30 s': 30_000,
    '1 sec': 1000,
    '2 secs': 2000,
    '2 seconds': 2000,
    '500 ms': 500,
    '5 millis': 5,
    '7 milliseconds': 7,
    '250 µs': 0.25,
    '1 microsecond': 0.001,
    '5 ns': 0.000005,
    '3 nanos': 0.000003,
    ' 12 ': 12,
    '0': 0,
    PT10S: undefined,
    '1.5 s': undefined,
    '-1 s': undefined,
    '1 week': undefined,
    '1 s 5 ms': undefined,
    min: undefined,
    '': undefined,
  });
  roundTrips(duration(), ['10 min', '1 d', '90 s', '36 h', '0 ms', '1 ms', '250 µs', '5 ns']);
  assert.equal(
    duration({ min: 1000 }).allowed,
    'a duration such as 10 min, 30 s or 500 ms, at least 1 s',
  );
});

test('memory sizes, in bytes', () => {
  reads(memorySize(), {
    '64 kb': 65_536,
    '1gb': 1_073_741_824,
    '512m': 536_870_912,
    '2 MB': 2_097_152,
    '3 mebibytes': 3_145_728,
    '1 t': 1_099_511_627_776,
    '10 bytes': 10,
    '7b': 7,
    '8192': 8192,
    '1 kib': undefined,
    '1.5 gb': undefined,
    '99999999 tb': undefined,
  });
  roundTrips(memorySize(), ['64 kb', '1 gb', '1536 mb', '10 bytes', '0 bytes', '5 tb']);
});

test('lists between semicolons or as YAML', () => {
  reads(list(string()), {
    'a;b': ['a', 'b'],
    a: ['a'],
    '': [],
    'a;;b': ['a', '', 'b'],
    "'x;y';\"it''s\"": ['x;y', "it''s"],
    "'it''s';b": ["it's", 'b'],
    '[a, "b;c", 1.10]': ['a', 'b;c', '1.10'],
    '- a\n- b': ['a', 'b'],
    '[{a: b}]': ['{"a":"b"}'],
    "'open": undefined,
    "a'b": undefined,
    "'a'b": undefined,
  });
  reads(list(int({ min: 0 })), { '1;2': [1, 2], '[3, 4]': [3, 4], '1;x': undefined });
  roundTrips(list(string()), ['a;b', '"x;y";z', '"it\'s"', '"say ""hi"""']);
});

test('maps between commas or as YAML', () => {
  const pairs = (value: ReadonlyMap<string, string> | undefined): unknown => value && [...value];
  const texts: [string, unknown][] = [
    [
      'k:v,l:w',
      [
        ['k', 'v'],
        ['l', 'w'],
      ],
    ],
    ['', []],
    ["k:'a:b'", undefined],
    ['\'k:"a:b"\'', [['k', 'a:b']]],
    [
      '{k: v, l: 1}',
      [
        ['k', 'v'],
        ['l', '1'],
      ],
    ],
    [
      'k: v\nl: w',
      [
        ['k', 'v'],
        ['l', 'w'],
      ],
    ],
    ['k', undefined],
    ['k:v:w', undefined],
  ];
  for (const [text, expected] of texts) assert.deepEqual(pairs(map.read(text)), expected, text);
  const hard = new Map([
    ['a,b', "it's"],
    ['c:d', '"e"'],
  ]);
  assert.deepEqual(map.read(map.write(hard)), hard);
});

test('ports: one, a list, a range', () => {
  reads(ports, {
    8083: [8083],
    '8083,9083': [8083, 9083],
    '8083-8085, 9000': [8083, 8084, 8085, 9000],
    70000: undefined,
    '5-4': undefined,
    'a-b': undefined,
    '': undefined,
  });
});
