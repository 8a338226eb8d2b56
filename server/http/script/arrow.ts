/**
 * Rows as an Arrow IPC stream, a record batch for each batch of the query. Where rows can change,
 * the first column is `op`. Loaded when it is asked for, since the library takes its time.
 */
import * as arrow from 'apache-arrow';
import type { Zoned } from '../../../conf/time-zone.js';
import { KIND_SYMBOLS } from '../../../operators/core/row-kind.js';
import type { Column } from '../../../operators/core/spec.js';
import { STRING, withNullable } from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import type { ResultRow } from '../../sessions/result-row.js';
import { arrowData } from './arrow-data.js';
import { arrowField } from './arrow-type.js';
import type { RowEncoder } from './row-output.js';
import type { ResultShape } from './script.js';

/** Keeps what the writer wrote since the last `take`. */
class Sink extends arrow.AsyncByteQueue {
  #chunks: Uint8Array[] = [];

  override write(chunk: Uint8Array): void {
    if (chunk.byteLength > 0) this.#chunks.push(chunk.slice());
  }

  take(): Uint8Array {
    const taken = Buffer.concat(this.#chunks);
    this.#chunks = [];
    return taken;
  }
}

export function arrowStream({ columns, changes }: ResultShape, zone: Zoned): RowEncoder {
  const op: Column = { name: 'op', type: withNullable(STRING, false) };
  const all = changes ? [op, ...columns] : columns;
  const schema = new arrow.Schema(all.map(({ name, type }) => arrowField(name, type)));
  const sink = new Sink();
  const writer = new arrow.RecordBatchStreamWriter();
  writer.reset(sink, schema);
  return {
    head: () => sink.take(),
    rows: (rows) => {
      const children = all.map((column, i) => {
        const cells = rows.map((row) => cellOf(row, i, changes));
        return arrowData(column.type, cells, zone);
      });
      const type = new arrow.Struct(schema.fields);
      const data = arrow.makeData({ type, length: rows.length, nullCount: 0, children });
      writer.write(new arrow.RecordBatch(schema, data));
      return sink.take();
    },
    tail: () => {
      writer.finish();
      return sink.take();
    },
  };
}

function cellOf({ kind, values }: ResultRow, column: number, changes: boolean): Scalar {
  if (!changes) return values[column] ?? null;
  return column === 0 ? KIND_SYMBOLS[kind] : (values[column - 1] ?? null);
}
