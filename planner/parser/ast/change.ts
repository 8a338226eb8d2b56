/** Statements that change rows, statement sets, and plans of them. */
import type { Argument } from './call.js';
import type { Expression } from './expression.js';
import type { Hint } from './hint.js';
import type { StringLiteral } from './literal.js';
import type { Identifier, ObjectName, Span } from './node.js';
import type { Query } from './query.js';
import type { CreateTable, PartitionSpec } from './table.js';

export interface Insert extends Span {
  readonly kind: 'insert';
  readonly overwrite: boolean;
  readonly target: ObjectName;
  readonly hints: readonly Hint[];
  readonly partition: PartitionSpec | undefined;
  /** Empty without a column list; a part of a ROW column is `a.b`. */
  readonly columns: readonly ObjectName[];
  readonly query: Query;
  /** `ON CONFLICT DO …`. */
  readonly onConflict: 'ERROR' | 'NOTHING' | 'DEDUPLICATE' | undefined;
}

/** `[EXECUTE] STATEMENT SET BEGIN insert; … END`. */
export interface StatementSet extends Span {
  readonly kind: 'statementSet';
  readonly inserts: readonly Insert[];
}

/** `BEGIN STATEMENT SET`: the inserts up to END belong together. */
export interface BeginStatementSet extends Span {
  readonly kind: 'beginStatementSet';
}

/** `END`. */
export interface EndStatementSet extends Span {
  readonly kind: 'endStatementSet';
}

/** `EXECUTE query`, `EXECUTE insert` or `EXECUTE STATEMENT SET …`. */
export interface Execute extends Span {
  readonly kind: 'execute';
  readonly statement: Query | Insert | StatementSet;
}

export interface Assignment extends Span {
  readonly kind: 'assignment';
  readonly column: ObjectName;
  readonly value: Expression;
}

export interface Update extends Span {
  readonly kind: 'update';
  readonly target: ObjectName;
  readonly hints: readonly Hint[];
  readonly alias: Identifier | undefined;
  readonly assignments: readonly Assignment[];
  readonly where: Expression | undefined;
}

export interface Delete extends Span {
  readonly kind: 'delete';
  readonly target: ObjectName;
  readonly hints: readonly Hint[];
  readonly alias: Identifier | undefined;
  readonly where: Expression | undefined;
}

export interface Truncate extends Span {
  readonly kind: 'truncate';
  readonly name: ObjectName;
}

export interface Call extends Span {
  readonly kind: 'callProcedure';
  readonly name: ObjectName;
  readonly args: readonly Argument[];
}

export type ExplainDetail =
  | 'ESTIMATED_COST'
  | 'CHANGELOG_MODE'
  | 'JSON_EXECUTION_PLAN'
  | 'PLAN_ADVICE';

export interface Explain extends Span {
  readonly kind: 'explain';
  readonly details: readonly ExplainDetail[];
  /** A `createTable` has a query. */
  readonly statement: Query | Insert | StatementSet | CreateTable;
}

/** `COMPILE PLAN 'file' [IF NOT EXISTS] FOR …`. */
export interface CompilePlan extends Span {
  readonly kind: 'compilePlan';
  readonly file: StringLiteral;
  readonly ifNotExists: boolean;
  readonly statement: Insert | StatementSet;
}

/** `COMPILE AND EXECUTE PLAN 'file' FOR …`. */
export interface CompileAndExecutePlan extends Span {
  readonly kind: 'compileAndExecutePlan';
  readonly file: StringLiteral;
  readonly statement: Insert | StatementSet;
}

/** `EXECUTE PLAN 'file'`. */
export interface ExecutePlan extends Span {
  readonly kind: 'executePlan';
  readonly file: StringLiteral;
}
