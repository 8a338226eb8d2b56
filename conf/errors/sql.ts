/** Errors of parsing, binding and planning SQL. */
import type { ErrorRow } from './table.js';

export const sqlErrors = {
  /** The text is no statement of the dialect. */
  PARSE_SYNTAX: { kind: 'user' },
  /** The text ends inside a statement, a string, a comment or a quoted name. */
  PARSE_UNFINISHED: { kind: 'user' },
  /** A literal that no type can hold, or whose text is malformed. */
  PARSE_LITERAL: { kind: 'user' },
  /** The statement nests or grows beyond what the parser accepts. */
  PARSE_TOO_LARGE: { kind: 'user' },
  /** Names a table, view, catalog or database that does not exist. */
  BIND_UNKNOWN_TABLE: { kind: 'user' },
  BIND_UNKNOWN_COLUMN: { kind: 'user' },
  BIND_AMBIGUOUS_COLUMN: { kind: 'user' },
  BIND_UNKNOWN_FUNCTION: { kind: 'user' },
  /** Operand or argument types do not fit the operator or function. */
  BIND_TYPE: { kind: 'user' },
  /** The statement breaks a rule of the dialect (aggregates in WHERE, missing GROUP BY, …). */
  BIND_INVALID: { kind: 'user' },
  /** The object exists already, or is used where another kind is wanted. */
  CATALOG_EXISTS: { kind: 'user' },
  CATALOG_MISSING: { kind: 'user' },
  CATALOG_INVALID: { kind: 'user' },
  /** Another process has the catalog store. */
  CATALOG_STORE_LOCKED: { kind: 'user' },
  /** The catalog store cannot be read or written. */
  CATALOG_STORE_BROKEN: { kind: 'corrupt' },
  /** A user-defined function is in no folder that the server allows. */
  FUNCTION_FORBIDDEN: { kind: 'user' },
  /** A module of a user-defined function does not load, or exports no function. */
  FUNCTION_INVALID: { kind: 'user' },
  /** Parses, but the engine does not run it. */
  PLAN_UNSUPPORTED: { kind: 'user' },
  /** A sink cannot take the kinds of changes the query makes. */
  PLAN_CHANGELOG: { kind: 'user' },
} as const satisfies Record<string, ErrorRow>;
