/** CREATE and ALTER MATERIALIZED TABLE. */
import type { Distribution, TableElement } from './column.js';
import type { Expression } from './expression.js';
import type { StringLiteral } from './literal.js';
import type { Identifier, ObjectName, Option, Span } from './node.js';
import type { Query } from './query.js';
import type { PartitionSpec, ResetOptionsAction, SchemaAction, SetOptionsAction } from './table.js';

export type RefreshMode = 'CONTINUOUS' | 'FULL';

/** `START_MODE = FROM_NOW(INTERVAL '1' DAY)` and its like. */
export interface StartMode extends Span {
  readonly kind: 'startMode';
  readonly mode:
    | 'FROM_BEGINNING'
    | 'FROM_NOW'
    | 'FROM_TIMESTAMP'
    | 'RESUME_OR_FROM_BEGINNING'
    | 'RESUME_OR_FROM_NOW'
    | 'RESUME_OR_FROM_TIMESTAMP';
  readonly argument: Expression | undefined;
}

export interface CreateMaterializedTable extends Span {
  readonly kind: 'createMaterializedTable';
  /** `CREATE OR ALTER`. */
  readonly orAlter: boolean;
  readonly name: ObjectName;
  readonly elements: readonly TableElement[];
  readonly comment: StringLiteral | undefined;
  readonly distribution: Distribution | undefined;
  readonly partitionedBy: readonly Identifier[];
  readonly options: readonly Option[];
  /** The interval of `FRESHNESS = …`. */
  readonly freshness: Expression | undefined;
  readonly refreshMode: RefreshMode | undefined;
  readonly startMode: StartMode | undefined;
  readonly query: Query;
}

export interface SetFreshnessAction extends Span {
  readonly kind: 'setFreshness';
  readonly freshness: Expression;
}

export interface SetRefreshModeAction extends Span {
  readonly kind: 'setRefreshMode';
  readonly mode: RefreshMode;
}

export interface SuspendAction extends Span {
  readonly kind: 'suspend';
}

export interface ResumeAction extends Span {
  readonly kind: 'resume';
  readonly options: readonly Option[];
}

export interface RefreshAction extends Span {
  readonly kind: 'refresh';
  readonly partition: PartitionSpec | undefined;
}

export interface AsQueryAction extends Span {
  readonly kind: 'asQuery';
  readonly startMode: StartMode | undefined;
  readonly query: Query;
}

export type AlterMaterializedTableAction =
  | SchemaAction
  | SetOptionsAction
  | ResetOptionsAction
  | SetFreshnessAction
  | SetRefreshModeAction
  | SuspendAction
  | ResumeAction
  | RefreshAction
  | AsQueryAction;

export interface AlterMaterializedTable extends Span {
  readonly kind: 'alterMaterializedTable';
  readonly name: ObjectName;
  readonly action: AlterMaterializedTableAction;
}
