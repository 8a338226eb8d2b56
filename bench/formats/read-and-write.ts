/** Bids in a text format, in and out on one core: what the benches of the formats share. */

import { TableOptions } from '../../conf/table-options.js';
import type { Decoding } from '../../operators/format/format.js';
import { decodingOf, encodingOf } from '../../operators/format/formats.js';
import type { Scanner } from '../../operators/format/scanner.js';
import type { Vector } from '../../state/column/vector.js';
import { VectorPool } from '../../state/column/vector-pool.js';
import { BIDS, bidColumns } from './bids.js';
import { measure } from './measure.js';

const BATCH = 2048;
const CHUNK = 1 << 20;
/** The file in chunks, as the source hands them over. */
function scanAll(
  bytes: Buffer,
  scanner: Scanner,
  take: (columns: Vector[], rows: number) => number,
): number {
  const vectors = new VectorPool(false);
  let sum = 0;
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.lastIndexOf(10, Math.min(bytes.length - 1, from + CHUNK)) + 1;
    const chunk = Buffer.from(bytes.subarray(from, end));
    for (let at = 0; at < chunk.length; at = scanner.position) {
      vectors.reclaim();
      scanner.begin(BATCH, vectors);
      scanner.scan(chunk, at, chunk.length, true, true);
      sum += take(scanner.take(chunk), scanner.rows);
    }
    from = end;
  }
  return sum;
}

function firstColumn(columns: Vector[], rows: number): number {
  const [column] = columns;
  let sum = 0;
  if (column?.lane === 'f64') for (let i = 0; i < rows; i++) sum += column.values[i] as number;
  return sum;
}

/** @param bytes the bids in this format, a record a line */
export function readAndWrite(format: string, bytes: Buffer): void {
  const decoding = decodingOf(format, new TableOptions('bench', {}), bidColumns) as Decoding & {
    kind: 'text';
  };
  const all = decoding.createScanner(bidColumns.map((_, i) => i));
  measure(`${format} in, all 7 columns`, BIDS, () => scanAll(bytes, all, firstColumn));
  const numbers = decoding.createScanner([0, 2]);
  measure(`${format} in, 2 of 7 columns`, BIDS, () => scanAll(bytes, numbers, firstColumn));
  const none = decoding.createScanner([]);
  measure(`${format} in, no column`, BIDS, () => scanAll(bytes, none, (_, rows) => rows));

  const batches: { columns: Vector[]; rows: number }[] = [];
  scanAll(bytes, all, (columns, rows) => {
    batches.push({ columns, rows });
    return rows;
  });
  const encoding = encodingOf(format, new TableOptions('bench', {}), bidColumns);
  const encoder = encoding.createEncoder();

  /** As a file writer does. */
  function drain(): number {
    const taken = encoder.take();
    encoder.recycle(taken);
    return taken.length;
  }

  measure(`${format} out, all 7 columns`, BIDS, () => {
    let size = 0;
    for (const { columns, rows } of batches) {
      encoder.encode(columns, null, rows, null);
      if (encoder.size > CHUNK) size += drain();
    }
    return size + drain();
  });
}
