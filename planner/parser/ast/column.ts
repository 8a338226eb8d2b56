/** What stands between the parentheses of CREATE TABLE and ALTER TABLE … ADD. */
import type { Expression } from './expression.js';
import type { StringLiteral } from './literal.js';
import type { Identifier, ObjectName, Span } from './node.js';
import type { TypeNode } from './type.js';

/** `FIRST` or `AFTER column`, in ALTER TABLE only. */
export interface ColumnPosition extends Span {
  readonly kind: 'columnPosition';
  /** Absent: FIRST. */
  readonly after: Identifier | undefined;
}

interface ColumnBase extends Span {
  readonly name: Identifier;
  readonly comment: StringLiteral | undefined;
  readonly position: ColumnPosition | undefined;
}

/** `PRIMARY KEY` or `UNIQUE` behind a column's type. */
export interface ColumnConstraint extends Span {
  readonly kind: 'columnConstraint';
  readonly name: Identifier | undefined;
  readonly type: 'PRIMARY KEY' | 'UNIQUE';
  /** Absent: neither ENFORCED nor NOT ENFORCED was written. */
  readonly enforced: boolean | undefined;
}

export interface PhysicalColumn extends ColumnBase {
  readonly kind: 'physicalColumn';
  readonly type: TypeNode;
  readonly constraint: ColumnConstraint | undefined;
}

export interface MetadataColumn extends ColumnBase {
  readonly kind: 'metadataColumn';
  readonly type: TypeNode;
  /** The key of the metadata; absent: the column's name. */
  readonly from: StringLiteral | undefined;
  readonly virtual: boolean;
}

export interface ComputedColumn extends ColumnBase {
  readonly kind: 'computedColumn';
  readonly expression: Expression;
}

/** A name alone, in CREATE TABLE … (a, b) AS query and in materialized tables. */
export interface ColumnName extends ColumnBase {
  readonly kind: 'columnName';
}

export interface Watermark extends Span {
  readonly kind: 'watermark';
  readonly column: ObjectName;
  readonly expression: Expression;
}

export interface TableConstraint extends Span {
  readonly kind: 'tableConstraint';
  readonly name: Identifier | undefined;
  readonly type: 'PRIMARY KEY' | 'UNIQUE';
  readonly columns: readonly Identifier[];
  readonly enforced: boolean | undefined;
}

export type TableElement =
  | PhysicalColumn
  | MetadataColumn
  | ComputedColumn
  | ColumnName
  | Watermark
  | TableConstraint;

/** `DISTRIBUTED BY HASH (a) INTO 4 BUCKETS`, `DISTRIBUTED INTO 4 BUCKETS`. */
export interface Distribution extends Span {
  readonly kind: 'distribution';
  readonly algorithm: 'HASH' | 'RANGE' | undefined;
  readonly columns: readonly Identifier[];
  readonly buckets: number | undefined;
}
