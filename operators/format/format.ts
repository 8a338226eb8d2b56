/**
 * What a connector needs to know of a format. A format reads its own options out of a table's (the
 * keys that start with its name) and checks that it has values of the columns' types.
 */
import type { TableOptions } from '../../conf/table-options.js';
import type { Column } from '../core/spec.js';
import type { Encoder, Scanner } from './scanner.js';

/** Records that stand one after another in a stream of bytes. */
export interface TextDecoding {
  readonly kind: 'text';
  /** Lines at the start of a file that hold no record. */
  readonly skipLines: number;
  /** @param wanted indexes of the columns to decode, in the order of the vectors */
  createScanner(wanted: readonly number[]): Scanner;
}

/** Files with columns inside; read by `parquet/`. */
export interface ParquetDecoding {
  readonly kind: 'parquet';
}

export type Decoding = TextDecoding | ParquetDecoding;

export interface Encoding {
  /** What file names end with; with the dot. */
  readonly extension: string;
  /** Changes of all kinds can be written; else +I alone. */
  readonly takesChanges: boolean;
  createEncoder(): Encoder;
}

export interface Format {
  readonly name: string;
  /** Absent: the format is not read. @throws TABLE_OPTION, PLAN_UNSUPPORTED */
  decode?(options: TableOptions, columns: readonly Column[]): Decoding;
  /** Absent: the format is not written. @throws TABLE_OPTION, PLAN_UNSUPPORTED */
  encode?(options: TableOptions, columns: readonly Column[]): Encoding;
}
