/**
 * BITMAP: sets of unsigned 32-bit integers, kept as Roaring bitmaps in the portable form
 * (https://github.com/RoaringBitmap/RoaringFormatSpec), each container in its smallest kind: what
 * BITMAP_TO_BYTES gives in Flink. Equal sets have equal bytes.
 *
 * A container holds the low halves of the numbers with one high half: as a sorted array (up to
 * 4,096 of them), a bit a number, or runs.
 */
import { fail, type Site } from './failure.js';

const COOKIE = 12346;
const COOKIE_RUNS = 12347;
/** From so many containers on, offsets are written beside runs too. */
const OFFSET_THRESHOLD = 4;
const ARRAY_MOST = 4096;
const BITS_SIZE = 8192;

/** BITMAP_BUILD: negative numbers stand for those above 2^31 − 1; nulls do not count. */
export function buildBitmap(items: readonly (number | null)[]): Uint8Array {
  const values = Uint32Array.from(items.filter((item) => item !== null)).sort();
  return encodeBitmap(values.filter((value, i) => i === 0 || value !== values[i - 1]));
}

/** BITMAP_FROM_BYTES. */
export function bitmapFromBytes(bytes: Uint8Array, site: Site): Uint8Array {
  try {
    return encodeBitmap(decodeBitmap(bytes));
  } catch (error) {
    if (error instanceof RangeError) return fail(site, 'The bytes are no bitmap');
    throw error;
  }
}

export function cardinality(bitmap: Uint8Array): bigint {
  return BigInt(decodeBitmap(bitmap).length);
}

/** In the order of the unsigned numbers. */
export function bitmapArray(bitmap: Uint8Array): number[] {
  return Array.from(decodeBitmap(bitmap), (value) => value | 0);
}

export function bitmapText(bitmap: Uint8Array): string {
  return `{${decodeBitmap(bitmap).join(',')}}`;
}

export type BitmapOperation = 'AND' | 'OR' | 'XOR' | 'ANDNOT';

/** By a merge of both sorted sets. */
export function combine(operation: BitmapOperation, a: Uint8Array, b: Uint8Array): Uint8Array {
  const [left, right] = [decodeBitmap(a), decodeBitmap(b)];
  const inBoth = operation === 'AND' || operation === 'OR';
  const onlyLeft = operation !== 'AND';
  const onlyRight = operation === 'OR' || operation === 'XOR';
  const out = new Uint32Array(left.length + right.length);
  let size = 0;
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    const x = left[i] ?? Number.POSITIVE_INFINITY;
    const y = right[j] ?? Number.POSITIVE_INFINITY;
    if (x === y ? inBoth : x < y ? onlyLeft : onlyRight) out[size++] = Math.min(x, y);
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return encodeBitmap(out.subarray(0, size));
}

/** @throws RangeError the bytes are none */
export function decodeBitmap(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const cookie = view.getUint32(0, true);
  const hasRuns = (cookie & 0xffff) === COOKIE_RUNS;
  if (!hasRuns && cookie !== COOKIE) throw new RangeError('No cookie');
  const count = hasRuns ? (cookie >>> 16) + 1 : view.getUint32(4, true);
  if (count > 65536) throw new RangeError('Too many containers');
  const flags = 4;
  const header = hasRuns ? flags + ((count + 7) >> 3) : 8;
  let at = header + count * 4;
  if (!hasRuns || count >= OFFSET_THRESHOLD) at += count * 4;
  const values: number[] = [];
  for (let i = 0; i < count; i++) {
    const key = view.getUint16(header + i * 4, true);
    const size = view.getUint16(header + i * 4 + 2, true) + 1;
    const isRun = hasRuns && (view.getUint8(flags + (i >> 3)) & (1 << (i & 7))) !== 0;
    const base = key * 65536;
    if (isRun) at = readRuns(view, at, base, values);
    else if (size > ARRAY_MOST) at = readBits(view, at, base, values);
    else for (let n = 0; n < size; n++, at += 2) values.push(base + view.getUint16(at, true));
  }
  return Uint32Array.from(values);
}

function readRuns(view: DataView, start: number, base: number, values: number[]): number {
  const runs = view.getUint16(start, true);
  let at = start + 2;
  for (let run = 0; run < runs; run++, at += 4) {
    const first = view.getUint16(at, true);
    const more = view.getUint16(at + 2, true);
    for (let n = 0; n <= more; n++) values.push(base + first + n);
  }
  return at;
}

function readBits(view: DataView, start: number, base: number, values: number[]): number {
  for (let byte = 0; byte < BITS_SIZE; byte++) {
    const bits = view.getUint8(start + byte);
    for (let bit = 0; bit < 8; bit++) {
      if ((bits & (1 << bit)) !== 0) values.push(base + byte * 8 + bit);
    }
  }
  return start + BITS_SIZE;
}

interface Container {
  readonly key: number;
  readonly lows: Uint32Array;
  /** Count of runs. */
  readonly runs: number;
  readonly asRuns: boolean;
  readonly bytes: number;
}

function containersOf(values: Uint32Array): Container[] {
  const containers: Container[] = [];
  for (let start = 0; start < values.length; ) {
    const key = (values[start] as number) >>> 16;
    let end = start + 1;
    let runs = 1;
    for (; end < values.length && (values[end] as number) >>> 16 === key; end++) {
      if (values[end] !== (values[end - 1] as number) + 1) runs++;
    }
    const size = end - start;
    const plain = size > ARRAY_MOST ? BITS_SIZE : size * 2;
    const asRuns = 2 + runs * 4 < plain;
    const lows = values.subarray(start, end);
    containers.push({ key, lows, runs, asRuns, bytes: asRuns ? 2 + runs * 4 : plain });
    start = end;
  }
  return containers;
}

/** Of sorted, distinct numbers. */
export function encodeBitmap(values: Uint32Array): Uint8Array {
  const containers = containersOf(values);
  const count = containers.length;
  const hasRuns = containers.some(({ asRuns }) => asRuns);
  const header = hasRuns ? 4 + ((count + 7) >> 3) : 8;
  const offsets = header + count * 4;
  const hasOffsets = !hasRuns || count >= OFFSET_THRESHOLD;
  let at = offsets + (hasOffsets ? count * 4 : 0);
  const bytes = new Uint8Array(containers.reduce((size, container) => size + container.bytes, at));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, hasRuns ? COOKIE_RUNS | ((count - 1) << 16) : COOKIE, true);
  if (!hasRuns) view.setUint32(4, count, true);
  for (const [i, container] of containers.entries()) {
    if (container.asRuns) bytes[4 + (i >> 3)] = (bytes[4 + (i >> 3)] as number) | (1 << (i & 7));
    view.setUint16(header + i * 4, container.key, true);
    view.setUint16(header + i * 4 + 2, container.lows.length - 1, true);
    if (hasOffsets) view.setUint32(offsets + i * 4, at, true);
    writeContainer(view, at, container);
    at += container.bytes;
  }
  return bytes;
}

function writeContainer(view: DataView, start: number, container: Container): void {
  const { lows, asRuns, runs } = container;
  if (asRuns) {
    view.setUint16(start, runs, true);
    let at = start + 2;
    for (let i = 0; i < lows.length; at += 4) {
      let end = i + 1;
      while (end < lows.length && lows[end] === (lows[end - 1] as number) + 1) end++;
      view.setUint16(at, (lows[i] as number) & 0xffff, true);
      view.setUint16(at + 2, end - i - 1, true);
      i = end;
    }
  } else if (lows.length > ARRAY_MOST) {
    for (const value of lows) {
      const low = value & 0xffff;
      const byte = start + (low >> 3);
      view.setUint8(byte, view.getUint8(byte) | (1 << (low & 7)));
    }
  } else {
    for (const [i, value] of lows.entries()) view.setUint16(start + i * 2, value & 0xffff, true);
  }
}
