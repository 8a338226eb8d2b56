/** Prints the statements that are no DDL. */
import type { Insert, StatementSet } from '../ast/change.js';
import type { ChangeStatement, UtilityStatement } from '../ast/statement.js';
import type { Describe, Show } from '../ast/utility.js';
import { printCatalogStatement } from './catalog-printer.js';
import { printPartition } from './element-printer.js';
import type { QueryPrinter } from './query-printer.js';
import { quote, words } from './text-printer.js';

export function printChangeStatement(p: QueryPrinter, node: ChangeStatement): string {
  switch (node.kind) {
    case 'insert':
      return printInsert(p, node);
    case 'statementSet':
      return printStatementSet(p, node);
    case 'beginStatementSet':
      return 'BEGIN STATEMENT SET';
    case 'endStatementSet':
      return 'END';
    case 'execute':
      return `EXECUTE ${printInner(p, node.statement)}`;
    case 'update': {
      const assignments = node.assignments.map(
        ({ column, value }) => `${p.name(column)} = ${p.expression(value)}`,
      );
      return words(
        'UPDATE',
        p.name(node.target),
        p.hints(node.hints),
        node.alias && `AS ${p.identifier(node.alias)}`,
        `SET ${assignments.join(', ')}`,
        node.where && `WHERE ${p.expression(node.where)}`,
      );
    }
    case 'delete':
      return words(
        'DELETE FROM',
        p.name(node.target),
        p.hints(node.hints),
        node.alias && `AS ${p.identifier(node.alias)}`,
        node.where && `WHERE ${p.expression(node.where)}`,
      );
    case 'truncate':
      return `TRUNCATE TABLE ${p.name(node.name)}`;
    case 'callProcedure':
      return `CALL ${p.name(node.name)}(${p.arguments(node.args)})`;
    case 'explain': {
      const { statement, details } = node;
      const head = details.length === 0 ? 'EXPLAIN PLAN FOR' : `EXPLAIN ${details.join(', ')}`;
      if (statement.kind !== 'createTable') return `${head} ${printInner(p, statement)}`;
      return `${head} ${printCatalogStatement(p, statement)}`;
    }
    case 'compilePlan':
      return words(
        `COMPILE PLAN ${p.string(node.file)}`,
        node.ifNotExists && 'IF NOT EXISTS',
        `FOR ${printInner(p, node.statement)}`,
      );
    case 'compileAndExecutePlan':
      return `COMPILE AND EXECUTE PLAN ${p.string(node.file)} FOR ${printInner(p, node.statement)}`;
    case 'executePlan':
      return `EXECUTE PLAN ${p.string(node.file)}`;
  }
}

function printInner(
  p: QueryPrinter,
  node: Insert | StatementSet | Parameters<QueryPrinter['query']>[0],
): string {
  if (node.kind === 'insert') return printInsert(p, node);
  return node.kind === 'statementSet' ? printStatementSet(p, node) : p.query(node);
}

function printInsert(p: QueryPrinter, node: Insert): string {
  const { columns, onConflict } = node;
  return words(
    node.overwrite ? 'INSERT OVERWRITE' : 'INSERT INTO',
    p.name(node.target),
    p.hints(node.hints),
    node.partition && printPartition(p, node.partition),
    columns.length > 0 && `(${columns.map((column) => p.name(column)).join(', ')})`,
    p.query(node.query),
    onConflict && `ON CONFLICT DO ${onConflict}`,
  );
}

function printStatementSet(p: QueryPrinter, node: StatementSet): string {
  const inserts = node.inserts.map((insert) => `${printInsert(p, insert)};`);
  return `STATEMENT SET BEGIN ${inserts.join(' ')} END`;
}

export function printUtilityStatement(p: QueryPrinter, node: UtilityStatement): string {
  switch (node.kind) {
    case 'show':
      return printShow(p, node);
    case 'showCurrent':
      return `SHOW CURRENT ${node.object}`;
    case 'showCreate':
      return `SHOW CREATE ${node.object} ${p.name(node.name)}`;
    case 'describe':
      return printDescribe(p, node);
    case 'describeJob':
      return `DESCRIBE JOB ${p.string(node.job)}`;
    case 'useDatabase':
      return `USE ${p.name(node.name)}`;
    case 'useCatalog':
      return `USE CATALOG ${p.identifier(node.name)}`;
    case 'useModules':
      return `USE MODULES ${node.names.map((name) => p.identifier(name)).join(', ')}`;
    case 'loadModule':
      return words('LOAD MODULE', p.identifier(node.name), p.withOptions(node.options));
    case 'unloadModule':
      return `UNLOAD MODULE ${p.identifier(node.name)}`;
    case 'set':
      return words('SET', node.option && p.option(node.option));
    case 'reset':
      return words('RESET', node.key !== undefined && quote(node.key));
    case 'changeJar':
      return `${node.change} JAR ${p.string(node.path)}`;
    case 'analyzeTable': {
      const columns = node.columns.map((column) => p.identifier(column)).join(', ');
      return words(
        `ANALYZE TABLE ${p.name(node.name)}`,
        node.partition && printPartition(p, node.partition),
        'COMPUTE STATISTICS',
        columns !== '' && `FOR COLUMNS ${columns}`,
        node.allColumns && 'FOR ALL COLUMNS',
      );
    }
    case 'stopJob':
      return words(
        `STOP JOB ${p.string(node.job)}`,
        node.withSavepoint && 'WITH SAVEPOINT',
        node.withDrain && 'WITH DRAIN',
      );
  }
}

function printDescribe(p: QueryPrinter, { object, extended, name }: Describe): string {
  return words(
    'DESCRIBE',
    // A table may be named like the kind of another object.
    object,
    extended && 'EXTENDED',
    p.name(name),
  );
}

function printShow(p: QueryPrinter, { objects, from, partition, like }: Show): string {
  const place = from && (objects === 'PARTITIONS' ? p.name(from) : `FROM ${p.name(from)}`);
  const pattern = like && words(like.negated && 'NOT', like.operator, p.string(like.pattern));
  return words('SHOW', objects, place, partition && printPartition(p, partition), pattern);
}
