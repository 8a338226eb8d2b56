/**
 * Makes the values of a column, a block of rows at a time. What a row holds depends on the seed and
 * on the row's number alone, so that any position can be taken up again.
 */
import { MillraceError } from '../../../conf/errors/error.js';
import type { Random } from '../../../conf/random.js';
import { gather } from '../../../state/column/gather.js';
import { type LogicalType, UNBOUNDED } from '../../../state/column/logical-type.js';
import { vectorOf } from '../../../state/column/scalar-access.js';
import type { Vector } from '../../../state/column/vector.js';
import { integerBounds, isInteger, numberBound } from './bounds.js';
import type { DatagenOptions } from './options.js';

/** The rows of a block: row i has the number `first + i` among all rows of the source. */
export interface Block {
  readonly count: number;
  readonly first: number;
  readonly random: Random;
  /** Milliseconds since the epoch. */
  readonly nowMs: number;
}

export interface Generator {
  make(block: Block): Vector;
  /** Values of a sequence; Infinity where there is no end. */
  readonly rows: number;
}

const DEFAULT_LENGTH = 100;
const DEFAULT_ELEMENTS = 3;

/** @throws TABLE_OPTION, PLAN_UNSUPPORTED */
export function createGenerator(
  name: string,
  type: LogicalType,
  options: DatagenOptions,
): Generator {
  if (options.kind.get(name) === 'sequence') return sequence(name, type, options);
  const rate = options.nullRate.get(name) ?? 0;
  const make = randomValues(name, type, options);
  if (rate === 0) return { make, rows: Number.POSITIVE_INFINITY };
  return { make: (block) => withNulls(make(block), block, rate), rows: Number.POSITIVE_INFINITY };
}

type Make = (block: Block) => Vector;

const FLOAT_MAX = 3.4028234663852886e38;

function randomValues(name: string, type: LogicalType, options: DatagenOptions): Make {
  if (isInteger(type)) return randomIntegers(name, type, options);
  switch (type.root) {
    case 'BOOLEAN':
      return ({ count, random }) => ({
        lane: 'u8',
        values: Uint8Array.from({ length: count }, () => (random.nextBoolean() ? 1 : 0)),
        nulls: null,
      });
    case 'FLOAT':
    case 'DOUBLE':
      return randomFloats(name, type, options);
    case 'DECIMAL':
      return randomDecimals(name, type, options);
    case 'CHAR':
    case 'VARCHAR':
    case 'BINARY':
    case 'VARBINARY':
      return randomBytes(name, type, options);
    case 'DATE':
      return ({ count, nowMs }) => ints(new Int32Array(count).fill(Math.floor(nowMs / 86_400_000)));
    case 'TIME_WITHOUT_TIME_ZONE':
      return ({ count, nowMs }) => ints(new Int32Array(count).fill(nowMs % 86_400_000));
    case 'TIMESTAMP_WITHOUT_TIME_ZONE':
    case 'TIMESTAMP_WITH_LOCAL_TIME_ZONE':
      return randomTimes(options.maxPast.get(name) ?? 0);
    default:
      return randomNested(name, type, options);
  }
}

function ints(values: Int32Array): Vector {
  return { lane: 'i32', values, nulls: null };
}

function randomIntegers(name: string, type: LogicalType, options: DatagenOptions): Make {
  const { min, max } = integerBounds(
    name,
    type,
    ['min', options.min.get(name)],
    ['max', options.max.get(name)],
  );
  const long = type.root === 'BIGINT' || type.root === 'INTERVAL_DAY_TIME';
  const [low, high] = [Number(min), Number(max)];
  if (!long) {
    return ({ count, random }) =>
      ints(Int32Array.from({ length: count }, () => random.nextInt(low, high)));
  }
  const safe = [low, high, high - low].every((value) => Number.isSafeInteger(value));
  if (safe) {
    return ({ count, random }) => ({
      lane: 'f64',
      values: Float64Array.from({ length: count }, () => random.nextInt(low, high)),
      nulls: null,
    });
  }
  return ({ count, random }) => ({
    lane: 'i64',
    values: BigInt64Array.from({ length: count }, () => random.nextBigInt(min, max)),
    nulls: null,
  });
}

function randomFloats(name: string, type: LogicalType, options: DatagenOptions): Make {
  const widest = type.root === 'FLOAT' ? FLOAT_MAX : Number.MAX_VALUE;
  const [low, high] = floatBounds(name, options, 0, widest);
  const next = (random: Random): number => low + random.nextDouble() * (high - low);
  if (type.root === 'FLOAT') {
    return ({ count, random }) => ({
      lane: 'f32',
      values: Float32Array.from({ length: count }, () => next(random)),
      nulls: null,
    });
  }
  return ({ count, random }) => ({
    lane: 'f64',
    values: Float64Array.from({ length: count }, () => next(random)),
    nulls: null,
  });
}

function floatBounds(
  name: string,
  options: DatagenOptions,
  least: number,
  most: number,
): [number, number] {
  const low = numberBound(`fields.${name}.min`, options.min.get(name), least);
  const high = numberBound(`fields.${name}.max`, options.max.get(name), most);
  if (low <= high) return [low, high];
  throw new MillraceError(
    'TABLE_OPTION',
    `Option 'fields.${name}.min' is ${low}, above 'fields.${name}.max', which is ${high}`,
  );
}

function randomDecimals(
  name: string,
  type: LogicalType & { root: 'DECIMAL' },
  options: DatagenOptions,
): Make {
  const most = 10 ** (type.precision - type.scale);
  const [low, high] = floatBounds(name, options, 0, most);
  const unit = 10 ** type.scale;
  const bound = 10n ** BigInt(type.precision) - 1n;
  return ({ count, random }) => {
    const scalars = Array.from({ length: count }, () => {
      const value = BigInt(Math.floor((low + random.nextDouble() * (high - low)) * unit));
      return value > bound ? bound : value < -bound ? -bound : value;
    });
    return vectorOf(type, scalars);
  };
}

const HEX = Buffer.from('0123456789abcdef');

/** Hexadecimal digits for text, any bytes for binary. */
function randomBytes(
  name: string,
  type: LogicalType & { root: 'CHAR' | 'VARCHAR' | 'BINARY' | 'VARBINARY' },
  options: DatagenOptions,
): Make {
  const fixed = type.root === 'CHAR' || type.root === 'BINARY';
  const text = type.root === 'CHAR' || type.root === 'VARCHAR';
  const declared = type.length === UNBOUNDED ? DEFAULT_LENGTH : type.length;
  const length = options.length.get(name) ?? declared;
  const varies = options.variableLength.get(name) ?? false;
  if (length > type.length || (fixed && length !== type.length)) {
    const allowed = fixed ? `${type.length}, that of the type` : `at most ${type.length}`;
    const reason = `Option 'fields.${name}.length' is ${length}; allowed is ${allowed}`;
    throw new MillraceError('TABLE_OPTION', reason);
  }
  if (varies && fixed) {
    const reason =
      `Option 'fields.${name}.var-len' is true; ` +
      'lengths can vary for VARCHAR and VARBINARY only';
    throw new MillraceError('TABLE_OPTION', reason);
  }
  return ({ count, random }) => {
    const data = new Uint8Array(count * length);
    const starts = Int32Array.from({ length: count }, (_, i) => i * length);
    const ends = starts.map((start) => start + (varies ? random.nextInt(1, length) : length));
    for (let i = 0; i < data.length; i += 4) {
      const bits = random.nextUint32();
      for (let k = 0; k < 4; k++) {
        const byte = (bits >>> (8 * k)) & 255;
        data[i + k] = text ? (HEX[byte & 15] as number) : byte;
      }
    }
    return { lane: 'bytes', data, starts, ends, nulls: null };
  };
}

function randomTimes(maxPastMs: number): Make {
  return ({ count, random, nowMs }) => ({
    lane: 'time',
    values: Float64Array.from({ length: count }, () => nowMs - random.nextInt(0, maxPastMs)),
    nanos: null,
    nulls: null,
  });
}

function randomNested(name: string, type: LogicalType, options: DatagenOptions): Make {
  const length = options.length.get(name) ?? DEFAULT_ELEMENTS;
  const many = (block: Block): Block => ({ ...block, count: block.count * length });
  const ranges = (count: number): { starts: Int32Array; ends: Int32Array } => {
    const starts = Int32Array.from({ length: count }, (_, i) => i * length);
    return { starts, ends: starts.map((start) => start + length) };
  };
  const child = (suffix: string, childType: LogicalType): Generator =>
    createGenerator(`${name}.${suffix}`, childType, options);
  if (type.root === 'ARRAY') {
    const element = child('element', type.element);
    return (block) => {
      const values = element.make(many(block));
      return { lane: 'list', ...ranges(block.count), child: values, nulls: null };
    };
  }
  if (type.root === 'ROW') {
    const fields = type.fields.map((field) => child(field.name, field.type));
    return (block) => {
      return { lane: 'row', children: fields.map((field) => field.make(block)), nulls: null };
    };
  }
  if (type.root === 'MAP' || type.root === 'MULTISET') {
    const keys = type.root === 'MAP' ? child('key', type.key) : child('element', type.element);
    const values = type.root === 'MAP' ? child('value', type.value) : counts;
    return (block) => ({
      lane: 'map',
      ...ranges(block.count),
      keys: keys.make(many(block)),
      values: values.make(many(block)),
      nulls: null,
    });
  }
  throw new MillraceError('PLAN_UNSUPPORTED', `datagen has no values of type ${type.root}`);
}

/** How often an element is in a multiset. */
const counts: Generator = {
  rows: Number.POSITIVE_INFINITY,
  make: ({ count, random }) =>
    ints(Int32Array.from({ length: count }, () => random.nextInt(0, 10))),
};

/** A null row's value must be the lane's default. */
function withNulls(vector: Vector, { count, random }: Block, rate: number): Vector {
  const indexes = Int32Array.from({ length: count }, (_, i) =>
    random.nextDouble() < rate ? -1 : i,
  );
  return gather(vector, indexes, count);
}

/** start, start + 1, … end; as text for CHAR and VARCHAR. */
function sequence(name: string, type: LogicalType, options: DatagenOptions): Generator {
  const [from, to] = [options.start.get(name), options.end.get(name)];
  if (from === undefined || to === undefined) {
    const key = `fields.${name}.${from === undefined ? 'start' : 'end'}`;
    throw new MillraceError('TABLE_OPTION', `Option '${key}' is required by a sequence`);
  }
  const toScalar = sequenceScalar(type);
  const { min, max } = integerBounds(name, type, ['start', from], ['end', to]);
  return {
    rows: Number(max - min + 1n),
    make({ count, first }) {
      const scalars = Array.from({ length: count }, (_, i) => toScalar(min + BigInt(first + i)));
      return vectorOf(type, scalars);
    },
  };
}

function sequenceScalar(type: LogicalType): (value: bigint) => bigint | number | string {
  switch (type.root) {
    case 'CHAR':
    case 'VARCHAR':
      return String;
    case 'DECIMAL':
      return (value) => value * 10n ** BigInt(type.scale);
    case 'BIGINT':
      return (value) => value;
    case 'TINYINT':
    case 'SMALLINT':
    case 'INTEGER':
    case 'FLOAT':
    case 'DOUBLE':
      return Number;
    default:
      throw new MillraceError('PLAN_UNSUPPORTED', `datagen has no sequence of type ${type.root}`);
  }
}
