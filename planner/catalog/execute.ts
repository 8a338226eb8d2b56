/** Statements about the catalog and the session, each to the file that carries it out. */
import type { BindContext } from '../binder/context.js';
import type { Statement } from '../parser/ast/statement.js';
import { alterTable } from './alter-table.js';
import { createTable } from './create-table.js';
import type { DdlContext } from './ddl-context.js';
import { describeObject } from './describe.js';
import { alterFunction, createFunction } from './function.js';
import { alterModel, createModel } from './model.js';
import { loadModule, unloadModule, useModules } from './module.js';
import * as namespace from './namespace.js';
import type { StatementResult } from './result.js';
import { show, showCurrent } from './show.js';
import { showCreate } from './show-create.js';
import { alterView, createView } from './view.js';

/** @throws CATALOG_*, BIND_*, PLAN_UNSUPPORTED for statements that the engine does not run */
export function executeCatalogStatement(statement: Statement, bind: BindContext): StatementResult {
  const context: DdlContext = { catalog: bind.catalog, bind };
  switch (statement.kind) {
    case 'createTable':
      return createTable(statement, context);
    case 'alterTable':
      return alterTable(statement, context);
    case 'createView':
      return createView(statement, context);
    case 'alterView':
      return alterView(statement, context);
    case 'createCatalog':
      return namespace.createCatalog(statement, context);
    case 'alterCatalog':
      return namespace.alterCatalog(statement, context);
    case 'createDatabase':
      return namespace.createDatabase(statement, context);
    case 'alterDatabase':
      return namespace.alterDatabase(statement, context);
    case 'createFunction':
      return createFunction(statement, context);
    case 'alterFunction':
      return alterFunction(statement, context);
    case 'createModel':
      return createModel(statement, context);
    case 'alterModel':
      return alterModel(statement, context);
    case 'drop':
      return namespace.dropObject(statement, context);
    case 'useCatalog':
      return namespace.useCatalog(statement, context);
    case 'useDatabase':
      return namespace.useDatabase(statement, context);
    case 'show':
      return show(statement, context);
    case 'showCurrent':
      return showCurrent(statement, context);
    case 'showCreate':
      return showCreate(statement, context);
    case 'describe':
      return describeObject(statement, context);
    case 'useModules':
      return useModules(statement, context);
    case 'loadModule':
      return loadModule(statement, context);
    case 'unloadModule':
      return unloadModule(statement, context);
    default:
      throw bind.unsupported(statementName(statement), statement);
  }
}

/** `createFunction` is CREATE FUNCTION. */
function statementName(statement: Statement): string {
  const names: Readonly<Record<string, string>> = {
    callProcedure: 'CALL',
    changeJar: 'ADD and REMOVE JAR',
    stopJob: 'STOP JOB',
    describeJob: 'DESCRIBE JOB',
  };
  const words = statement.kind.replace(/[A-Z]/g, (letter) => ` ${letter}`).toUpperCase();
  return names[statement.kind] ?? words;
}
