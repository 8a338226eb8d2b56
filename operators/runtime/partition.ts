/**
 * Deals the rows of a batch to tasks by the key group of some columns. Each task gets its rows in
 * order, gathered, without a selection, and the marks that stood before them; marks behind a task's
 * last row follow its rows, so every task hears of every watermark.
 *
 * Algorithm: hash, key group and task a row; a counting sort of the row numbers by task; then one
 * gather a task.
 */
import { gatherColumns, gatherU8 } from '../../state/column/gather.js';
import { hashColumns } from '../../state/column/hash.js';
import { keyGroupsOf, taskOf } from '../../state/column/key-group.js';
import type { Vector } from '../../state/column/vector.js';
import { Batch, type Marks } from '../core/batch.js';

export class Partition {
  readonly #keys: readonly number[];
  readonly #tasks: number;
  readonly #maxParallelism: number;
  readonly #taskOfGroup: Int32Array;
  #targets = new Int32Array(0);

  constructor(keys: readonly number[], tasks: number, maxParallelism: number) {
    this.#keys = keys;
    this.#tasks = tasks;
    this.#maxParallelism = maxParallelism;
    const groups = Array.from({ length: maxParallelism }, (_, group) => group);
    this.#taskOfGroup = Int32Array.from(groups, (group) => taskOf(group, maxParallelism, tasks));
  }

  /** The batch of each task; null for a task that gets neither rows nor marks. */
  split(batch: Batch): (Batch | null)[] {
    const { count, selection } = batch;
    if (this.#targets.length < count) this.#targets = new Int32Array(count);
    const targets = this.#targets;
    const keys = this.#keys.map((key) => batch.columns[key] as Vector);
    hashColumns(keys, selection, count, targets);
    keyGroupsOf(targets, count, this.#maxParallelism);
    const ends = new Int32Array(this.#tasks + 1);
    for (let i = 0; i < count; i++) {
      const task = this.#taskOfGroup[targets[i] as number] as number;
      targets[i] = task;
      ends[task + 1] = (ends[task + 1] as number) + 1;
    }
    for (let t = 0; t < this.#tasks; t++)
      ends[t + 1] = (ends[t + 1] as number) + (ends[t] as number);
    const rows = sortByTask(targets, selection, count, ends.slice());
    return Array.from({ length: this.#tasks }, (_, task) =>
      pick(batch, rows.subarray(ends[task] as number, ends[task + 1] as number)),
    );
  }
}

/** Physical row numbers, grouped by task, in order within each. `next` is used up. */
function sortByTask(
  targets: Int32Array,
  selection: Int32Array | null,
  count: number,
  next: Int32Array,
): Int32Array {
  const rows = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const task = targets[i] as number;
    const at = next[task] as number;
    rows[at] = selection === null ? i : (selection[i] as number);
    next[task] = at + 1;
  }
  return rows;
}

/** These physical rows, gathered, with the batch's marks put between them. */
export function pick(batch: Batch, rows: Int32Array): Batch | null {
  const marks = batch.marks === null ? null : placeMarks(batch.marks, rows);
  if (rows.length === 0 && marks === null) return null;
  const columns = gatherColumns(batch.columns, rows, rows.length);
  const kinds = batch.kinds === null ? null : gatherU8(batch.kinds, rows, rows.length);
  return new Batch(columns, rows.length, kinds, null, marks);
}

/**
 * A mark stands before the first of the rows that it stood before; of several, the last remains.
 */
function placeMarks(marks: Marks, rows: Int32Array): Marks | null {
  if (marks.count === 0) return null;
  const positions = new Int32Array(marks.count);
  const values = new Float64Array(marks.count);
  let count = 0;
  let row = 0;
  for (let i = 0; i < marks.count; i++) {
    const position = marks.positions[i] as number;
    while (row < rows.length && (rows[row] as number) < position) row++;
    if (count > 0 && positions[count - 1] === row) count--;
    positions[count] = row;
    values[count++] = marks.values[i] as number;
  }
  return { count, positions, values };
}
