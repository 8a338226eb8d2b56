/**
 * Prints a syntax tree as SQL, on one line: what `parse` reads from the text is the same tree
 * again, but for its offsets. Parentheses stand only where they are needed, keywords in upper case.
 */
import type { Argument } from './ast/call.js';
import type { Printable, UtilityStatement } from './ast/statement.js';
import { printCatalogStatement } from './print/catalog-printer.js';
import { QueryPrinter } from './print/query-printer.js';
import { printChangeStatement, printUtilityStatement } from './print/statement-printer.js';

const printer = new QueryPrinter();

export function print(node: Printable): string {
  switch (node.kind) {
    case 'query':
      return printer.query(node);
    case 'createTable':
    case 'alterTable':
    case 'createMaterializedTable':
    case 'alterMaterializedTable':
    case 'createCatalog':
    case 'alterCatalog':
    case 'createDatabase':
    case 'alterDatabase':
    case 'createView':
    case 'alterView':
    case 'createFunction':
    case 'alterFunction':
    case 'createModel':
    case 'alterModel':
    case 'createConnection':
    case 'alterConnection':
    case 'drop':
      return printCatalogStatement(printer, node);
    case 'insert':
    case 'statementSet':
    case 'beginStatementSet':
    case 'endStatementSet':
    case 'execute':
    case 'update':
    case 'delete':
    case 'truncate':
    case 'callProcedure':
    case 'explain':
    case 'compilePlan':
    case 'compileAndExecutePlan':
    case 'executePlan':
      return printChangeStatement(printer, node);
    case 'simpleType':
    case 'intervalType':
    case 'collectionType':
    case 'mapType':
    case 'rowType':
    case 'rawType':
    case 'structuredType':
    case 'namedType':
      return printer.type(node);
    default:
      return isUtility(node) ? printUtilityStatement(printer, node) : printer.argument(node);
  }
}

const utilityKinds: ReadonlySet<string> = new Set<UtilityStatement['kind']>([
  'show',
  'showCurrent',
  'showCreate',
  'describe',
  'describeJob',
  'useDatabase',
  'useCatalog',
  'useModules',
  'loadModule',
  'unloadModule',
  'set',
  'reset',
  'changeJar',
  'analyzeTable',
  'stopJob',
]);

function isUtility(node: UtilityStatement | Argument): node is UtilityStatement {
  return utilityKinds.has(node.kind);
}
