/**
 * Codecs of collections and rows over the codecs of what they hold.
 *
 * In a key an item stands behind a byte 1 and a collection ends with 0, so that one comes before
 * those it begins; in a value the number of items + 1 leads. A row is a byte 1 and its columns.
 */
import type { ColumnBuilder } from '../column/builder.js';
import { compareBytes } from '../column/compare.js';
import type { ListBuilder, MapBuilder, RowBuilder } from '../column/nested-builder.js';
import type { ListVector, MapVector, RowVector, Vector } from '../column/vector.js';
import { putVarint, varintAt, varintSize } from './bytes-codecs.js';
import { type Codec, type CodecUse, isNullAt, isNullByte, nullByteOf } from './codec.js';

/** What lists and maps share: where items begin and end, and how one is written. */
abstract class CollectionCodec implements Codec {
  readonly #null: number;
  readonly #isKey: boolean;

  constructor(use: CodecUse) {
    this.#null = nullByteOf(use);
    this.#isKey = use !== 'value';
  }

  protected abstract itemSize(vector: Vector, item: number): number;
  protected abstract putItem(vector: Vector, item: number, out: Uint8Array, at: number): number;
  protected abstract takeItem(data: Uint8Array, at: number, builder: ColumnBuilder): number;
  protected abstract commit(builder: ColumnBuilder): void;

  size(vector: Vector, row: number): number {
    if (isNullAt(vector, row)) return 1;
    const { starts, ends } = vector as ListVector | MapVector;
    const [start, end] = [starts[row] as number, ends[row] as number];
    let size = this.#isKey ? 2 + end - start : varintSize(end - start + 1);
    for (let item = start; item < end; item++) size += this.itemSize(vector, item);
    return size;
  }

  put(vector: Vector, row: number, out: Uint8Array, at: number): number {
    if (isNullAt(vector, row)) {
      out[at] = this.#null;
      return at + 1;
    }
    const { starts, ends } = vector as ListVector | MapVector;
    const [start, end] = [starts[row] as number, ends[row] as number];
    if (!this.#isKey) {
      let behind = putVarint(end - start + 1, out, at);
      for (let item = start; item < end; item++) behind = this.putItem(vector, item, out, behind);
      return behind;
    }
    out[at++] = 1;
    for (const item of this.inOrder(vector, start, end)) {
      out[at] = 1;
      at = this.putItem(vector, item, out, at + 1);
    }
    out[at] = 0;
    return at + 1;
  }

  take(data: Uint8Array, at: number, builder: ColumnBuilder): number {
    if (isNullByte(data[at])) {
      builder.appendNull();
      return at + 1;
    }
    let behind = at + 1;
    if (this.#isKey) {
      while (data[behind] === 1) behind = this.takeItem(data, behind + 1, builder);
      behind++;
    } else {
      const count = varintAt(data, at) - 1;
      behind = at + varintSize(count + 1);
      for (let i = 0; i < count; i++) behind = this.takeItem(data, behind, builder);
    }
    this.commit(builder);
    return behind;
  }

  /** The items in the order in which a key holds them. */
  protected inOrder(_vector: Vector, start: number, end: number): readonly number[] {
    return Array.from({ length: end - start }, (_, i) => start + i);
  }
}

export class ListCodec extends CollectionCodec {
  readonly #item: Codec;

  constructor(use: CodecUse, item: Codec) {
    super(use);
    this.#item = item;
  }

  protected override itemSize(vector: Vector, item: number): number {
    return this.#item.size((vector as ListVector).child, item);
  }

  protected override putItem(vector: Vector, item: number, out: Uint8Array, at: number): number {
    return this.#item.put((vector as ListVector).child, item, out, at);
  }

  protected override takeItem(data: Uint8Array, at: number, builder: ColumnBuilder): number {
    return this.#item.take(data, at, (builder as ListBuilder).child);
  }

  protected override commit(builder: ColumnBuilder): void {
    (builder as ListBuilder).commit();
  }
}

export class MapCodec extends CollectionCodec {
  readonly #key: Codec;
  readonly #value: Codec;

  constructor(use: CodecUse, key: Codec, value: Codec) {
    super(use);
    this.#key = key;
    this.#value = value;
  }

  protected override itemSize(vector: Vector, item: number): number {
    const { keys, values } = vector as MapVector;
    return this.#key.size(keys, item) + this.#value.size(values, item);
  }

  protected override putItem(vector: Vector, item: number, out: Uint8Array, at: number): number {
    const { keys, values } = vector as MapVector;
    return this.#value.put(values, item, out, this.#key.put(keys, item, out, at));
  }

  protected override takeItem(data: Uint8Array, at: number, builder: ColumnBuilder): number {
    const { keys, values } = builder as MapBuilder;
    return this.#value.take(data, this.#key.take(data, at, keys), values);
  }

  protected override commit(builder: ColumnBuilder): void {
    (builder as MapBuilder).commit();
  }

  /** By their bytes: maps with the same entries are equal. */
  protected override inOrder(vector: Vector, start: number, end: number): readonly number[] {
    const items = super.inOrder(vector, start, end).map((item) => {
      const bytes = new Uint8Array(this.itemSize(vector, item));
      this.putItem(vector, item, bytes, 0);
      return { item, bytes };
    });
    items.sort((a, b) => compareBytes(a.bytes, 0, a.bytes.length, b.bytes, 0, b.bytes.length));
    return items.map(({ item }) => item);
  }
}

export class RowCodec implements Codec {
  readonly #null: number;
  readonly #children: readonly Codec[];

  constructor(use: CodecUse, children: readonly Codec[]) {
    this.#null = nullByteOf(use);
    this.#children = children;
  }

  size(vector: Vector, row: number): number {
    if (isNullAt(vector, row)) return 1;
    const { children } = vector as RowVector;
    let size = 1;
    this.#children.forEach((codec, c) => {
      size += codec.size(children[c] as Vector, row);
    });
    return size;
  }

  put(vector: Vector, row: number, out: Uint8Array, at: number): number {
    if (isNullAt(vector, row)) {
      out[at] = this.#null;
      return at + 1;
    }
    const { children } = vector as RowVector;
    out[at] = 1;
    let behind = at + 1;
    this.#children.forEach((codec, c) => {
      behind = codec.put(children[c] as Vector, row, out, behind);
    });
    return behind;
  }

  take(data: Uint8Array, at: number, builder: ColumnBuilder): number {
    const row = builder as RowBuilder;
    if (isNullByte(data[at])) {
      row.appendNull();
      return at + 1;
    }
    let behind = at + 1;
    this.#children.forEach((codec, c) => {
      behind = codec.take(data, behind, row.children[c] as ColumnBuilder);
    });
    row.commit();
    return behind;
  }
}
