/** CREATE TABLE, REPLACE TABLE and ALTER TABLE. */
import type { Distribution, TableElement } from './column.js';
import type { Expression } from './expression.js';
import type { StringLiteral } from './literal.js';
import type { Identifier, ObjectName, Option, OptionKey, Span } from './node.js';
import type { Query } from './query.js';

/** `INCLUDING CONSTRAINTS` and its like. */
export interface LikeFeature extends Span {
  readonly kind: 'likeFeature';
  readonly merge: 'INCLUDING' | 'EXCLUDING' | 'OVERWRITING';
  readonly feature:
    | 'ALL'
    | 'CONSTRAINTS'
    | 'DISTRIBUTION'
    | 'GENERATED'
    | 'METADATA'
    | 'OPTIONS'
    | 'PARTITIONS'
    | 'WATERMARKS';
}

export interface TableLike extends Span {
  readonly kind: 'tableLike';
  readonly source: ObjectName;
  readonly features: readonly LikeFeature[];
}

/** `[CREATE [OR REPLACE] | REPLACE] [TEMPORARY] TABLE …`. */
export interface CreateTable extends Span {
  readonly kind: 'createTable';
  readonly form: 'CREATE' | 'CREATE OR REPLACE' | 'REPLACE';
  readonly temporary: boolean;
  readonly ifNotExists: boolean;
  readonly name: ObjectName;
  readonly elements: readonly TableElement[];
  readonly comment: StringLiteral | undefined;
  readonly distribution: Distribution | undefined;
  readonly partitionedBy: readonly Identifier[];
  readonly options: readonly Option[];
  readonly like: TableLike | undefined;
  readonly query: Query | undefined;
}

/** `key = value` of PARTITION (…); in ANALYZE TABLE and SHOW PARTITIONS the value may be absent. */
export interface PartitionKey extends Span {
  readonly kind: 'partitionKey';
  readonly column: Identifier;
  readonly value: Expression | undefined;
}

export interface PartitionSpec extends Span {
  readonly kind: 'partition';
  readonly keys: readonly PartitionKey[];
}

export interface RenameAction extends Span {
  readonly kind: 'rename';
  readonly to: ObjectName;
}

export interface RenameColumnAction extends Span {
  readonly kind: 'renameColumn';
  readonly from: ObjectName;
  readonly to: Identifier;
}

export interface SetOptionsAction extends Span {
  readonly kind: 'setOptions';
  readonly options: readonly Option[];
}

export interface ResetOptionsAction extends Span {
  readonly kind: 'resetOptions';
  readonly keys: readonly OptionKey[];
}

/** `ADD` or `MODIFY` of columns, constraints and watermark. */
export interface ChangeSchemaAction extends Span {
  readonly kind: 'changeSchema';
  readonly change: 'ADD' | 'MODIFY';
  readonly elements: readonly TableElement[];
}

export interface ChangeDistributionAction extends Span {
  readonly kind: 'changeDistribution';
  readonly change: 'ADD' | 'MODIFY';
  readonly distribution: Distribution;
}

export interface DropColumnsAction extends Span {
  readonly kind: 'dropColumns';
  readonly columns: readonly ObjectName[];
}

export interface DropConstraintAction extends Span {
  readonly kind: 'dropConstraint';
  readonly name: Identifier;
}

export interface DropPartAction extends Span {
  readonly kind: 'dropPart';
  readonly part: 'PRIMARY KEY' | 'WATERMARK' | 'DISTRIBUTION';
}

/** One partition of ADD PARTITION, with its own WITH. */
export interface NewPartition extends Span {
  readonly kind: 'newPartition';
  readonly partition: PartitionSpec;
  readonly options: readonly Option[];
}

export interface AddPartitionsAction extends Span {
  readonly kind: 'addPartitions';
  readonly ifNotExists: boolean;
  readonly partitions: readonly NewPartition[];
}

export interface DropPartitionsAction extends Span {
  readonly kind: 'dropPartitions';
  readonly ifExists: boolean;
  readonly partitions: readonly PartitionSpec[];
}

/** Actions that tables and materialized tables share. */
export type SchemaAction =
  | ChangeSchemaAction
  | ChangeDistributionAction
  | DropColumnsAction
  | DropConstraintAction
  | DropPartAction;

export type AlterTableAction =
  | SchemaAction
  | RenameAction
  | RenameColumnAction
  | SetOptionsAction
  | ResetOptionsAction
  | AddPartitionsAction
  | DropPartitionsAction;

export interface AlterTable extends Span {
  readonly kind: 'alterTable';
  readonly ifExists: boolean;
  readonly name: ObjectName;
  readonly action: AlterTableAction;
}
