/** Parses INSERT, UPDATE, DELETE, statement sets, plans, EXPLAIN and CALL. */
import type {
  Assignment,
  BeginStatementSet,
  Call,
  CompileAndExecutePlan,
  CompilePlan,
  Delete,
  Execute,
  ExecutePlan,
  Explain,
  ExplainDetail,
  Insert,
  StatementSet,
  Truncate,
  Update,
} from './ast/change.js';
import type { Identifier, ObjectName } from './ast/node.js';
import type { CreateTable } from './ast/table.js';
import { parseCreate } from './create-parser.js';
import { ifNotExists, partitionSpec } from './element-parser.js';
import type { QueryParser } from './query-parser.js';

/** INSERT is at hand. */
export function parseInsert(p: QueryParser): Insert {
  const { start } = p;
  p.expect('INSERT');
  const overwrite = p.expectOne('INTO', 'OVERWRITE') === 'OVERWRITE';
  const target = p.objectName();
  const hints = p.hints();
  const partition = p.at('PARTITION') ? partitionSpec(p, false) : undefined;
  const columns: ObjectName[] =
    p.at('(') && !p.atQueryInParentheses() ? p.parenthesized(() => p.objectName()) : [];
  const query = p.query();
  const onConflict = optionalConflict(p);
  return {
    kind: 'insert',
    overwrite,
    target,
    hints,
    partition,
    columns,
    query,
    onConflict,
    start,
    end: p.end,
  };
}

function optionalConflict(p: QueryParser): Insert['onConflict'] {
  if (!p.accept('ON')) return undefined;
  p.expectAll('CONFLICT', 'DO');
  return p.expectOne('ERROR', 'NOTHING', 'DEDUPLICATE');
}

/** UPDATE is at hand. */
export function parseUpdate(p: QueryParser): Update {
  const { start } = p;
  p.expect('UPDATE');
  const target = p.objectName();
  const hints = p.hints();
  const alias = optionalAlias(p);
  p.expect('SET');
  const assignments = p.list((): Assignment => {
    const column = p.objectName();
    p.expect('=');
    const value = p.expression();
    return { kind: 'assignment', column, value, start: column.start, end: p.end };
  });
  const where = p.accept('WHERE') ? p.expression() : undefined;
  return { kind: 'update', target, hints, alias, assignments, where, start, end: p.end };
}

/** DELETE is at hand. */
export function parseDelete(p: QueryParser): Delete {
  const { start } = p;
  p.expectAll('DELETE', 'FROM');
  const target = p.objectName();
  const hints = p.hints();
  const alias = optionalAlias(p);
  const where = p.accept('WHERE') ? p.expression() : undefined;
  return { kind: 'delete', target, hints, alias, where, start, end: p.end };
}

function optionalAlias(p: QueryParser): Identifier | undefined {
  return p.accept('AS') || p.atName() ? p.identifier() : undefined;
}

/** TRUNCATE is at hand. */
export function parseTruncate(p: QueryParser): Truncate {
  const { start } = p;
  p.expectAll('TRUNCATE', 'TABLE');
  return { kind: 'truncate', name: p.objectName(), start, end: p.end };
}

/** CALL is at hand. */
export function parseCall(p: QueryParser): Call {
  const { start } = p;
  p.expect('CALL');
  const name = p.objectName();
  p.expect('(');
  const args = p.at(')') ? [] : p.list(() => p.argument());
  p.expect(')');
  return { kind: 'callProcedure', name, args, start, end: p.end };
}

/** `STATEMENT SET BEGIN insert; … END`, from STATEMENT on. */
function statementSet(p: QueryParser): StatementSet {
  const { start } = p;
  p.expectAll('STATEMENT', 'SET', 'BEGIN');
  const inserts: Insert[] = [];
  do {
    inserts.push(parseInsert(p));
    p.expect(';');
  } while (!p.accept('END'));
  return { kind: 'statementSet', inserts, start, end: p.end };
}

/** BEGIN is at hand. */
export function parseBegin(p: QueryParser): BeginStatementSet {
  const { start } = p;
  p.expectAll('BEGIN', 'STATEMENT', 'SET');
  return { kind: 'beginStatementSet', start, end: p.end };
}

/** EXECUTE is at hand. */
export function parseExecute(p: QueryParser): Execute | ExecutePlan {
  const { start } = p;
  p.expect('EXECUTE');
  if (p.accept('PLAN')) {
    return { kind: 'executePlan', file: p.stringLiteral(), start, end: p.end };
  }
  return { kind: 'execute', statement: executed(p), start, end: p.end };
}

function executed(p: QueryParser): Execute['statement'] {
  if (p.at('STATEMENT')) return statementSet(p);
  if (p.at('INSERT')) return parseInsert(p);
  return p.atQuery() ? p.query() : p.unexpected();
}

/** EXPLAIN is at hand. */
export function parseExplain(p: QueryParser): Explain {
  const { start } = p;
  p.expect('EXPLAIN');
  let details: ExplainDetail[] = [];
  if (p.accept('PLAN')) p.expect('FOR');
  else if (explainDetail(p) !== undefined) details = p.list(() => readDetail(p));
  const statement = explained(p);
  return { kind: 'explain', details, statement, start, end: p.end };
}

const explainDetails = [
  'ESTIMATED_COST',
  'CHANGELOG_MODE',
  'JSON_EXECUTION_PLAN',
  'PLAN_ADVICE',
] as const;

function explainDetail(p: QueryParser): ExplainDetail | undefined {
  return explainDetails.find((detail) => p.at(detail));
}

function readDetail(p: QueryParser): ExplainDetail {
  return p.expectOne(...explainDetails);
}

function explained(p: QueryParser): Explain['statement'] {
  if (p.accept('EXECUTE') || (!p.at('CREATE') && !p.at('REPLACE'))) return executed(p);
  const { start } = p;
  const statement = parseCreate(p);
  if (isCreateTableAs(statement)) return statement;
  const reason = 'EXPLAIN takes a query, an INSERT, a statement set or CREATE TABLE … AS';
  return p.fail('PARSE_SYNTAX', reason, start, p.end);
}

function isCreateTableAs(statement: { readonly kind: string }): statement is CreateTable {
  return statement.kind === 'createTable' && (statement as CreateTable).query !== undefined;
}

/** COMPILE is at hand. */
export function parseCompile(p: QueryParser): CompilePlan | CompileAndExecutePlan {
  const { start } = p;
  p.expect('COMPILE');
  const executes = p.accept('AND');
  if (executes) p.expect('EXECUTE');
  p.expect('PLAN');
  const file = p.stringLiteral();
  const exists = !executes && ifNotExists(p);
  p.expect('FOR');
  const statement = p.at('STATEMENT') ? statementSet(p) : parseInsert(p);
  if (executes) return { kind: 'compileAndExecutePlan', file, statement, start, end: p.end };
  return { kind: 'compilePlan', file, ifNotExists: exists, statement, start, end: p.end };
}
