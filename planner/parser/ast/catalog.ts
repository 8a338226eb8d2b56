/** DDL of catalogs, databases, views, functions, models and connections; every DROP. */
import type { PhysicalColumn } from './column.js';
import type { StringLiteral } from './literal.js';
import type { Identifier, ObjectName, Option, Span } from './node.js';
import type { Query } from './query.js';
import type { RenameAction, ResetOptionsAction, SetOptionsAction } from './table.js';

export interface CreateCatalog extends Span {
  readonly kind: 'createCatalog';
  readonly ifNotExists: boolean;
  readonly name: Identifier;
  readonly comment: StringLiteral | undefined;
  readonly options: readonly Option[];
}

export interface CommentAction extends Span {
  readonly kind: 'comment';
  readonly comment: StringLiteral;
}

export interface AlterCatalog extends Span {
  readonly kind: 'alterCatalog';
  readonly name: Identifier;
  readonly action: SetOptionsAction | ResetOptionsAction | CommentAction;
}

export interface CreateDatabase extends Span {
  readonly kind: 'createDatabase';
  readonly ifNotExists: boolean;
  readonly name: ObjectName;
  readonly comment: StringLiteral | undefined;
  readonly options: readonly Option[];
}

export interface AlterDatabase extends Span {
  readonly kind: 'alterDatabase';
  readonly name: ObjectName;
  readonly action: SetOptionsAction;
}

export interface CreateView extends Span {
  readonly kind: 'createView';
  readonly temporary: boolean;
  readonly ifNotExists: boolean;
  readonly name: ObjectName;
  readonly columns: readonly Identifier[];
  readonly comment: StringLiteral | undefined;
  readonly query: Query;
}

export interface ViewQueryAction extends Span {
  readonly kind: 'viewQuery';
  readonly query: Query;
}

export interface AlterView extends Span {
  readonly kind: 'alterView';
  readonly ifExists: boolean;
  readonly name: ObjectName;
  readonly action: RenameAction | ViewQueryAction;
}

/** `JAR 'path'` of USING. */
export interface FunctionResource extends Span {
  readonly kind: 'functionResource';
  readonly type: 'JAR' | 'FILE' | 'ARCHIVE' | 'ARTIFACT';
  readonly path: StringLiteral;
}

export type FunctionLanguage = 'JAVA' | 'SCALA' | 'PYTHON' | 'SQL' | 'JAVASCRIPT';

export interface CreateFunction extends Span {
  readonly kind: 'createFunction';
  readonly temporary: boolean;
  /** `TEMPORARY SYSTEM`. */
  readonly system: boolean;
  readonly ifNotExists: boolean;
  readonly name: ObjectName;
  readonly className: StringLiteral;
  readonly language: FunctionLanguage | undefined;
  readonly resources: readonly FunctionResource[];
  readonly options: readonly Option[];
}

export interface AlterFunction extends Span {
  readonly kind: 'alterFunction';
  readonly temporary: boolean;
  readonly system: boolean;
  readonly ifExists: boolean;
  readonly name: ObjectName;
  readonly className: StringLiteral;
  readonly language: FunctionLanguage | undefined;
}

export interface CreateModel extends Span {
  readonly kind: 'createModel';
  readonly temporary: boolean;
  readonly ifNotExists: boolean;
  readonly name: ObjectName;
  readonly input: readonly PhysicalColumn[];
  readonly output: readonly PhysicalColumn[];
  readonly comment: StringLiteral | undefined;
  readonly options: readonly Option[];
  readonly query: Query | undefined;
}

export interface AlterModel extends Span {
  readonly kind: 'alterModel';
  readonly ifExists: boolean;
  readonly name: ObjectName;
  readonly action: RenameAction | SetOptionsAction | ResetOptionsAction;
}

export interface CreateConnection extends Span {
  readonly kind: 'createConnection';
  readonly temporary: boolean;
  /** `TEMPORARY SYSTEM`. */
  readonly system: boolean;
  readonly ifNotExists: boolean;
  readonly name: ObjectName;
  readonly comment: StringLiteral | undefined;
  readonly options: readonly Option[];
}

export interface AlterConnection extends Span {
  readonly kind: 'alterConnection';
  readonly ifExists: boolean;
  readonly name: ObjectName;
  readonly action: RenameAction | SetOptionsAction | ResetOptionsAction;
}

export interface Drop extends Span {
  readonly kind: 'drop';
  readonly object:
    | 'CATALOG'
    | 'DATABASE'
    | 'TABLE'
    | 'MATERIALIZED TABLE'
    | 'VIEW'
    | 'FUNCTION'
    | 'MODEL'
    | 'CONNECTION';
  readonly temporary: boolean;
  /** `TEMPORARY SYSTEM`, of functions and connections. */
  readonly system: boolean;
  readonly ifExists: boolean;
  readonly name: ObjectName;
  /** Of databases. */
  readonly behavior: 'RESTRICT' | 'CASCADE' | undefined;
}
