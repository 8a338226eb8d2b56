import type { Column } from '../../operators/core/spec.js';
import type { RowMaker } from '../../operators/correlate/correlate-spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import { withNullable } from '../../state/column/logical-type.js';
import type { LogicalNode } from './node.js';
import { uniqueNames } from './unique-names.js';

/** The input's columns, then those of the rows made of each row: LATERAL and UNNEST. */
export interface Correlate {
  readonly kind: 'correlate';
  readonly input: LogicalNode;
  readonly maker: RowMaker;
  /** Input columns that the maker gets. */
  readonly arguments: readonly number[];
  /** Over the output's columns, before any is padded with NULL. */
  readonly condition: Expr | null;
  /** LEFT JOIN: rows without any row made of them stay. */
  readonly outer: boolean;
  readonly output: readonly Column[];
}

/** @param made the columns of the rows that are made */
export function correlate(
  input: LogicalNode,
  maker: RowMaker,
  args: readonly number[],
  made: readonly Column[],
  join: { readonly outer: boolean; readonly condition: Expr | null },
): Correlate {
  const names = uniqueNames([...input.output, ...made].map((column) => column.name));
  const types = [
    ...input.output.map((column) => column.type),
    ...made.map(({ type }) => (join.outer ? withNullable(type, true) : type)),
  ];
  const output = types.map((type, i) => ({ name: names[i] as string, type }));
  return { kind: 'correlate', input, maker, arguments: args, ...join, output };
}
