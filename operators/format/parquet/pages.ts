/**
 * The pages of one flat column chunk, as vectors. A page of dictionary indexes keeps the indexes:
 * rows are gathered from the dictionary a batch at a time, so a string is a range of the dictionary
 * page's bytes and nothing is copied. A null's index is −1.
 */
import type { ColumnMetaData, PageHeader, SchemaElement } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { decompressPage } from 'hyparquet/src/datapage.js';
import { deltaBinaryUnpack, deltaByteArray, deltaLengthByteArray } from 'hyparquet/src/delta.js';
import { byteStreamSplit } from 'hyparquet/src/encoding.js';
import { MillraceError } from '../../../conf/errors/error.js';
import type { BytesVector, Vector } from '../../../state/column/vector.js';
import { decodeHybrid, isOneRun } from './bits.js';
import { codecs } from './codecs.js';
import type { Convert } from './convert.js';
import { decodePlain, longs, type Physical, truncated } from './plain.js';

/** A page: its rows are `values` as they stand, or those at `indexes`. */
export interface Page {
  readonly rows: number;
  readonly values: Vector;
  readonly indexes: Int32Array | null;
}

export class Pages {
  readonly #bytes: Uint8Array;
  readonly #meta: ColumnMetaData;
  readonly #element: SchemaElement;
  readonly #convert: Convert;
  #at = 0;
  #dictionary: Vector | null = null;

  /** @param bytes the column chunk */
  constructor(bytes: Uint8Array, meta: ColumnMetaData, element: SchemaElement, convert: Convert) {
    this.#bytes = bytes;
    this.#meta = meta;
    this.#element = element;
    this.#convert = convert;
  }

  /** @throws DATA_MALFORMED */
  next(): Page {
    while (this.#at < this.#bytes.length) {
      const { buffer, byteOffset, byteLength } = this.#bytes;
      const reader = { view: new DataView(buffer, byteOffset, byteLength), offset: this.#at };
      const header = parquetHeader(reader);
      const from = reader.offset;
      this.#at = from + header.compressed_page_size;
      if (this.#at > this.#bytes.length) throw truncated();
      const raw = this.#bytes.subarray(from, this.#at);
      if (header.type === 'DICTIONARY_PAGE') this.#readDictionary(header, raw);
      else if (header.type === 'DATA_PAGE') return this.#dataPage(header, raw);
      else if (header.type === 'DATA_PAGE_V2') return this.#dataPageV2(header, raw);
    }
    throw truncated();
  }

  #readDictionary(header: PageHeader, raw: Uint8Array): void {
    const page = this.#decompress(raw, header.uncompressed_page_size);
    const count = header.dictionary_page_header?.num_values ?? 0;
    this.#dictionary = this.#convert(this.#plain(page, 0, count));
  }

  /** Levels stand before the values, compressed with them. */
  #dataPage(header: PageHeader, raw: Uint8Array): Page {
    const info = header.data_page_header as NonNullable<PageHeader['data_page_header']>;
    const page = this.#decompress(raw, header.uncompressed_page_size);
    const rows = info.num_values;
    if (this.#element.repetition_type === 'REQUIRED') {
      return this.#values(info.encoding, page, 0, rows, null);
    }
    const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
    const length = view.getUint32(0, true);
    const levels = this.#levels(page.subarray(4, 4 + length), rows);
    return this.#values(info.encoding, page, 4 + length, rows, levels);
  }

  /** Levels stand before the values, never compressed. */
  #dataPageV2(header: PageHeader, raw: Uint8Array): Page {
    const info = header.data_page_header_v2 as NonNullable<PageHeader['data_page_header_v2']>;
    const skipped = info.repetition_levels_byte_length;
    const start = skipped + info.definition_levels_byte_length;
    const size = header.uncompressed_page_size - start;
    const body = raw.subarray(start);
    const page = info.is_compressed === false || size === 0 ? body : this.#decompress(body, size);
    const rows = info.num_values;
    const levels = info.num_nulls === 0 ? null : this.#levels(raw.subarray(skipped, start), rows);
    return this.#values(info.encoding, page, 0, rows, levels);
  }

  #decompress(raw: Uint8Array, size: number): Uint8Array {
    return decompressPage(raw, size, this.#meta.codec, codecs);
  }

  /** One level a row: 1 = there, 0 = null; null when all are there. */
  #levels(bytes: Uint8Array, rows: number): Int32Array | null {
    if (isOneRun(bytes, 1, rows)) return null;
    const levels = new Int32Array(rows);
    if (!decodeHybrid(bytes, 0, 1, levels, rows)) throw truncated();
    return levels.includes(0) ? levels : null;
  }

  #values(
    encoding: string,
    page: Uint8Array,
    start: number,
    rows: number,
    levels: Int32Array | null,
  ): Page {
    const count = levels === null ? rows : levels.reduce((sum, level) => sum + level, 0);
    if (encoding === 'RLE_DICTIONARY' || encoding === 'PLAIN_DICTIONARY') {
      const values = this.#dictionary;
      if (values === null) throw truncated();
      const indexes = this.#dictionaryIndexes(page, start, count);
      return { rows, values, indexes: levels === null ? indexes : spread(indexes, levels) };
    }
    const values = this.#convert(this.#encoded(encoding, page, start, count));
    if (levels === null) return { rows, values, indexes: null };
    return { rows, values, indexes: spread(null, levels) };
  }

  #dictionaryIndexes(page: Uint8Array, start: number, count: number): Int32Array {
    const indexes = new Int32Array(count);
    if (count === 0) return indexes;
    const width = page[start] as number;
    if (width > 0 && !decodeHybrid(page, start + 1, width, indexes, count)) throw truncated();
    return indexes;
  }

  #encoded(encoding: string, page: Uint8Array, start: number, count: number): Vector {
    const reader = {
      view: new DataView(page.buffer, page.byteOffset, page.byteLength),
      offset: start,
    };
    const type = this.#element.type as Physical;
    switch (encoding) {
      case 'PLAIN':
        return this.#plain(page, start, count);
      case 'RLE': {
        const bits = new Int32Array(count);
        if (!decodeHybrid(page, start + 4, 1, bits, count)) throw truncated();
        return { lane: 'u8', values: Uint8Array.from(bits), nulls: null };
      }
      case 'DELTA_BINARY_PACKED': {
        if (type === 'INT32') {
          const values = new Int32Array(count);
          deltaBinaryUnpack(reader, count, values);
          return { lane: 'i32', values, nulls: null };
        }
        const values = new BigInt64Array(count);
        deltaBinaryUnpack(reader, count, values);
        return longs(new Int32Array(values.buffer));
      }
      case 'DELTA_LENGTH_BYTE_ARRAY':
      case 'DELTA_BYTE_ARRAY': {
        const parts: Uint8Array[] = new Array(count);
        if (encoding === 'DELTA_BYTE_ARRAY') deltaByteArray(reader, count, parts);
        else deltaLengthByteArray(reader, count, parts);
        return joined(parts);
      }
      case 'BYTE_STREAM_SPLIT':
        return this.#unsplit(byteStreamSplit(reader, count, type, this.#element.type_length));
      default:
        throw new MillraceError('DATA_MALFORMED', `The Parquet encoding ${encoding} is unknown`);
    }
  }

  #plain(page: Uint8Array, start: number, count: number): Vector {
    const type = this.#element.type as Physical;
    return decodePlain(type, page, start, count, this.#element.type_length ?? 0);
  }

  #unsplit(values: unknown): Vector {
    if (values instanceof Float32Array) return { lane: 'f32', values, nulls: null };
    if (values instanceof Float64Array) return { lane: 'f64', values, nulls: null };
    if (values instanceof Int32Array) return { lane: 'i32', values, nulls: null };
    if (values instanceof BigInt64Array) return longs(new Int32Array(values.buffer));
    return joined(values as Uint8Array[]);
  }
}

/** Positions of the values by rows; −1 where a row is null. */
function spread(indexes: Int32Array | null, levels: Int32Array): Int32Array {
  const out = new Int32Array(levels.length);
  let next = 0;
  for (let row = 0; row < levels.length; row++) {
    if (levels[row] === 0) out[row] = -1;
    else {
      out[row] = indexes === null ? next : (indexes[next] as number);
      next++;
    }
  }
  return out;
}

function joined(parts: readonly Uint8Array[]): BytesVector {
  const starts = new Int32Array(parts.length);
  const ends = new Int32Array(parts.length);
  let at = 0;
  parts.forEach((part, i) => {
    starts[i] = at;
    at += part.length;
    ends[i] = at;
  });
  return { lane: 'bytes', data: Buffer.concat(parts), starts, ends, nulls: null };
}
