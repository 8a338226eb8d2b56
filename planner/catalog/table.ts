/**
 * Tables and views as the catalog keeps them: immutable plain data. Expressions and queries are
 * kept as syntax trees beside the text that their offsets count in, so that an error found later,
 * when a view is used, can still show its place.
 */
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Expression } from '../parser/ast/expression.js';
import type { Query } from '../parser/ast/query.js';

/** A part of a statement's tree, and the statement's text. */
export interface Snippet<T> {
  readonly node: T;
  readonly text: string;
}

interface ColumnBase {
  readonly name: string;
  readonly type: LogicalType;
  readonly comment: string | null;
}

/** Stored in the records that the connector reads and writes. */
export interface PhysicalColumn extends ColumnBase {
  readonly kind: 'physical';
}

export interface MetadataColumn extends ColumnBase {
  readonly kind: 'metadata';
  /** Null: the column's name. */
  readonly key: string | null;
  /** Read only. */
  readonly virtual: boolean;
}

export interface ComputedColumn extends ColumnBase {
  readonly kind: 'computed';
  readonly expression: Snippet<Expression>;
}

export type TableColumn = PhysicalColumn | MetadataColumn | ComputedColumn;

export interface TableWatermark {
  readonly column: string;
  readonly expression: Snippet<Expression>;
}

export interface PrimaryKey {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface TableDistribution {
  readonly algorithm: 'HASH' | 'RANGE' | null;
  readonly columns: readonly string[];
  readonly buckets: number | null;
}

export interface TablePartition {
  /** By the table's partition keys; null is NULL. */
  readonly values: Readonly<Record<string, string | null>>;
  readonly options: Readonly<Record<string, string>>;
}

export interface CatalogTable {
  readonly kind: 'table';
  readonly columns: readonly TableColumn[];
  readonly watermark: TableWatermark | null;
  /** NOT ENFORCED, always. */
  readonly primaryKey: PrimaryKey | null;
  readonly distribution: TableDistribution | null;
  readonly partitionKeys: readonly string[];
  /** Those that ADD PARTITION made known, in its order; the rows of others count as well. */
  readonly partitions: readonly TablePartition[];
  readonly options: Readonly<Record<string, string>>;
  readonly comment: string | null;
}

export interface CatalogView {
  readonly kind: 'view';
  readonly columns: readonly ColumnBase[];
  /** In full, as it was bound: each name with its table, `*` spelled out. */
  readonly query: Snippet<Query>;
  /** What was current when the view was made: names in its query without a catalog mean these. */
  readonly catalog: string;
  readonly database: string;
  readonly comment: string | null;
}

/** An export of a JavaScript module. */
export interface CatalogFunction {
  /** Absolute. */
  readonly file: string;
  readonly export: string;
}

export interface ModelColumn {
  readonly name: string;
  readonly type: LogicalType;
  readonly comment: string | null;
}

export interface CatalogModel {
  readonly input: readonly ModelColumn[];
  readonly output: readonly ModelColumn[];
  readonly comment: string | null;
  readonly options: Readonly<Record<string, string>>;
}

export type CatalogObject = CatalogTable | CatalogView;
