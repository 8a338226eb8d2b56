/**
 * Generates loops that write vectors as text. Code is generated for the types and for the lanes
 * that the vectors of a batch have, nulls included, so that each loop sees one kind of array;
 * the loops of signatures that were seen are kept.
 *
 * A `RowCode` gives the code of one row; this file gives it names for the arrays of a vector, and
 * counts the room that it needs.
 */
import { assert } from '../../conf/errors/error.js';
import type { Field, LogicalType } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import { compiled } from './compiled.js';
import type { Encoder } from './scanner.js';
import { writeCode } from './text/words.js';

/** Source of an expression or of statements. */
export type Code = string;

/** The arrays of a vector as names in generated code. */
export class Arrays {
  readonly #lines: Code[];

  constructor(
    readonly vector: Vector,
    readonly name: string,
    access: Code,
    lines: Code[],
  ) {
    this.#lines = lines;
    lines.push(`const ${name} = ${access};`);
    for (const [key, value] of Object.entries(vector)) {
      if (key !== 'lane' && key !== 'children' && key !== 'child' && value !== null) {
        lines.push(`const ${name}_${key} = ${name}.${key};`);
      }
    }
    if (vector.lane === 'bytes') lines.push(`const ${name}_words = viewOf(${name}.data);`);
  }

  /** An element of one of the vector's arrays. */
  at(array: string, index: Code): Code {
    return `${this.name}_${array}[${index}]`;
  }

  /** True code where the row is null; undefined when none is. */
  isNull(index: Code): Code | undefined {
    return this.vector.nulls === null ? undefined : `${this.at('nulls', index)} === 1`;
  }

  child(vector: Vector, path: string, suffix: string): Arrays {
    return new Arrays(vector, `${this.name}${suffix}`, `${this.name}.${path}`, this.#lines);
  }
}

export interface RowCode {
  /**
   * Statements that write one row, from arrays by column, at `row`; to `view` at `p`, or to `b`,
   * the same bytes.
   */
  row(columns: readonly Arrays[], fields: readonly Field[], room: Room): Code;
  /** What the statements use, by name. */
  readonly globals: Readonly<Record<string, unknown>>;
}

type EncodeRows = (
  out: OutputBytes,
  columns: readonly Vector[],
  selection: Int32Array | null,
  count: number,
) => void;

const FIRST_CAPACITY = 1 << 16;

/** Bytes that grow; generated code keeps `bytes`, `view` and `length` in locals. */
export class OutputBytes {
  bytes: Uint8Array = Buffer.allocUnsafeSlow(FIRST_CAPACITY);
  view = viewOf(this.bytes);
  length = 0;
  /** Memory that was given back: new memory costs a page fault for each 4 KB. */
  #spare: Uint8Array | null = null;

  /** Keeps the first `used` bytes and makes room for `more`. */
  grow(used: number, more: number): Uint8Array {
    const larger = Buffer.allocUnsafeSlow(Math.max(used + more, this.bytes.length * 2));
    larger.set(this.bytes.subarray(0, used));
    this.bytes = larger;
    this.view = viewOf(larger);
    return larger;
  }

  /** Hands over what was written. */
  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.length);
    this.bytes = this.#spare ?? Buffer.allocUnsafeSlow(this.bytes.length);
    this.#spare = null;
    this.view = viewOf(this.bytes);
    this.length = 0;
    return taken;
  }

  recycle(taken: Uint8Array): void {
    this.#spare = Buffer.from(taken.buffer);
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Keeps room for what a row writes without asking for each value. Pieces of limited width are added
 * up; wherever room is made, for text and before each element of an array, it is made for them
 * all. Since no place is passed twice without that, there is always room for the pieces to come.
 */
export class Room {
  /** Bytes of all pieces of limited width, each once. */
  fixedBytes = 0;

  /** Statement that makes room for the pieces and so many bytes more. */
  make(bytes: Code | number = 0): Code {
    return `if (p + FIXED + ${bytes} > size) {
      b = out.grow(p, FIXED + ${bytes});
      view = out.view;
      size = b.length;
    }`;
  }

  /** Statements that write at most so many bytes, which are reserved. */
  atMost(bytes: number, code: Code): Code {
    this.fixedBytes += bytes;
    return code;
  }

  /** Statements that write constant text. */
  constant(text: string): Code {
    const bytes = Buffer.from(text);
    return this.atMost(bytes.length, writeCode(bytes));
  }
}

export class GeneratedEncoder implements Encoder {
  readonly #fields: readonly Field[];
  readonly #code: RowCode;
  readonly #out = new OutputBytes();
  readonly #loops = new Map<string, EncodeRows>();

  constructor(fields: readonly Field[], code: RowCode) {
    this.#fields = fields;
    this.#code = code;
  }

  get size(): number {
    return this.#out.length;
  }

  encode(columns: readonly Vector[], selection: Int32Array | null, count: number): void {
    const signature = columns.map(signatureOf).join(',');
    let loop = this.#loops.get(signature);
    if (loop === undefined) {
      loop = this.#generate(columns);
      this.#loops.set(signature, loop);
    }
    loop(this.#out, columns, selection, count);
  }

  take(): Uint8Array {
    return this.#out.take();
  }

  recycle(taken: Uint8Array): void {
    this.#out.recycle(taken);
  }

  #generate(columns: readonly Vector[]): EncodeRows {
    const lines: Code[] = [];
    const arrays = columns.map((vector, i) => new Arrays(vector, `v${i}`, `columns[${i}]`, lines));
    const room = new Room();
    const row = this.#code.row(arrays, this.#fields, room);
    const globals = { ...this.#code.globals, viewOf };
    const source = `const FIXED = ${room.fixedBytes};
    return function encode(out, columns, selection, count) {
      ${lines.join('\n')}
      let b = out.bytes, view = out.view, p = out.length, size = b.length;
      for (let i = 0; i < count; i++) {
        const row = selection === null ? i : selection[i];
        ${room.make()}
        ${row}
      }
      out.length = p;
    };`;
    const make = compiled(Object.keys(globals), source);
    return make(...Object.values(globals)) as EncodeRows;
  }
}

function signatureOf(vector: Vector): string {
  const nulls = vector.nulls === null ? '' : '?';
  switch (vector.lane) {
    case 'time':
      return `${nulls}time${vector.nanos === null ? '' : 'n'}`;
    case 'list':
      return `${nulls}[${signatureOf(vector.child)}]`;
    case 'map':
      return `${nulls}{${signatureOf(vector.keys)}:${signatureOf(vector.values)}}`;
    case 'row':
      return `${nulls}(${vector.children.map(signatureOf).join(',')})`;
    default:
      return nulls + vector.lane;
  }
}

/** The types of the keys and values of a MAP or MULTISET. */
export function entryTypes(type: LogicalType): [LogicalType, LogicalType] {
  if (type.root === 'MAP') return [type.key, type.value];
  assert(type.root === 'MULTISET', 'Only maps and multisets have entries');
  return [type.element, { root: 'INTEGER', nullable: false }];
}
