/**
 * What the names of a query mean, by the node that has them: written while the query is bound, read
 * when it is printed in full.
 */
import type { ColumnReference } from '../ast/expression.js';
import type { FromItem } from '../ast/from.js';
import type { ObjectName } from '../ast/node.js';
import type { Star } from '../ast/query.js';

/** A column that `*` stands for; `item` is null for one of USING, which belongs to two. */
export interface StarColumn {
  readonly item: FromItem | null;
  readonly name: string;
}

export interface ResolvedNames {
  /** The item of FROM, and how many parts of the reference name it. */
  readonly columns: Map<ColumnReference, { readonly item: FromItem; readonly depth: number }>;
  readonly stars: Map<Star, readonly StarColumn[]>;
  /** Full path and columns of tables and views; common tables are not here. */
  readonly tables: Map<
    ObjectName,
    { readonly path: readonly string[]; readonly columns: readonly string[] }
  >;
  /** Full paths of functions of a catalog. */
  readonly functions: Map<ObjectName, readonly string[]>;
}

export function noNames(): ResolvedNames {
  return { columns: new Map(), stars: new Map(), tables: new Map(), functions: new Map() };
}
