/**
 * A codec over the rows of a column: measure all, then write all, then the next column. The loops
 * are generated, one set a column, so that each sees one codec and one lane and calls nothing.
 *
 * A descending order turns all bits of what the codec wrote: no code is the beginning of another,
 * so their order turns with them.
 */
import { type ColumnBuilder, createBuilder } from '../column/builder.js';
import type { LogicalType } from '../column/logical-type.js';
import { typeText } from '../column/type-text.js';
import type { Vector } from '../column/vector.js';
import type { Codec, CodecUse } from './codec.js';
import { codecOf } from './codec-of.js';

type Measure = (
  codec: Codec,
  vector: Vector,
  rows: Int32Array,
  count: number,
  sizes: Int32Array,
) => void;
type Write = (
  codec: Codec,
  vector: Vector,
  rows: Int32Array,
  count: number,
  out: Uint8Array,
  at: Int32Array,
) => void;
type Read = (
  codec: Codec,
  builder: ColumnBuilder,
  data: Uint8Array,
  count: number,
  at: Int32Array,
) => void;

let loops = 0;

/** A loop of its own; the number keeps the engine from sharing what it learned of another. */
function loop(parameters: string, body: string): unknown {
  const source = `'use strict'; /* ${loops++} */ for (let i = 0; i < count; i++) ${body};`;
  return new Function(...parameters.split(' '), source);
}

const codes = new Map<string, ColumnCode>();

/** The code of columns of this type; there is one, so that a restart finds it warm. */
export function columnCode(type: LogicalType, use: CodecUse, isTurned = false): ColumnCode {
  const name = `${typeText(type)} ${use} ${isTurned}`;
  let code = codes.get(name);
  if (code === undefined) {
    code = new ColumnCode(type, use, isTurned);
    codes.set(name, code);
  }
  return code;
}

export class ColumnCode {
  readonly type: LogicalType;
  readonly #codec: Codec;
  readonly #isTurned: boolean;
  readonly #measure = loop(
    'codec vector rows count sizes',
    'sizes[i] += codec.size(vector, rows[i])',
  ) as Measure;
  readonly #write = loop(
    'codec vector rows count out at',
    'at[i] = codec.put(vector, rows[i], out, at[i])',
  ) as Write;
  readonly #read = loop(
    'codec builder data count at',
    'at[i] = codec.take(data, at[i], builder)',
  ) as Read;

  constructor(type: LogicalType, use: CodecUse, isTurned: boolean) {
    this.type = type;
    this.#codec = codecOf(type, use);
    this.#isTurned = isTurned;
  }

  /** Adds to `sizes[i]` the bytes of row `rows[i]`. */
  measure(vector: Vector, rows: Int32Array, count: number, sizes: Int32Array): void {
    this.#measure(this.#codec, vector, rows, count, sizes);
  }

  /** Writes row `rows[i]` at `at[i]` and moves that on. */
  write(vector: Vector, rows: Int32Array, count: number, out: Uint8Array, at: Int32Array): void {
    if (!this.#isTurned) {
      this.#write(this.#codec, vector, rows, count, out, at);
      return;
    }
    const starts = at.slice(0, count);
    this.#write(this.#codec, vector, rows, count, out, at);
    turn(out, starts, at, count);
  }

  /**
   * Reads `count` values, number i at `at[i]`, and moves that on.
   * @param ends where the data of each ends; `data` is written to and comes back as it was
   */
  read(data: Uint8Array, at: Int32Array, ends: Int32Array, count: number): Vector {
    const builder = createBuilder(this.type, count);
    const starts = this.#isTurned ? at.slice(0, count) : at;
    if (this.#isTurned) turn(data, starts, ends, count);
    this.#read(this.#codec, builder, data, count, at);
    if (this.#isTurned) turn(data, starts, ends, count);
    return builder.finish();
  }
}

function turn(data: Uint8Array, starts: Int32Array, ends: Int32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const end = ends[i] as number;
    for (let at = starts[i] as number; at < end; at++) data[at] = (data[at] as number) ^ 0xff;
  }
}
