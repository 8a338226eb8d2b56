/** SHOW, DESCRIBE, USE, SET and the other statements about the session, catalog and jobs. */
import type { StringLiteral } from './literal.js';
import type { Identifier, ObjectName, Option, Span } from './node.js';
import type { PartitionSpec } from './table.js';

export type ShowObjects =
  | 'CATALOGS'
  | 'DATABASES'
  | 'TABLES'
  | 'VIEWS'
  | 'MATERIALIZED TABLES'
  | 'COLUMNS'
  | 'PARTITIONS'
  | 'PROCEDURES'
  | 'FUNCTIONS'
  | 'USER FUNCTIONS'
  | 'MODULES'
  | 'FULL MODULES'
  | 'MODELS'
  | 'CONNECTIONS'
  | 'JARS'
  | 'JOBS';

export interface ShowLike extends Span {
  readonly kind: 'showLike';
  readonly negated: boolean;
  readonly operator: 'LIKE' | 'ILIKE';
  readonly pattern: StringLiteral;
}

export interface Show extends Span {
  readonly kind: 'show';
  readonly objects: ShowObjects;
  /** Where to look: FROM or IN; the table of COLUMNS and PARTITIONS. */
  readonly from: ObjectName | undefined;
  /** Of PARTITIONS. */
  readonly partition: PartitionSpec | undefined;
  readonly like: ShowLike | undefined;
}

export interface ShowCurrent extends Span {
  readonly kind: 'showCurrent';
  readonly object: 'CATALOG' | 'DATABASE';
}

export interface ShowCreate extends Span {
  readonly kind: 'showCreate';
  readonly object:
    | 'TABLE'
    | 'VIEW'
    | 'CATALOG'
    | 'MODEL'
    | 'CONNECTION'
    | 'MATERIALIZED TABLE'
    | 'OR ALTER MATERIALIZED TABLE';
  readonly name: ObjectName;
}

export interface Describe extends Span {
  readonly kind: 'describe';
  readonly object: 'TABLE' | 'CATALOG' | 'DATABASE' | 'FUNCTION' | 'MODEL' | 'CONNECTION';
  readonly extended: boolean;
  readonly name: ObjectName;
}

export interface DescribeJob extends Span {
  readonly kind: 'describeJob';
  readonly job: StringLiteral;
}

/** `USE [catalog.]database`. */
export interface UseDatabase extends Span {
  readonly kind: 'useDatabase';
  readonly name: ObjectName;
}

export interface UseCatalog extends Span {
  readonly kind: 'useCatalog';
  readonly name: Identifier;
}

export interface UseModules extends Span {
  readonly kind: 'useModules';
  readonly names: readonly Identifier[];
}

export interface LoadModule extends Span {
  readonly kind: 'loadModule';
  readonly name: Identifier;
  readonly options: readonly Option[];
}

export interface UnloadModule extends Span {
  readonly kind: 'unloadModule';
  readonly name: Identifier;
}

/** `SET`, or `SET 'key' = 'value'`; the unquoted old spelling is read as the same. */
export interface SetOption extends Span {
  readonly kind: 'set';
  /** Absent: show all. */
  readonly option: Option | undefined;
}

export interface ResetOption extends Span {
  readonly kind: 'reset';
  /** Absent: reset all. */
  readonly key: string | undefined;
}

/** `ADD JAR 'path'` or `REMOVE JAR 'path'`. */
export interface ChangeJar extends Span {
  readonly kind: 'changeJar';
  readonly change: 'ADD' | 'REMOVE';
  readonly path: StringLiteral;
}

export interface AnalyzeTable extends Span {
  readonly kind: 'analyzeTable';
  readonly name: ObjectName;
  readonly partition: PartitionSpec | undefined;
  /** Empty: no FOR COLUMNS. */
  readonly columns: readonly Identifier[];
  /** `FOR ALL COLUMNS`. */
  readonly allColumns: boolean;
}

export interface StopJob extends Span {
  readonly kind: 'stopJob';
  readonly job: StringLiteral;
  readonly withSavepoint: boolean;
  readonly withDrain: boolean;
}
