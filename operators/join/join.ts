/**
 * Regular equi-join of two changelogs: Δ(A ⋈ B) = ΔA ⋈ B + A ⋈ ΔB, a row at a time, with the
 * changes of Flink's `StreamingJoinOperator` and `StreamingSemiAntiJoinOperator`.
 *
 * Promise: a row meets the rows of the other side that arrived before it. Rows whose key holds a
 * NULL match nothing. What a row emits, and when its side's state changes, is the rule of the
 * join's type (`inner-rule.ts`, `outer-rule.ts`, `semi-rule.ts`).
 *
 * Algorithm: the keys of the whole piece are looked up, once for both sides; matches come a page at
 * a time (`match-pages.ts`), from memory or, of a key larger than that, from files; pairs go out as
 * two index arrays by which both sides are gathered (`join-output.ts`). A piece with many matches
 * is applied in several calls.
 */
import type { Reads } from '../../state/api/reads.js';
import type { LinkedList, LinkedRows } from '../../state/api/row-list.js';
import type { Ticket } from '../../state/api/store.js';
import { INT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import type { Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import { keyRows } from '../core/key-rows.js';
import type { Operator, OperatorContext, Output } from '../core/operator.js';
import { InnerRule } from './inner-rule.js';
import { JoinOutput, sharedColumns } from './join-output.js';
import type { JoinRule, Side } from './join-rule.js';
import type { JoinSpec } from './join-spec.js';
import { JoinState, type JoinStateOptions, onlyAppends, rowKey } from './join-state.js';
import { MatchPages } from './match-pages.js';
import { OuterRule } from './outer-rule.js';
import { Residual } from './residual.js';
import { SemiRule } from './semi-rule.js';

/** One input, and what serves its pieces. */
interface Driven extends Side {
  readonly key: readonly number[];
  /** Columns of the key in which a NULL matches nothing. */
  readonly strict: readonly number[];
  readonly pages: MatchPages;
  readonly rule: JoinRule;
}

/** Pages of one call of `apply`. */
const PAGES_A_CALL = 8;

export class Join implements Operator {
  readonly #spec: JoinSpec;
  #keyed!: LinkedRows;
  #sides: readonly Driven[] = [];
  /** Of the piece now applied. */
  #slots = new Int32Array(0);
  /** The side of a piece that is begun and not done yet. */
  #begun: Driven | null = null;

  constructor(spec: JoinSpec) {
    this.#spec = spec;
  }

  open(context: OperatorContext): void {
    const { type, leftKeys, rightKeys } = this.#spec;
    const differ = matchesDiffer(this.#spec);
    const options = [true, false].map((isLeft): JoinStateOptions => {
      const [counted, asked] = [isOuter(type, isLeft) && differ, isOuter(type, !isLeft)];
      const types = context.inputs[isLeft ? 0 : 1] ?? [];
      const [key, side] = isLeft ? [leftKeys, this.#spec.left] : [rightKeys, this.#spec.right];
      return { types, key, side, counted, asked };
    }) as [JoinStateOptions, JoinStateOptions];
    const keyed = context.state.linkedRows({
      name: 'records',
      key: leftKeys.map((column) => options[0].types[column] as LogicalType),
      lists: options.map(({ types, counted }) => rowTypes(types, counted)),
      single: options.map(({ side }) => side.kind === 'join-key-unique'),
      appended: options.map((side) => onlyAppends(side) || rowKey(side) !== null),
      unique: options.map(rowKey),
      ttlMs: this.#spec.ttlMs ?? [],
    });
    const [leftList, rightList] = keyed.lists as [LinkedList, LinkedList];
    const left = new JoinState(options[0], keyed, leftList);
    const right = new JoinState(options[1], keyed, rightList);
    this.#keyed = keyed;
    this.#sides = [
      this.#side(context, left, right, leftKeys, true),
      this.#side(context, right, left, rightKeys, false),
    ];
  }

  /** Some rows enter without those before them, if no row of the other side asks for these. */
  reads(batch: Batch, input: number, reads: Reads): void {
    const { key, own, other } = this.#sides[input] as Driven;
    const isAlone = own.isUnread && (!own.isAsked || other.counts);
    reads.rows(this.#keyed, keyRows(batch, key), isAlone ? input : undefined);
  }

  /** A row whose matches were being read is not whole, and comes again. */
  close(): void {
    for (const { pages } of this.#sides) pages.stop();
  }

  apply(batch: Batch, input: number, output: Output): boolean {
    const side = this.#sides[input] as Driven;
    if (this.#begun === null) this.#begin(side, batch);
    for (let pages = 0; side.pages.next(); pages++) {
      side.changes.face(side.pages.columns, output);
      side.rule.page(side.pages, batch, output);
      const isTurn = pages === PAGES_A_CALL || side.pages.endsLarge;
      if (isTurn || side.pages.awaited !== null) return false;
    }
    side.changes.flush(output);
    side.own.finish();
    this.#begun = null;
    return true;
  }

  awaits(): Ticket | null {
    return this.#begun?.pages.awaited ?? null;
  }

  stop(output: Output): number | null {
    const side = this.#begun;
    if (side === null || !side.pages.isBetween) return null;
    const { own, pages, changes, rule } = side;
    pages.stop();
    rule.stop(pages.complete);
    changes.flush(output);
    own.stop(pages.complete);
    this.#begun = null;
    return pages.complete;
  }

  /**
   * No row comes any more that could meet those of the other input, so they are kept no longer;
   * except where they are counted, by themselves or where one must be told from one that it
   * replaces.
   */
  endInput(input: number): void {
    const { own, other } = this.#sides[1 - input] as Driven;
    const isAsked = own.isAsked && (!other.counts || own.isUnique);
    if (!isAsked) own.stopKeeping();
    else if (own.onlyAppends) own.keepFirst();
  }

  #begin(side: Driven, batch: Batch): void {
    const { own, other, pages, changes, key, strict, rule } = side;
    if (this.#slots.length < batch.count) this.#slots = new Int32Array(batch.count);
    const slots = this.#slots.subarray(0, batch.count);
    locateKeys(this.#keyed, batch, { key, strict }, own.keeps, slots);
    own.begin(batch, slots);
    const columns = other.columns();
    changes.start(batch.columns, columns);
    pages.start(batch, slots, other.list, columns, rule.skips?.bind(rule) ?? null);
    rule.begin();
    this.#begun = side;
  }

  #side(
    context: OperatorContext,
    own: JoinState,
    other: JoinState,
    key: readonly number[],
    isLeft: boolean,
  ): Driven {
    const { residual, type, nullsMeet = [] } = this.#spec;
    const condition = residual === null ? null : new Residual(residual, context);
    const leftOnly = type === 'semi' || type === 'anti';
    const changes = new JoinOutput(
      { isLeft, leftOnly, shared: sharedColumns(this.#spec, context, isLeft) },
      context.batchRows,
      context.vectors,
    );
    const facing = isLeft ? this.#spec.right : this.#spec.left;
    const isSingle = facing.kind === 'join-key-unique';
    const pages = new MatchPages(condition, isLeft, isSingle, context.batchRows);
    const side = { own, other, changes };
    const strict = key.filter((_, i) => nullsMeet[i] !== true);
    return { ...side, key, strict, pages, rule: ruleOf(this.#spec, side, isLeft) };
  }
}

function ruleOf(spec: JoinSpec, side: Side, isLeft: boolean): JoinRule {
  const { type } = spec;
  if (type === 'inner') return new InnerRule(side);
  if (type === 'semi' || type === 'anti') return new SemiRule(side, type === 'anti', isLeft);
  return new OuterRule(side, isOuter(type, isLeft), isOuter(type, !isLeft));
}

/** Whether a side's rows say how many rows of the other one they match: none, or some. */
function isOuter(type: JoinSpec['type'], isLeft: boolean): boolean {
  return isLeft ? type !== 'inner' && type !== 'right' : type === 'right' || type === 'full';
}

/** Whether rows of one key may match others; else each matches all that its key has. */
function matchesDiffer({ residual, ttlMs }: JoinSpec): boolean {
  return residual !== null || ttlMs?.some((ms) => ms > 0) === true;
}

/** Of rows that count their matches, the count stands behind their own columns. */
function rowTypes(types: readonly LogicalType[], counted: boolean): readonly LogicalType[] {
  return counted ? [...types, withNullable(INT, false)] : types;
}

/** Finds the slots of the rows' keys, by logical row; −1 where none is, or a NULL in `strict`. */
function locateKeys(
  keyed: LinkedRows,
  batch: Batch,
  { key, strict }: Pick<Driven, 'key' | 'strict'>,
  insert: boolean,
  slots: Int32Array,
): void {
  const rows = keyRows(batch, key);
  const nulls = strict.flatMap((column) => (batch.columns[column] as Vector).nulls ?? []);
  if (nulls.length === 0) {
    keyed.locate(rows, slots, insert);
    return;
  }
  const places = new Int32Array(batch.count);
  const selection = new Int32Array(batch.count);
  let count = 0;
  for (let i = 0; i < batch.count; i++) {
    const row = batch.selection === null ? i : (batch.selection[i] as number);
    slots[i] = -1;
    if (nulls.some((flags) => flags[row] === 1)) continue;
    places[count] = i;
    selection[count++] = row;
  }
  const found = new Int32Array(count);
  keyed.locate({ columns: rows.columns, selection, count }, found, insert);
  for (let i = 0; i < count; i++) slots[places[i] as number] = found[i] as number;
}

export function createJoin(spec: JoinSpec): Operator {
  return new Join(spec);
}
