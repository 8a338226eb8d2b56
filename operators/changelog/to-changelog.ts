/**
 * TO_CHANGELOG: each change becomes an inserted row behind the code of its kind; kinds without a
 * code are left out. Stateless; rows keep their places, marks pass through.
 */
import { MillraceError } from '../../conf/errors/error.js';
import { gather } from '../../state/column/gather.js';
import { STRING } from '../../state/column/logical-type.js';
import { vectorOf } from '../../state/column/scalar-access.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import type { Operator, Output } from '../core/operator.js';
import { INSERT, KIND_SYMBOLS } from '../core/row-kind.js';
import type { ToChangelogSpec } from './changelog-spec.js';

export function createToChangelog(spec: ToChangelogSpec): Operator {
  return new ToChangelog(spec);
}

class ToChangelog implements Operator {
  /** The code of each kind; NULL where it has none. */
  readonly #codes: Vector;
  readonly #isKept: Uint8Array;
  readonly #time: number | null;

  constructor({ codes, time }: ToChangelogSpec) {
    this.#time = time;
    const texts = KIND_SYMBOLS.map((_, kind) => {
      return codes.find((each) => each.kind === kind)?.code ?? null;
    });
    this.#codes = vectorOf(STRING, texts);
    this.#isKept = Uint8Array.from(texts, (text) => (text === null ? 0 : 1));
  }

  open(): void {}

  apply(batch: Batch, _input: number, output: Output): boolean {
    const { columns, rows, kinds, marks } = batch;
    const at = kinds === null ? new Int32Array(rows) : Int32Array.from(kinds.subarray(0, rows));
    const made = [gather(this.#codes, at, rows), ...columns];
    const selection = this.#selection(batch);
    if (this.#time !== null) made.push(timesOf(batch, this.#time));
    if (selection !== null && selection.length === 0 && marks === null) return true;
    output.push(new Batch(made, rows, null, selection, marks));
    return true;
  }

  /** The rows whose kind has a code; the batch's own where all have one. */
  #selection({ kinds, count, selection }: Batch): Int32Array | null {
    const isKept = this.#isKept;
    if (kinds === null) return isKept[INSERT] === 1 ? selection : new Int32Array(0);
    if (!isKept.includes(0)) return selection;
    const kept = new Int32Array(count);
    let length = 0;
    for (let i = 0; i < count; i++) {
      const row = selection === null ? i : (selection[i] as number);
      if (isKept[kinds[row] as number] === 1) kept[length++] = row;
    }
    return kept.subarray(0, length);
  }
}

/** @throws DATA_NULL: Flink fails then, too */
function timesOf({ columns, selection, count }: Batch, time: number): Vector {
  const times = columns[time] as Vector;
  const { nulls } = times;
  for (let i = 0; nulls !== null && i < count; i++) {
    if (nulls[selection === null ? i : (selection[i] as number)] !== 1) continue;
    throw new MillraceError('DATA_NULL', 'The time of a row, which on_time names, is NULL');
  }
  return times;
}
