/**
 * Upserts as full changes, with those of Flink's `ProcTimeDeduplicateKeepLastRowFunction` over a
 * changelog: a key's first row is +I, a later one −U of the row before it and +U, or nothing where
 * it is the same (and rows do not expire); −D gives the row that stood, whatever columns it has
 * itself, or nothing where none stood. A row that fails the condition is a deletion. −U of the
 * input, which are there for others, are passed over.
 */
import { bindEquality, type RowEquality } from '../../state/column/row-comparison.js';
import type { Batch } from '../core/batch.js';
import type { Operator, OperatorContext } from '../core/operator.js';
import { DELETE, INSERT, UPDATE_AFTER, UPDATE_BEFORE } from '../core/row-kind.js';
import { type CompiledPredicate, compilePredicate } from '../expr/compile.js';
import { ChangelogRank } from '../rank/changelog-rank.js';
import type { Candidates } from '../rank/rank-operator.js';
import { ONE_ROW } from '../rank/rank-spec.js';
import type { ChangelogNormalizeSpec } from './changelog-normalize-spec.js';

export function createChangelogNormalize(spec: ChangelogNormalizeSpec): Operator {
  return new ChangelogNormalize(spec);
}

/** A list of one row a key. */
class ChangelogNormalize extends ChangelogRank {
  readonly #normalize: ChangelogNormalizeSpec;
  #condition: CompiledPredicate | null = null;
  /** By physical row of the piece; null = all. */
  #passes: Uint8Array | null = null;
  #equal: RowEquality = () => false;

  constructor(normalize: ChangelogNormalizeSpec) {
    const { key, updateBefore, ttlMs = 0 } = normalize;
    super({ ...ONE_ROW, partition: key, order: [], updateKey: key, updateBefore, ttlMs });
    this.#normalize = normalize;
  }

  override open(context: OperatorContext): void {
    super.open(context);
    const { condition } = this.#normalize;
    if (condition === null) return;
    this.#condition = compilePredicate({
      inputs: context.inputs[0] ?? [],
      condition,
      timeZone: context.timeZone,
      now: () => context.now,
    });
  }

  protected override select(batch: Batch, slots: Int32Array): Candidates {
    this.#passes = this.#passing(batch);
    const candidates = super.select(batch, slots);
    const kept = this.lists.rows.columns();
    this.#equal = bindEquality(kept, kept);
    return candidates;
  }

  protected override adds(batch: Batch, row: number): boolean {
    return super.adds(batch, row) && (this.#passes === null || this.#passes[row] === 1);
  }

  protected override add(slot: number, id: number, row: number): void {
    const { lists, changes, spec } = this;
    if (lists.count(slot) === 0) {
      lists.insert(slot, 0, id, 0);
      changes.add(INSERT, slot, 0, 1, row);
      return;
    }
    const before = lists.at(slot, 0);
    // Where rows expire, those who hold them downstream are told that they live.
    const isSilent = spec.ttlMs === 0 && this.#equal(id, before);
    lists.insert(slot, 0, id, 0);
    if (!isSilent) {
      if (spec.updateBefore) changes.add(UPDATE_BEFORE, slot, 1, 1, row);
      changes.add(UPDATE_AFTER, slot, 0, 1, row);
    }
    this.drop(slot, 1);
  }

  protected override retract(slot: number, _id: number, row: number): void {
    if (this.lists.count(slot) === 0) return;
    this.changes.add(DELETE, slot, 0, 1, row);
    this.drop(slot, 0);
  }

  #passing(batch: Batch): Uint8Array | null {
    const rows = this.#condition?.select(batch) ?? null;
    if (rows === null) return null;
    const passes = new Uint8Array(batch.rows);
    for (const row of rows) passes[row] = 1;
    return passes;
  }
}
