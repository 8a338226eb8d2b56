/** All statements, and all nodes. */
import type { Argument } from './call.js';
import type * as catalog from './catalog.js';
import type * as change from './change.js';
import type { Expression } from './expression.js';
import type { AlterMaterializedTable, CreateMaterializedTable } from './materialized.js';
import type { Query } from './query.js';
import type { AlterTable, CreateTable } from './table.js';
import type { TypeNode } from './type.js';
import type * as utility from './utility.js';

export type CatalogStatement =
  | CreateTable
  | AlterTable
  | CreateMaterializedTable
  | AlterMaterializedTable
  | catalog.CreateCatalog
  | catalog.AlterCatalog
  | catalog.CreateDatabase
  | catalog.AlterDatabase
  | catalog.CreateView
  | catalog.AlterView
  | catalog.CreateFunction
  | catalog.AlterFunction
  | catalog.CreateModel
  | catalog.AlterModel
  | catalog.CreateConnection
  | catalog.AlterConnection
  | catalog.Drop;

export type ChangeStatement =
  | change.Insert
  | change.StatementSet
  | change.BeginStatementSet
  | change.EndStatementSet
  | change.Execute
  | change.Update
  | change.Delete
  | change.Truncate
  | change.Call
  | change.Explain
  | change.CompilePlan
  | change.CompileAndExecutePlan
  | change.ExecutePlan;

export type UtilityStatement =
  | utility.Show
  | utility.ShowCurrent
  | utility.ShowCreate
  | utility.Describe
  | utility.DescribeJob
  | utility.UseDatabase
  | utility.UseCatalog
  | utility.UseModules
  | utility.LoadModule
  | utility.UnloadModule
  | utility.SetOption
  | utility.ResetOption
  | utility.ChangeJar
  | utility.AnalyzeTable
  | utility.StopJob;

export type Statement = Query | CatalogStatement | ChangeStatement | UtilityStatement;

/** What `print` takes. */
export type Printable = Statement | Expression | Argument | TypeNode;
