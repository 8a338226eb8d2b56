/**
 * Test support: takes an operator's messages and holds them to the promises of `batch.ts`, of
 * `vector.ts` and of the changelog, so that every operator test checks them on the way.
 */
import { assert } from '../../conf/errors/error.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { scalarAt } from '../../state/column/scalar-access.js';
import { storageOf } from '../../state/column/storage.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from './batch.js';
import { type Message, START_OF_TIME } from './message.js';
import { INSERT, type RowKind, UPDATE_AFTER, UPDATE_BEFORE } from './row-kind.js';

/** What came out, in order: a row, or a message. */
export type Emitted =
  | { readonly kind: 'row'; readonly change: RowKind; readonly values: readonly Scalar[] }
  | { readonly kind: 'watermark'; readonly value: number }
  | { readonly kind: 'barrier' | 'idle' | 'active' | 'end' };

export class CheckedOutput {
  readonly emitted: Emitted[] = [];
  readonly #types: readonly LogicalType[];
  readonly #pairs: boolean;
  #watermark = START_OF_TIME;
  #ended = false;

  /**
   * @param types of the output columns
   * @param pairs each −U must stand directly before its +U (false where a filter may part them)
   */
  constructor(types: readonly LogicalType[], pairs: boolean) {
    this.#types = types;
    this.#pairs = pairs;
  }

  send(message: Message): void {
    assert(!this.#ended, 'Nothing follows the end');
    switch (message.kind) {
      case 'batch':
        this.#batch(message.batch);
        break;
      case 'watermark':
        this.#mark(message.value);
        break;
      default:
        this.#ended = message.kind === 'end';
        this.emitted.push({ kind: message.kind });
    }
  }

  #mark(value: number): void {
    assert(value > this.#watermark, 'Watermarks ascend');
    this.#watermark = value;
    // Between the same two rows the last watermark says it all.
    if (this.emitted.at(-1)?.kind === 'watermark') this.emitted.pop();
    this.emitted.push({ kind: 'watermark', value });
  }

  #batch(batch: Batch): void {
    checkShape(batch, this.#types);
    if (this.#pairs) checkPairs(batch);
    const marks = batch.marks;
    let mark = 0;
    const markUpTo = (row: number): void => {
      while (marks !== null && mark < marks.count && (marks.positions[mark] as number) <= row) {
        this.#mark(marks.values[mark++] as number);
      }
    };
    for (let i = 0; i < batch.count; i++) {
      const row = batch.selection === null ? i : (batch.selection[i] as number);
      markUpTo(row);
      const change = (batch.kinds?.[row] ?? INSERT) as RowKind;
      const values = this.#types.map((type, c) => scalarAt(batch.columns[c] as Vector, row, type));
      this.emitted.push({ kind: 'row', change, values });
    }
    markUpTo(batch.rows);
  }
}

function checkShape(batch: Batch, types: readonly LogicalType[]): void {
  assert(batch.columns.length === types.length, 'A batch has the columns of its node');
  types.forEach((type, c) => {
    const vector = batch.columns[c] as Vector;
    assert(laneFits(vector, type), `Column ${c} of type ${type.root} has lane ${vector.lane}`);
    checkNullLanes(vector, batch.rows);
  });
  const { selection, marks } = batch;
  for (let i = 0; selection !== null && i < selection.length; i++) {
    const row = selection[i] as number;
    const before = i === 0 ? -1 : (selection[i - 1] as number);
    assert(row > before && row < batch.rows, 'A selection ascends within the physical rows');
  }
  for (let i = 0; marks !== null && i < marks.count; i++) {
    const position = marks.positions[i] as number;
    const before = i === 0 ? 0 : (marks.positions[i - 1] as number);
    assert(position >= before && position <= batch.rows, 'Positions of marks ascend');
  }
}

function checkPairs(batch: Batch): void {
  const { kinds } = batch;
  if (kinds === null) return;
  for (let i = 0; i < batch.count; i++) {
    const row = batch.selection === null ? i : (batch.selection[i] as number);
    if (kinds[row] !== UPDATE_BEFORE) continue;
    assert(i + 1 < batch.count, 'A batch never ends between −U and +U');
    const next = batch.selection === null ? i + 1 : (batch.selection[i + 1] as number);
    assert(kinds[next] === UPDATE_AFTER, '−U stands directly before its +U');
  }
}

function laneFits(vector: Vector, type: LogicalType): boolean {
  const storage = storageOf(type);
  if (storage !== 'wide') return vector.lane === storage;
  return (
    vector.lane === 'f64' ||
    vector.lane === 'i64' ||
    (vector.lane === 'big' && type.root === 'DECIMAL')
  );
}

/** A null row's lane value is 0 or an empty range. */
function checkNullLanes(vector: Vector, rows: number): void {
  if (vector.nulls === null) return;
  for (let row = 0; row < rows; row++) {
    if (vector.nulls[row] === 0) continue;
    assert(vector.nulls[row] === 1, 'A null byte is 0 or 1');
    assert(nullLaneDefined(vector, row), `A null row of lane ${vector.lane} is 0 or empty`);
  }
}

function nullLaneDefined(vector: Vector, row: number): boolean {
  switch (vector.lane) {
    case 'bytes':
    case 'list':
    case 'map':
      return vector.starts[row] === vector.ends[row];
    case 'row':
      return true;
    case 'time':
      return vector.values[row] === 0 && (vector.nanos === null || vector.nanos[row] === 0);
    default:
      return Number(vector.values[row]) === 0;
  }
}
