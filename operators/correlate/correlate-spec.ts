import type { LogicalType } from '../../state/column/logical-type.js';
import type { Expr, Span } from '../expr/expression.js';

/** What makes rows of a row. */
export type RowMaker =
  /** The elements of an ARRAY, MAP or MULTISET; elements that are rows give their fields. */
  | { readonly kind: 'unnest'; readonly ordinality: boolean }
  /** No columns, but as many rows as the argument, a BIGINT, says: INTERSECT ALL, EXCEPT ALL. */
  | { readonly kind: 'replicate' }
  /** A table function that a user wrote. */
  | {
      readonly kind: 'javascript';
      readonly file: string;
      readonly export: string;
      /** One column of this type, or the fields of a ROW. */
      readonly rows: LogicalType;
      /** For a batch of rows; 0 = without a limit. */
      readonly timeoutMs: number;
      readonly span?: Span;
    };

/** Each row with each of the rows that are made of it: LATERAL and UNNEST. */
export interface CorrelateSpec {
  readonly kind: 'correlate';
  readonly maker: RowMaker;
  /** Input columns that the maker gets. */
  readonly arguments: readonly number[];
  /** Types of the columns that are made, which stand behind the input's. */
  readonly made: readonly LogicalType[];
  /** Over the input's columns and those made; rows of which it is not true are not joined. */
  readonly condition: Expr | null;
  /** A row of which nothing is left goes out once, with NULLs. */
  readonly outer: boolean;
}
