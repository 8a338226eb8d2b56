/**
 * The generated heart of a keyed table: for each signature of key lanes one loop that finds the
 * slots of a batch's rows, and one that inserts those it missed (apart, because the first runs half
 * again as fast without the second's code in it). Keys of fixed width are compared and stored in
 * the loop itself, strings and nested keys through their columns. A single key column of 32-bit
 * integers without nulls has a bijective hash, so equal hashes need no comparison.
 *
 * The generated source holds only names made here.
 */
import { equalAt, equalBytes } from '../column/compare.js';
import { storageOf } from '../column/storage.js';
import { isFar } from '../column/touch.js';
import type { Vector } from '../column/vector.js';
import type { HeapColumn } from './column.js';
import type { KeyLookup } from './key-lookup.js';
import type { SlotSpace } from './slot-space.js';

/** Finds the slots of a batch's rows; gives how many were missing, their positions in `missing`. */
export type Find = (
  index: KeyLookup,
  keys: readonly HeapColumn[],
  columns: readonly Vector[],
  hashes: Int32Array,
  rows: Int32Array | null,
  count: number,
  slots: Int32Array,
  missing: Int32Array,
) => number;

/**
 * Inserts the rows at the first `count` positions of `missing`, in order; a key that stands there
 * twice is inserted once. New slots go to `inserted`, which may be `missing` itself.
 */
export type Insert = (
  index: KeyLookup,
  space: SlotSpace,
  keys: readonly HeapColumn[],
  columns: readonly Vector[],
  hashes: Int32Array,
  rows: Int32Array | null,
  missing: Int32Array,
  count: number,
  slots: Int32Array,
  inserted: Int32Array,
) => number;

export interface Locate {
  readonly find: Find;
  readonly insert: Insert;
}

export interface LocateShape {
  readonly isSelected: boolean;
  /** No two keys, of the table or of the batch, have one hash. */
  readonly isUnique: boolean;
}

const compiled = new Map<string, Locate>();

/** The functions for these key columns as they stand, for batch columns of the same lanes. */
export function locateFor(
  keys: readonly HeapColumn[],
  columns: readonly Vector[],
  shape: LocateShape,
): Locate {
  let signature = `${shape.isSelected ? 's' : 'a'}${shape.isUnique ? 'u' : ''}`;
  for (let c = 0; c < keys.length; c++) signature += keySignature(keys[c], columns[c]);
  let locate = compiled.get(signature);
  if (locate === undefined) {
    locate = compile(keys, columns, shape);
    compiled.set(signature, locate);
  }
  return locate;
}

function keySignature(key: HeapColumn | undefined, column: Vector | undefined): string {
  if (key === undefined || column === undefined) return '';
  const kept = key.vector;
  const nulls = `${kept.nulls === null ? '' : '?'}${column.nulls === null ? '' : '!'}`;
  const nanos = kept.lane === 'time' && kept.nanos !== null ? 'n' : '';
  const double = storageOf(key.type) === 'f64' ? 'd' : '';
  return `,${kept.lane}${double}${nanos}${nulls}`;
}

/** How one key column is bound, read from the row, compared with a slot's and stored. */
interface KeyCode {
  readonly bind: string;
  readonly read: string;
  /** A condition on the row's values and slot `s`; '' = always true. */
  readonly equal: string;
  /** A number of slot `s` that lies where the condition looks; '' = none. */
  readonly near: string;
  /** Statements that store the row's values in `slot`. */
  readonly store: string;
}

function compile(
  keys: readonly HeapColumn[],
  columns: readonly Vector[],
  { isSelected, isUnique }: LocateShape,
): Locate {
  const codes = keys.map((key, c) => keyCode(key, columns[c] as Vector, c));
  const only = keys.length === 1 ? keys[0] : undefined;
  const isBijective =
    only !== undefined &&
    (only.vector.lane === 'i32' || only.vector.lane === 'u8') &&
    only.vector.nulls === null;
  const conditions = codes.map((code) => code.equal).filter((equal) => equal !== '');
  const equal =
    isUnique || isBijective || conditions.length === 0 ? '' : ` && ${conditions.join(' && ')}`;
  const parts: LoopParts = {
    bind: codes.map((code) => code.bind).join('\n  '),
    row: isSelected ? 'rows[i]' : 'i',
    read: codes.map((code) => code.read).join('\n    '),
    equal,
    store: codes.map((code) => code.store).join('\n        '),
    near: codes.flatMap(({ near }) => (near === '' ? [] : [near])).join(' + '),
  };
  const find = equal === '' ? findByHashCode() : findCode(parts);
  const source = `'use strict';\nreturn {\n${find},\n${insertCode(parts)}\n};`;
  return new Function('equalBytes', 'equalAny', 'words', 'isFar', source)(
    equalBytes,
    equalAt,
    words,
    isFar,
  ) as Locate;
}

interface LoopParts {
  readonly bind: string;
  readonly row: string;
  readonly read: string;
  readonly equal: string;
  readonly store: string;
  readonly near: string;
}

/**
 * A table of one segment, as most are, keeps that in registers. Where it is large, what the keys of
 * the homes are compared with is loaded first, so that the cache misses of many rows overlap.
 */
function findCode(parts: LoopParts): string {
  const loop = (segment: string) => `for (let i = 0; i < count; i++) {
    const r = ${parts.row}, h = hashes[i];
    ${parts.read}
    ${segment}
    let p = h & mask;
    for (;;) {
      const s = cells[2 * p + 1] - 1;
      if (s < 0) { slots[i] = -1; missing[absent++] = i; break; }
      if (cells[2 * p] === h${parts.equal}) { slots[i] = s; break; }
      p = (p + 1) & mask;
    }
  }
  return absent;`;
  return `find(index, keys, columns, hashes, rows, count, slots, missing) {
  ${parts.bind}
  let absent = 0;
  const directory = index.directory, shift = index.shift;
  if (directory.length === 1) {
    const cells = directory[0].cells, mask = directory[0].mask;
    ${parts.near === '' ? '' : touchCode(parts.near)}
    ${loop('')}
  }
  ${loop(`const segment = directory[(h >>> 1) >>> shift];
    const cells = segment.cells, mask = segment.mask;`)}
}`;
}

function touchCode(near: string): string {
  return `if (isFar(cells)) {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const s = Math.max(0, cells[2 * (hashes[i] & mask) + 1] - 1);
        sum += ${near};
      }
      index.touched = sum;
    }`;
}

/**
 * Where equal hashes are equal keys, all rows look at their first cell without a branch, so that
 * the cache misses of many rows overlap; those it did not answer go on in a loop of their own.
 */
function findByHashCode(): string {
  const loops = (segment: string) => `for (let i = 0; i < count; i++) {
    const h = hashes[i];
    ${segment}
    const p = 2 * (h & mask), s = cells[p + 1] - 1;
    slots[i] = s;
    missing[open] = i;
    open += ((cells[p] ^ h) | (s >> 31)) === 0 ? 0 : 1;
  }
  for (let m = 0; m < open; m++) {
    const i = missing[m], h = hashes[i];
    ${segment}
    let p = h & mask;
    for (;;) {
      const s = cells[2 * p + 1] - 1;
      if (s < 0) { slots[i] = -1; missing[absent++] = i; break; }
      if (cells[2 * p] === h) { slots[i] = s; break; }
      p = (p + 1) & mask;
    }
  }
  return absent;`;
  return `find(index, keys, columns, hashes, rows, count, slots, missing) {
  let open = 0, absent = 0;
  const directory = index.directory, shift = index.shift;
  if (directory.length === 1) {
    const cells = directory[0].cells, mask = directory[0].mask;
    ${loops('')}
  }
  ${loops(`const segment = directory[(h >>> 1) >>> shift];
    const cells = segment.cells, mask = segment.mask;`)}
}`;
}

function insertCode(parts: LoopParts): string {
  return `insert(index, space, keys, columns, hashes, rows, missing, count, slots, inserted) {
  ${parts.bind}
  let added = 0;
  for (let m = 0; m < count; m++) {
    const i = missing[m], r = ${parts.row}, h = hashes[i];
    ${parts.read}
    let segment = index.segmentOf(h);
    if (segment.used >= segment.limit) {
      index.grow(h);
      segment = index.segmentOf(h);
    }
    const cells = segment.cells, mask = segment.mask;
    let p = h & mask;
    for (;;) {
      const s = cells[2 * p + 1] - 1;
      if (s < 0) {
        const slot = space.take();
        ${parts.store}
        cells[2 * p] = h; cells[2 * p + 1] = slot + 1; segment.used++;
        inserted[added++] = slot; slots[i] = slot;
        break;
      }
      if (cells[2 * p] === h${parts.equal}) { slots[i] = s; break; }
      p = (p + 1) & mask;
    }
  }
  return added;
}`;
}

/** 64-bit integers as pairs of 32-bit ones: comparing them makes no BigInt. */
function words(values: BigInt64Array): Int32Array {
  return new Int32Array(values.buffer, values.byteOffset, values.length * 2);
}

function keyCode(key: HeapColumn, column: Vector, c: number): KeyCode {
  const bind = `const k${c} = keys[${c}].vector, b${c} = columns[${c}];`;
  const nulls = nullCode(key, column, c);
  const code = valueCode(key, c);
  const both = [nulls.equal, code.equal].filter((part) => part !== '').join(' && ');
  return {
    bind: `${bind} ${nulls.bind} ${code.bind}`,
    read: `${nulls.read} ${code.read}`,
    equal: both,
    near: code.near,
    store: `${nulls.store} ${code.store}`,
  };
}

/** Null flags are compared first; of two nulls the lane values are equal too (0 or empty). */
function nullCode(key: HeapColumn, column: Vector, c: number): KeyCode {
  if (key.vector.nulls === null) return { bind: '', read: '', equal: '', near: '', store: '' };
  const flag = column.nulls === null ? '0' : `b${c}n[r]`;
  return {
    bind: `const k${c}n = k${c}.nulls${column.nulls === null ? '' : `, b${c}n = b${c}.nulls`};`,
    read: `const n${c} = ${flag};`,
    equal: `k${c}n[s] === n${c}`,
    near: '',
    store: `k${c}n[slot] = n${c};`,
  };
}

function valueCode(key: HeapColumn, c: number): KeyCode {
  const kept = key.vector;
  const [k, b, x] = [`k${c}`, `b${c}`, `x${c}`];
  switch (kept.lane) {
    case 'u8':
    case 'i32':
    case 'f32':
    case 'f64': {
      const isDouble = key.type.root === 'DOUBLE' || key.type.root === 'FLOAT';
      const nan = ` || ${x} !== ${x} && ${k}v[s] !== ${k}v[s]`;
      return {
        bind: `const ${k}v = ${k}.values, ${b}v = ${b}.values;`,
        read: `const ${x} = ${b}v[r];`,
        equal: isDouble ? `(${k}v[s] === ${x}${nan})` : `${k}v[s] === ${x}`,
        near: `${k}v[s]`,
        store: `${k}v[slot] = ${x};`,
      };
    }
    case 'i64':
      return {
        bind: `const ${k}v = words(${k}.values), ${b}v = words(${b}.values);`,
        read: `const ${x} = ${b}v[2 * r], y${c} = ${b}v[2 * r + 1];`,
        equal: `${k}v[2 * s] === ${x} && ${k}v[2 * s + 1] === y${c}`,
        near: `${k}v[2 * s]`,
        store: `${k}v[2 * slot] = ${x}; ${k}v[2 * slot + 1] = y${c};`,
      };
    case 'time':
      return timeCode(kept.nanos !== null, c);
    case 'bytes':
      return {
        bind:
          `let ${k}d = ${k}.data; const ${k}s = ${k}.starts, ${k}e = ${k}.ends; ` +
          `const ${b}d = ${b}.data, ${b}s = ${b}.starts, ${b}e = ${b}.ends;`,
        read: `const ${x} = ${b}s[r], y${c} = ${b}e[r];`,
        equal: `equalBytes(${k}d, ${k}s[s], ${k}e[s], ${b}d, ${x}, y${c})`,
        near: `${k}s[s] + ${k}e[s]`,
        store: `keys[${c}].copyOne(slot, ${b}, r); ${k}d = keys[${c}].vector.data;`,
      };
    default:
      return {
        bind: '',
        read: '',
        equal: `equalAny(keys[${c}].vector, s, ${b}, r)`,
        near: '',
        store: `keys[${c}].copyOne(slot, ${b}, r);`,
      };
  }
}

/** Where the kept column has nanoseconds the batch's has them too (the table sees to it). */
function timeCode(hasNanos: boolean, c: number): KeyCode {
  const [k, b, x] = [`k${c}`, `b${c}`, `x${c}`];
  const nanos = hasNanos;
  return {
    bind:
      `const ${k}v = ${k}.values, ${b}v = ${b}.values;` +
      (nanos ? ` const ${k}t = ${k}.nanos, ${b}t = ${b}.nanos;` : ''),
    read: `const ${x} = ${b}v[r];${nanos ? ` const t${c} = ${b}t[r];` : ''}`,
    equal: `${k}v[s] === ${x}${nanos ? ` && ${k}t[s] === t${c}` : ''}`,
    near: `${k}v[s]`,
    store: `${k}v[slot] = ${x};${nanos ? ` ${k}t[slot] = t${c};` : ''}`,
  };
}
