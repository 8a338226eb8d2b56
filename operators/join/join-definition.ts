/**
 * Test support: a join by its definition, over plain arrays, without counters or indexes; and
 * random changelogs for it. A row's matches are looked for among the live rows of the other side,
 * and how many a kept row has is counted anew each time.
 */
import type { Random } from '../../conf/random.js';
import { BOOLEAN, INT } from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import type { Emitted } from '../core/checked-output.js';
import type { Event, InputRow } from '../core/harness.js';
import {
  DELETE,
  INSERT,
  isAccumulate,
  type RowKind,
  UPDATE_AFTER,
  UPDATE_BEFORE,
} from '../core/row-kind.js';
import type { Expr } from '../expr/expression.js';
import type { JoinSide, JoinSpec } from './join-spec.js';

type Values = readonly Scalar[];

export class Definition {
  readonly changes: Emitted[] = [];
  readonly #spec: JoinSpec;
  readonly #matches: (left: Values, right: Values) => boolean;
  readonly #live: [Values[], Values[]] = [[], []];

  constructor(spec: JoinSpec, matches: (left: Values, right: Values) => boolean) {
    this.#spec = spec;
    this.#matches = matches;
  }

  take(row: InputRow): void {
    const { type } = this.#spec;
    if (!isAccumulate(row.change)) this.#remove(row, false);
    if (type !== 'semi' && type !== 'anti') this.#takeJoin(row);
    else if (row.input === 0) this.#takeLeft(row, type === 'anti');
    else this.#takeRight(row, type === 'anti');
    if (!isAccumulate(row.change)) return;
    this.#remove(row, true);
    this.#liveOf(row.input).push(row.values);
  }

  #takeJoin(row: InputRow): void {
    const { type } = this.#spec;
    const outer = [type === 'left' || type === 'full', type === 'right' || type === 'full'];
    const [isOuter, facesOuter] = row.input === 0 ? outer : outer.toReversed();
    const adds = isAccumulate(row.change);
    const found = this.#matchesOf(row);
    if (found.length === 0 && isOuter) this.#emit(adds ? INSERT : DELETE, row, null);
    for (const other of found) {
      // A retracted row is gone, an adding one not there yet: none left means first or last match.
      const turns = facesOuter && this.#partnersOf(other, row.input) === 0;
      if (adds && turns) this.#emit(DELETE, null, other, row.input);
      const asInput = adds ? !isOuter && !facesOuter : !isOuter;
      this.#emit(asInput ? row.change : adds ? INSERT : DELETE, row, other);
      if (!adds && turns) this.#emit(INSERT, null, other, row.input);
    }
  }

  #takeLeft(row: InputRow, isAnti: boolean): void {
    if (this.#matchesOf(row).length > 0 !== isAnti) this.#push(row.change, row.values);
  }

  #takeRight(row: InputRow, isAnti: boolean): void {
    for (const left of this.#matchesOf(row)) {
      if (this.#partnersOf(left, 1) > 0) continue;
      const reverse = isAccumulate(row.change) ? DELETE : INSERT;
      this.#push(isAnti ? reverse : row.change, left);
    }
  }

  #matchesOf(row: InputRow): Values[] {
    return this.#liveOf(1 - row.input).filter((other) => this.#match(row.values, other, row.input));
  }

  /** How many live rows of side `input` match a row of the other. */
  #partnersOf(other: Values, input: number): number {
    return this.#liveOf(input).filter((row) => this.#match(row, other, input)).length;
  }

  #match(row: Values, other: Values, input: number): boolean {
    return input === 0 ? this.#matches(row, other) : this.#matches(other, row);
  }

  /** Takes out the row that this one retracts or, when it replaces, the one of its unique key. */
  #remove(row: InputRow, replaces: boolean): void {
    const live = this.#liveOf(row.input);
    const side = row.input === 0 ? this.#spec.left : this.#spec.right;
    if (side.kind === 'none' && replaces) return;
    const columns = { 'join-key-unique': [0], unique: [0, 2], none: [0, 1, 2] }[side.kind];
    const at = live.findLastIndex((kept) => columns.every((c) => kept[c] === row.values[c]));
    if (at >= 0) live.splice(at, 1);
  }

  #liveOf(input: number): Values[] {
    return this.#live[input] as Values[];
  }

  #emit(change: RowKind, row: InputRow | null, other: Values | null, side?: number): void {
    const values = row === null ? [null, null, null] : row.values;
    const others = other ?? [null, null, null];
    const isLeft = (row?.input ?? side) === 0;
    this.#push(change, isLeft ? [...values, ...others] : [...others, ...values]);
  }

  #push(change: RowKind, values: Values): void {
    this.changes.push({ kind: 'row', change, values });
  }
}

/**
 * Changes of two inputs (BIGINT key, INT, INT) that keep the promises of their sides, watermarks
 * between them; one input may end before the other.
 */
export function randomChanges(
  random: Random,
  sides: readonly JoinSide[],
  upserts: boolean,
): Event[] {
  const live: Values[][] = [[], []];
  const events: Event[] = [];
  let ended = -1;
  while (events.length < 150) {
    if (events.length === 100 && random.nextBoolean()) {
      ended = random.nextInt(0, 1);
      events.push({ kind: 'end', input: ended });
    }
    const input = ended < 0 ? random.nextInt(0, 1) : 1 - ended;
    if (random.nextInt(0, 9) === 0) events.push({ kind: 'watermark', input, value: events.length });
    const rows = live[input] as Values[];
    const side = sides[input] as JoinSide;
    const { kind } = side;
    const onlyAdds = side.kind === 'none' && side.onlyAdds === true;
    const push = (change: RowKind, values: Values): void => {
      events.push({ kind: 'row', input, change, values });
    };
    const values = randomRow(random);
    const columns = { 'join-key-unique': [0], unique: [0, 2], none: [] }[kind];
    const isSame = (row: Values): boolean => columns.every((c) => row[c] === values[c]);
    const at = kind === 'none' ? -1 : rows.findIndex(isSame);
    const old = rows[at];
    if (old !== undefined) {
      rows.splice(at, 1, values);
      if (!upserts || random.nextBoolean()) push(UPDATE_BEFORE, old);
      push(UPDATE_AFTER, values);
    } else if (!onlyAdds && rows.length > 0 && random.nextInt(0, 9) < 4) {
      const [gone] = rows.splice(random.nextInt(0, rows.length - 1), 1);
      push(DELETE, gone as Values);
    } else {
      rows.push(values);
      push(INSERT, values);
    }
  }
  return events;
}

function randomRow(random: Random): Values {
  const nullable = (value: Scalar): Scalar => (random.nextInt(0, 9) === 0 ? null : value);
  const key = BigInt(random.nextInt(0, 3)) + (random.nextBoolean() ? 0n : 2n ** 60n);
  return [nullable(key), nullable(random.nextInt(0, 3)), random.nextInt(0, 2)];
}

/** A condition on two INT columns of a join. */
export function comparison(name: string, left: number, right: number): Expr {
  const args = [left, right].map((index): Expr => ({ kind: 'column', index, type: INT }));
  return { kind: 'call', name, args, type: BOOLEAN };
}
