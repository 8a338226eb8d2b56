/**
 * `debezium-json`, the format that takes changes: a line `{"before":…,"after":…,"op":…}` a change.
 * As Flink writes it, +I and +U are creations (`c`, the row stands behind `after`), −U and −D are
 * deletions (`d`, it stands behind `before`). It is not read.
 */
import { MillraceError } from '../../../conf/errors/error.js';
import { option } from '../../../conf/option.js';
import { type Field, STRING } from '../../../state/column/logical-type.js';
import type { Vector } from '../../../state/column/vector.js';
import { INSERT, isAccumulate } from '../../core/row-kind.js';
import type { GeneratedEncoder } from '../column-code.js';
import type { Encoding, Format } from '../format.js';
import type { Encoder } from '../scanner.js';
import { createJsonEncoder, type JsonWriting } from './encoder.js';
import { checkColumns } from './format.js';
import { jsonOptions } from './options.js';

const { failOnMissingField, jsonParser, ...shared } = jsonOptions;

const debeziumOptions = {
  ...shared,
  schemaInclude: option.boolean({
    key: 'schema-include',
    default: false,
    doc: "Whether records come with Kafka Connect's schema; nothing is written with it.",
  }),
};

export const debeziumJsonFormat: Format = {
  name: 'debezium-json',
  encode(options, columns): Encoding {
    const debezium = options.read(debeziumOptions, 'debezium-json.');
    if (debezium.schemaInclude) {
      const reason = "Option 'debezium-json.schema-include' is true; allowed for a sink is false";
      throw new MillraceError('TABLE_OPTION', reason);
    }
    checkColumns(columns, debezium);
    return {
      extension: '.json',
      takesChanges: true,
      createEncoder: () => new DebeziumEncoder(columns, debezium),
    };
  },
};

const CREATED = 0;
const DELETED = 1;

class DebeziumEncoder implements Encoder {
  readonly #json: GeneratedEncoder;
  /** By row to be written: where `cd` has its operation; also 1 = none stands behind `after`. */
  #operations = new Int32Array(0);
  #ends = new Int32Array(0);
  #noBefore = new Uint8Array(0);
  #noAfter = new Uint8Array(0);

  constructor(columns: readonly Field[], options: JsonWriting) {
    const type = { root: 'ROW', nullable: true, fields: columns } as const;
    const fields = [
      { name: 'before', type },
      { name: 'after', type },
      { name: 'op', type: STRING },
    ];
    this.#json = createJsonEncoder(fields, options);
  }

  get size(): number {
    return this.#json.size;
  }

  encode(
    columns: readonly Vector[],
    selection: Int32Array | null,
    count: number,
    kinds: Uint8Array | null,
  ): void {
    if (count === 0) return;
    this.#judge(selection, count, kinds);
    const before: Vector = { lane: 'row', children: columns, nulls: this.#noBefore };
    const after: Vector = { lane: 'row', children: columns, nulls: this.#noAfter };
    const op: Vector = {
      lane: 'bytes',
      data: OPERATIONS,
      starts: this.#operations,
      ends: this.#ends,
      nulls: null,
    };
    this.#json.encode([before, after, op], selection, count);
  }

  take(): Uint8Array {
    return this.#json.take();
  }

  recycle(taken: Uint8Array): void {
    this.#json.recycle(taken);
  }

  #judge(selection: Int32Array | null, count: number, kinds: Uint8Array | null): void {
    const rows = selection === null ? count : (selection[count - 1] as number) + 1;
    if (this.#ends.length < rows) {
      this.#operations = new Int32Array(rows);
      this.#ends = new Int32Array(rows);
      this.#noBefore = new Uint8Array(rows);
      this.#noAfter = new Uint8Array(rows);
    }
    for (let i = 0; i < count; i++) {
      const row = selection === null ? i : (selection[i] as number);
      const kind = kinds === null ? INSERT : (kinds[row] as number);
      const operation = isAccumulate(kind) ? CREATED : DELETED;
      this.#operations[row] = operation;
      this.#ends[row] = operation + 1;
      this.#noBefore[row] = 1 - operation;
      this.#noAfter[row] = operation;
    }
  }
}

/** One byte each. */
const OPERATIONS = Buffer.from('cd');
