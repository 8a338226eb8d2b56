/** Test support: a window join by its definition, over plain arrays. */
import type { InputRow } from '../core/harness.js';
import { INSERT } from '../core/row-kind.js';
import { TimedDefinition, timeOf, type Values } from './timed-definition.js';
import type { WindowJoinSpec } from './window-join-spec.js';

const NOTHING: Values = [null, null, null];

/** Rows are BIGINT key, INT, TIMESTAMP(3): the window's end. */
export class WindowDefinition extends TimedDefinition {
  late = 0;
  readonly #type: WindowJoinSpec['type'];
  readonly #passes: (left: Values, right: Values) => boolean;
  readonly #sides: [Values[], Values[]] = [[], []];

  constructor(type: WindowJoinSpec['type'], passes: (left: Values, right: Values) => boolean) {
    super();
    this.#type = type;
    this.#passes = passes;
  }

  protected override arrive({ input, values }: InputRow): void {
    if (timeOf(values) - 1 <= this.watermark) this.late++;
    else (this.#sides[input] as Values[]).push(values);
  }

  protected override advance(watermark: number): void {
    const isDue = (row: Values): boolean => timeOf(row) - 1 <= watermark;
    const [left, right] = this.#sides.map((rows) => rows.filter(isDue)) as [Values[], Values[]];
    for (const [i, rows] of this.#sides.entries()) {
      this.#sides[i] = rows.filter((row) => !isDue(row));
    }
    const pairs = left.flatMap((l) => right.filter((r) => this.#meet(l, r)).map((r) => [l, r]));
    const type = this.#type;
    if (type !== 'semi' && type !== 'anti') for (const pair of pairs) this.#emit(...pair);
    const alone = left.filter((row) => !pairs.some(([l]) => l === row));
    const others = right.filter((row) => !pairs.some(([, r]) => r === row));
    if (type === 'semi') for (const row of left) if (!alone.includes(row)) this.#emit(row);
    if (type === 'anti') for (const row of alone) this.#emit(row);
    if (type === 'left' || type === 'full') for (const row of alone) this.#emit(row, NOTHING);
    if (type === 'right' || type === 'full') for (const row of others) this.#emit(NOTHING, row);
    this.emitted.push({ kind: 'watermark', value: watermark });
  }

  #meet(left: Values, right: Values): boolean {
    const isSame = left[0] !== null && left[0] === right[0] && left[2] === right[2];
    return isSame && this.#passes(left, right);
  }

  #emit(...sides: readonly Values[]): void {
    this.emitted.push({ kind: 'row', change: INSERT, values: sides.flat() });
  }
}
