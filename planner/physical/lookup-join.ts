/** Joins with the rows that a table gives when it is asked, at the time the left row comes. */
import { assert, MillraceError } from '../../conf/errors/error.js';
import type { CallExpr, Expr, LiteralExpr } from '../../operators/expr/expression.js';
import { inputColumns } from '../../operators/expr/walk.js';
import type {
  LookupJoinSpec,
  LookupKeep,
  LookupKey,
} from '../../operators/join/lookup-join-spec.js';
import type { SourceSpec } from '../../operators/source/source-spec.js';
import { sameType } from '../../state/column/logical-type.js';
import { column, conjunction, conjuncts, inline, shiftColumns } from '../logical/expressions.js';
import type { Join } from '../logical/join.js';
import { type LookedUp, type LookupHint, lookedUp } from '../logical/lookup.js';
import {
  columnList,
  columnName,
  expressionText,
  projectionText,
  scalarText,
  styled,
} from './attribute-text.js';
import { byKeys, distributedBy, forward } from './distribution.js';
import { columnsOfBoth, equality, JOIN_TITLES } from './join.js';
import { ascending, isWithin, minimal, shortest, throughHash } from './keys.js';
import {
  type Attribute,
  hasUpdates,
  type Key,
  type PhysicalInput,
  type PhysicalNode,
} from './node.js';
import { scanNode } from './scan.js';

export interface LookupSettings {
  readonly capacity: number;
  readonly isKeyOrdered: boolean;
  readonly allowsUnordered: boolean;
  readonly timeoutMs: number;
}

/**
 * @param keeps the join keeps what it found, for the rows that are taken back
 * @throws PLAN_UNSUPPORTED where nothing says what to look up
 */
export function lookupJoinNode(
  node: Join,
  left: PhysicalNode,
  settings: LookupSettings,
  keeps: boolean,
): PhysicalNode {
  const { type, output, lookup } = node;
  assert(type === 'inner' || type === 'left', 'A lookup join is INNER or LEFT');
  const right = lookedUp(node.right);
  assert(right !== null, 'A lookup join asks a table');
  const { keys, rest } = splitLookup(node, right);
  const width = left.output.length;
  const isOwn = (part: Expr): boolean => [...inputColumns(part)].every((c) => c < width);
  const ofRight = conjuncts(right.condition).map((part) => shiftColumns(part, width));
  const ofBoth = rest.filter((part) => !isOwn(part)).map((part) => overFound(part, node, right));
  const operator: LookupJoinSpec = {
    kind: 'lookup-join',
    type,
    source: scanNode(right.scan).operator as SourceSpec,
    keys,
    precondition: conjunction(rest.filter(isOwn)),
    residual: conjunction([...ofRight, ...ofBoth]),
    projection: right.projection,
    access: {
      isAsync: right.scan.table.lookup?.isAsync === true && lookup?.isAsync !== false && !keeps,
      timeoutMs: lookup?.timeoutMs ?? settings.timeoutMs,
      capacity: lookup?.capacity ?? settings.capacity,
    },
    retry: lookup?.retry ?? null,
    keep: keeps ? keepBy(left) : null,
  };
  return {
    ...placed(operator, node, left, right),
    operator,
    title: 'LookupJoin',
    attributes: [
      ['table', right.scan.table.path.join('.')],
      ['joinType', JOIN_TITLES[type]],
      ['lookup', keys.map((key) => keyText(key, left, right)).join(', ')],
      ...conditionTexts(node, right, rest),
      styled('select', (style) => {
        const found = projectionText(right.projection, right.scan.output, node.right.output, style);
        return [columnList(left.output), found].filter((text) => text !== '').join(', ');
      }),
      ...accessTexts(operator, left, lookup, settings),
    ],
    output,
    uniqueKeys: keysThrough(node, left.uniqueKeys, right, keys),
  };
}

/** By a key that tells the rows apart in the order of their changes; else by all of the row. */
function keepBy({ upsertKeys, output }: PhysicalNode): LookupKeep {
  const key = shortest(upsertKeys);
  if (key !== null) return { key, isUnique: true };
  return { key: [...output.keys()], isUnique: false };
}

/** How rows come and lie. What keeps takes rows back as −D, as Flink does. */
function placed(
  { keep, keys }: LookupJoinSpec,
  node: Join,
  left: PhysicalNode,
  right: LookedUp,
): Pick<PhysicalNode, 'inputs' | 'kinds' | 'upsertKeys' | 'distribution'> {
  const own = keep === null ? left.upsertKeys : throughHash(left.upsertKeys, keep.key);
  const upsertKeys = keysThrough(node, own, right, keys);
  if (keep === null) {
    const { kinds, distribution } = left;
    return { inputs: [inOrder(left)], kinds, upsertKeys, distribution };
  }
  return {
    inputs: [byKeys(left, keep.key)],
    kinds: { ...left.kinds, delete: true },
    upsertKeys,
    distribution: distributedBy(keep.key),
  };
}

/**
 * Left columns that decide which rows a left row meets.
 * @param width columns of the left side
 */
export function lookupReads(
  { keys, precondition, residual }: LookupJoinSpec,
  width: number,
): readonly number[] {
  const reads = new Set<number>();
  for (const key of keys) if ('left' in key) reads.add(key.left);
  if (precondition !== null) inputColumns(precondition, reads);
  if (residual !== null) inputColumns(residual, reads);
  return [...reads].filter((c) => c < width);
}

/**
 * What the table is asked for, and what is left of the join's condition, over left columns, then
 * those of the right side.
 */
function splitLookup(node: Join, right: LookedUp): { keys: LookupKey[]; rest: Expr[] } {
  const fields = new Map<number, LookupKey>();
  const rest: Expr[] = [];
  for (const part of conjuncts(node.condition)) {
    const pair = equality(part, node.left.output.length);
    if (pair !== null && (part as CallExpr).name !== '=') throw nullsMeet(part, node);
    const target = pair === null ? undefined : right.projection[pair[1]];
    if (pair === null || target?.kind !== 'column' || fields.has(target.index)) rest.push(part);
    else fields.set(target.index, { column: target.index, left: pair[0] });
  }
  const constants = new Map<number, LookupKey>();
  for (const part of conjuncts(right.condition)) {
    const key = constantKey(part);
    if (key !== null && !fields.has(key.column)) constants.set(key.column, key);
  }
  const keys = [...constants.values(), ...fields.values()];
  if (keys.length > 0) return { keys, rest };
  const table = `table [${right.scan.table.path.join('.')}]`;
  const reason = `Temporal table join requires an equality condition on fields of ${table}.`;
  const hint = 'Compare a column of the table itself, of the same type, with = in the condition.';
  throw new MillraceError('PLAN_UNSUPPORTED', reason, { hint });
}

/** A column that must equal a value of its own type. */
function constantKey(part: Expr): (LookupKey & { readonly value: LiteralExpr }) | null {
  if (part.kind !== 'call' || part.name !== '=') return null;
  const [a, b] = part.args as [Expr, Expr];
  const [own, value] = a.kind === 'column' ? [a, b] : [b, a];
  if (own.kind !== 'column' || value.kind !== 'literal' || value.value === null) return null;
  const text = own.type.root === 'VARCHAR' && value.type.root === 'CHAR';
  if (!text && !sameType(own.type, value.type, true)) return null;
  return { column: own.index, value: { ...value, type: own.type } };
}

function nullsMeet(part: Expr, { left, right }: Join): MillraceError {
  const text = expressionText(part, [...left.output, ...right.output], 'prefix');
  return new MillraceError(
    'PLAN_UNSUPPORTED',
    "LookupJoin doesn't support join condition contains 'a IS NOT DISTINCT FROM b' (or " +
      "alternative '(a = b) or (a IS NULL AND b IS NULL)'), the join condition is " +
      `'${text}'`,
  );
}

/** The condition over left columns, then those of the table. */
function overFound(part: Expr, node: Join, { projection }: LookedUp): Expr {
  const own = node.left.output.map(({ type }, i) => column(i, type));
  const found = projection.map((expr) => shiftColumns(expr, own.length));
  return inline(part, { expressions: [...own, ...found] });
}

/** Rows that lie by their key are told so: those in flight are dealt by it, should tasks change. */
function inOrder(left: PhysicalNode): PhysicalInput {
  const { distribution } = left;
  if (distribution.kind !== 'hash') return forward(left);
  return { node: left, exchange: { kind: 'forward', keys: distribution.keys } };
}

/** Each left row meets one row at most where the lookup names all of the table's primary key. */
function keysThrough(
  { left }: Join,
  own: readonly Key[],
  { scan, projection }: LookedUp,
  keys: readonly LookupKey[],
): readonly Key[] {
  const { primaryKey } = scan.table;
  const columns = primaryKey.map((index) => scan.columns.indexOf(index));
  if (columns.length === 0 || columns.includes(-1)) return [];
  const asked = keys.map((key) => key.column);
  if (isWithin(columns, asked)) return own;
  const places = columns.map((index) =>
    projection.findIndex((expr) => expr.kind === 'column' && expr.index === index),
  );
  if (places.includes(-1)) return [];
  const width = left.output.length;
  return minimal(own.map((key) => ascending([...key, ...places.map((c) => c + width)])));
}

function keyText(key: LookupKey, left: PhysicalNode, { scan }: LookedUp): string {
  const name = columnName(key.column, scan.output);
  if ('left' in key) return `${name}=${columnName(key.left, left.output)}`;
  return `${name}=${scalarText(key.value.value, key.value.type)}`;
}

function conditionTexts(node: Join, right: LookedUp, rest: readonly Expr[]): Attribute[] {
  const texts: Attribute[] = [];
  const { condition, scan } = right;
  if (condition !== null) {
    texts.push(styled('where', (style) => expressionText(condition, scan.output, style)));
  }
  const joined = conjunction(rest);
  if (joined !== null) {
    const both = columnsOfBoth(node.left.output, node.right.output);
    texts.push(styled('joinCondition', (style) => expressionText(joined, both, style)));
  }
  return texts;
}

/** As Flink prints them: how the table is asked. */
function accessTexts(
  { access, retry, keep, keys }: LookupJoinSpec,
  left: PhysicalNode,
  hint: LookupHint | undefined,
  settings: LookupSettings,
): Attribute[] {
  const texts: Attribute[] = [];
  const updates = hasUpdates(left.kinds);
  if (access.isAsync) {
    const allows = hint?.allowsUnordered ?? settings.allowsUnordered;
    const order = allows && !updates ? 'UNORDERED' : 'ORDERED';
    const isKeyOrdered = allows && updates && settings.isKeyOrdered;
    const { timeoutMs, capacity } = access;
    texts.push(['async', `${order}, KEY_ORDERED: ${isKeyOrdered}, ${timeoutMs}ms, ${capacity}`]);
  }
  if (keep !== null) texts.push(['upsertMaterialize', 'true']);
  if (hint?.shuffles === true) texts.push(['shuffle', 'true']);
  if (retry !== null) {
    texts.push(['retry', `lookup_miss, FIXED_DELAY, ${retry.delayMs}ms, ${retry.attempts}`]);
  }
  const shuffled = keys.flatMap((key) => ('left' in key ? [key.left] : []));
  const upsertKeys =
    hint?.shuffles === true ? throughHash(left.upsertKeys, shuffled) : left.upsertKeys;
  if (updates && upsertKeys.length > 0) {
    texts.push(['upsertKey', upsertKeys.map((key) => `[${key.join(', ')}]`).join(', ')]);
  }
  return texts;
}
