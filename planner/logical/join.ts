/** Joins of two sides. */
import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import type { JoinType } from '../../operators/join/join-spec.js';
import { withNullable } from '../../state/column/logical-type.js';
import { withoutAttribute } from './column-type.js';
import type { LookupHint } from './lookup.js';
import type { LogicalNode } from './node.js';
import type { TtlHint } from './ttl-hint.js';
import { uniqueNames } from './unique-names.js';

/**
 * What a join makes of time. It is `open` until its condition is complete, that is until filters
 * were pushed into it, and keeps the time attributes of both sides till then. Rows of a `regular`
 * join come in no order of time, so its output has no time attributes. The condition of an
 * `interval` join bounds the time between two rows that meet (`interval.ts`): it keeps them. A
 * `window` join has rows of one window meet (`window-join.ts`), and keeps those of the sides that
 * it does not fill up with NULL. A `temporal` join (`temporal.ts`) and a `lookup` join
 * (`lookup.ts`) keep those of the left side.
 */
export type JoinForm = 'open' | 'regular' | 'interval' | 'window' | 'temporal' | 'lookup';

/**
 * Left columns, then right columns (semi and anti: left only). The condition is over both sides;
 * null joins all with all.
 */
export interface Join {
  readonly kind: 'join';
  readonly type: JoinType;
  readonly form: JoinForm;
  readonly left: LogicalNode;
  readonly right: LogicalNode;
  readonly condition: Expr | null;
  readonly output: readonly Column[];
  /** What hints say of its state. */
  readonly ttl?: readonly TtlHint[];
  /** What a hint says of a lookup join. */
  readonly lookup?: LookupHint;
}

export function join(
  type: JoinType,
  left: LogicalNode,
  right: LogicalNode,
  condition: Expr | null,
  form: JoinForm = 'open',
): Join {
  const side = (node: LogicalNode, outer: boolean): Column[] =>
    node.output.map((column) => {
      const isAsOf = form === 'temporal' || form === 'lookup';
      const isLost =
        form === 'regular' || (isAsOf && node === right) || (form === 'window' && outer);
      const type = isLost ? withoutAttribute(column.type) : column.type;
      return { name: column.name, type: outer ? withNullable(type, true) : type };
    });
  const leftOnly = type === 'semi' || type === 'anti';
  const columns = [
    ...side(left, type === 'right' || type === 'full'),
    ...(leftOnly ? [] : side(right, type === 'left' || type === 'full')),
  ];
  const names = uniqueNames(columns.map((column) => column.name));
  const output = columns.map(({ type: own }, i) => ({ name: names[i] as string, type: own }));
  return { kind: 'join', type, form, left, right, condition, output };
}

/** The same join of other sides, under another condition. */
export function rejoin(
  { type, ttl, lookup, form: own }: Join,
  left: LogicalNode,
  right: LogicalNode,
  condition: Expr | null,
  form: JoinForm = own,
): Join {
  const made = join(type, left, right, condition, form);
  return {
    ...made,
    ...(ttl === undefined ? {} : { ttl }),
    ...(lookup === undefined ? {} : { lookup }),
  };
}
