/**
 * `table.optimizer.non-deterministic-update.strategy` = TRY_RESOLVE: a row that is taken back must
 * come with the values that it had, or nobody finds it. So whoever holds rows by their values asks
 * its input for columns that do not depend on when they are computed, but for those of an upsert
 * key, and what cannot give them is refused; a lookup join can, where it keeps what it found.
 * Inserts alone may have any values. Follows Flink's `StreamNonDeterministicUpdatePlanVisitor`, but
 * for metadata: no source has changes and metadata.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { CalcSpec } from '../../operators/calc/calc-spec.js';
import type { OperatorSpec } from '../../operators/core/operator-spec.js';
import { nonDeterministicCall } from '../../operators/expr/bind.js';
import { describeExpr } from '../../operators/expr/describe.js';
import type { Expr } from '../../operators/expr/expression.js';
import { inputColumns } from '../../operators/expr/walk.js';
import type { JoinSpec } from '../../operators/join/join-spec.js';
import type { LookupJoinSpec } from '../../operators/join/lookup-join-spec.js';
import type { SortedOverSpec } from '../../operators/over/sorted-over-spec.js';
import { columnName } from './attribute-text.js';
import { MATERIALIZERS } from './changelog.js';
import {
  describeNode,
  hasUpdates,
  type Key,
  type PhysicalInput,
  type PhysicalNode,
} from './node.js';

/**
 * @param sink of a plan in which no lookup join keeps anything
 * @param primaryKey of the table that is written to
 * @returns the lookup joins that must keep what they found
 * @throws PLAN_CHANGELOG
 */
export function lookupsThatKeep(
  { inputs }: PhysicalNode,
  primaryKey: Key,
): ReadonlySet<PhysicalNode> {
  const kept = new Set<PhysicalNode>();
  const [{ node: above }] = inputs as [PhysicalInput];
  const isMaterialized = MATERIALIZERS.has(above.operator.kind);
  const input = isMaterialized ? (above.inputs[0] as PhysicalInput).node : above;
  const all = isMaterialized || primaryKey.length === 0;
  const required = all ? [...input.output.keys()] : primaryKey;
  visit(input, hasUpdates(input.kinds) ? withoutKey(input, required) : [], kept);
  return kept;
}

/** Upsert keys are deterministic: the one that leaves the least is left out. */
function withoutKey({ upsertKeys }: PhysicalNode, required: Key): Key {
  const left = upsertKeys.map((key) => required.filter((column) => !key.includes(column)));
  return left.sort((a, b) => a.length - b.length)[0] ?? required;
}

function visit(node: PhysicalNode, required: Key, kept: Set<PhysicalNode>): void {
  const { operator } = node;
  node.inputs.forEach(({ node: input }, side) => {
    if (!hasUpdates(input.kinds)) {
      visit(input, [], kept);
      return;
    }
    const asked = ofInput(node, operator, required, side);
    if (operator.kind === 'lookup-join' && asked.length < required.length) kept.add(node);
    visit(input, withoutKey(input, asked), kept);
  });
  if (operator.kind === 'join') refuseJoin(node, operator);
}

/** What a node asks of an input that has updates. */
function ofInput(node: PhysicalNode, operator: OperatorSpec, required: Key, side: number): Key {
  const input = node.inputs[side]?.node as PhysicalNode;
  const all = [...input.output.keys()];
  const own = required.filter((column) => column < all.length);
  switch (operator.kind) {
    case 'calc':
      return required.length === 0 ? [] : ofCalc(node, operator, required);
    case 'lookup-join':
      return required.length === 0 ? [] : ofLookup(node, operator, own);
    case 'join':
      return ofJoin(node, operator, required, side);
    case 'changelog-normalize':
      if (operator.condition !== null) refuseCondition(node, operator.condition);
      return required;
    case 'group-aggregate':
    case 'local-aggregate':
    case 'window-aggregate':
    case 'session-aggregate':
    case 'deduplicate':
      return all;
    case 'rank': {
      const { updateKey, partition, order } = operator;
      if (updateKey === undefined) return all;
      const known = new Set([...partition, ...order.map(({ column }) => column)]);
      return own.filter((column) => !known.has(column));
    }
    case 'sorted-over':
      return ofOver(operator, required, all);
    case 'temporal-join':
    case 'interval-join':
    case 'window-join':
      return ofSide(node, required, side);
    case 'match':
    case 'from-changelog':
    case 'to-changelog':
      return [];
    default:
      return own;
  }
}

function ofCalc(node: PhysicalNode, { condition, projection }: CalcSpec, required: Key): Key {
  if (condition !== null) refuseCondition(node, condition);
  refuseColumns(node, required, (column) => nonDeterministicCall(projection[column] as Expr));
  const read = new Set<number>();
  for (const column of required) inputColumns(projection[column] as Expr, read);
  return [...read];
}

/** Columns of the rows found are kept where they are asked for. */
function ofLookup(node: PhysicalNode, spec: LookupJoinSpec, own: Key): Key {
  for (const part of [spec.precondition, spec.residual]) {
    if (part !== null) refuseCondition(node, part);
  }
  return own;
}

function ofJoin(node: PhysicalNode, spec: JoinSpec, required: Key, side: number): Key {
  const own = side === 0 ? spec.left : spec.right;
  if (own.kind !== 'none') return ofSide(node, required, side);
  // Without a unique key rows are found as a whole.
  return [...(node.inputs[side] as PhysicalInput).node.output.keys()];
}

/** Those of the columns of both sides that are of this one, by its own numbers. */
function ofSide(node: PhysicalNode, required: Key, side: number): Key {
  const [left, right] = node.inputs.map(({ node: input }) => input.output.length);
  const first = side === 0 ? 0 : (left ?? 0);
  const end = first + ((side === 0 ? left : right) ?? 0);
  return required.filter((c) => c >= first && c < end).map((c) => c - first);
}

function refuseJoin(node: PhysicalNode, { type, residual }: JoinSpec): void {
  const updates = node.inputs.some(({ node: input }) => hasUpdates(input.kinds));
  const inserts = type === 'inner' || type === 'semi';
  if (residual !== null && (updates || !inserts)) refuseCondition(node, residual);
}

function ofOver({ partition, order, aggregates }: SortedOverSpec, required: Key, all: Key): Key {
  const asked = new Set(required.filter((column) => column < all.length));
  if (asked.size === all.length) return all;
  for (const column of [...partition, order.column]) asked.add(column);
  aggregates.forEach(({ args }, i) => {
    if (!required.includes(all.length + i)) return;
    for (const arg of args) asked.add(arg);
  });
  return [...asked];
}

function refuseCondition(node: PhysicalNode, condition: Expr): void {
  const call = nonDeterministicCall(condition);
  if (call === undefined) return;
  const reason =
    `There exists non deterministic function: '${call}' in condition: ` +
    `'${describeExpr(condition, [], 'prefix')}' which may cause wrong result in update pipeline.`;
  throw new MillraceError('PLAN_CHANGELOG', reason, { hint: relatedPlan(node) });
}

function refuseColumns(
  node: PhysicalNode,
  required: Key,
  call: (column: number) => string | undefined,
): void {
  const made = [...required]
    .sort((a, b) => a - b)
    .flatMap((column) => {
      const name = call(column);
      const own = columnName(column, node.output);
      return name === undefined
        ? []
        : [`${own}(generated by non-deterministic function: ${name} )`];
    });
  if (made.length === 0) return;
  const reason =
    `The column(s): ${made.join(' ')} can not satisfy the determinism requirement for correctly ` +
    "processing update message('UB'/'UA'/'D' in changelogMode, not 'I' only), this usually " +
    'happens when input node has no upsertKey(upsertKeys=[{}]) or current node outputs ' +
    'non-deterministic update messages. Please consider removing these non-deterministic columns ' +
    'or making them deterministic by using deterministic functions.';
  throw new MillraceError('PLAN_CHANGELOG', reason, { hint: relatedPlan(node) });
}

function relatedPlan(node: PhysicalNode): string {
  return `The related plan: ${describeNode(node, 'prefix')}`;
}
