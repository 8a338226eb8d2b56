/** Ended sessions as rows: those that came, with the window's columns behind their own. */
import { gather } from '../../state/column/gather.js';
import type { I32Vector, Vector } from '../../state/column/vector.js';
import { Batch } from '../core/batch.js';
import type { Output } from '../core/operator.js';
import type { KeptRows, SessionOutput, SessionPage } from './ended-sessions.js';

export class EndedRows implements SessionOutput {
  readonly #kept: KeptRows;

  constructor(kept: KeptRows) {
    this.#kept = kept;
  }

  push({ ids, parts }: SessionPage, output: Output): void {
    const { rows, width, clock } = this.#kept;
    const count = ids.length;
    const [starts, ends, times] = [0, 1, 2].map(() => new Float64Array(count)) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    for (const { start, end, from, until } of parts) {
      starts.fill(start, from, until);
      ends.fill(end, from, until);
      times.fill(clock.windowTime(end), from, until);
    }
    const all = rows.columns().map((column) => gather(column, ids, count));
    const kinds = all[width + 1] as I32Vector | undefined;
    const columns = [...all.slice(0, width), ...[starts, ends, times].map(timeVector)];
    output.push(
      new Batch(columns, count, kinds === undefined ? null : Uint8Array.from(kinds.values)),
    );
  }
}

function timeVector(values: Float64Array): Vector {
  return { lane: 'time', values, nanos: null, nulls: null };
}
