/** Parses CREATE and REPLACE. */
import type {
  CreateCatalog,
  CreateConnection,
  CreateDatabase,
  CreateFunction,
  CreateModel,
  CreateView,
  FunctionLanguage,
  FunctionResource,
} from './ast/catalog.js';
import type { CreateMaterializedTable, RefreshMode, StartMode } from './ast/materialized.js';
import type { CatalogStatement } from './ast/statement.js';
import type { CreateTable, LikeFeature, TableLike } from './ast/table.js';
import {
  ifNotExists,
  modelColumns,
  optionalComment,
  optionalDistribution,
  optionalPartitionedBy,
  tableElements,
} from './element-parser.js';
import type { QueryParser } from './query-parser.js';

/** CREATE or REPLACE is at hand. */
export function parseCreate(p: QueryParser): CatalogStatement {
  const { start } = p;
  if (p.accept('REPLACE')) return createTable(p, start, 'REPLACE', false);
  p.expect('CREATE');
  if (p.accept('OR')) {
    if (p.accept('ALTER')) return createMaterializedTable(p, start, true);
    p.expect('REPLACE');
    return createTable(p, start, 'CREATE OR REPLACE', p.accept('TEMPORARY'));
  }
  if (p.accept('TEMPORARY')) return createTemporary(p, start);
  if (p.at('TABLE')) return createTable(p, start, 'CREATE', false);
  if (p.at('MATERIALIZED')) return createMaterializedTable(p, start, false);
  if (p.at('VIEW')) return createView(p, start, false);
  if (p.at('FUNCTION')) return createFunction(p, start, false);
  if (p.at('MODEL')) return createModel(p, start, false);
  if (p.at('CONNECTION')) return createConnection(p, start, false, false);
  if (p.at('CATALOG')) return createCatalog(p, start);
  if (p.at('DATABASE')) return createDatabase(p, start);
  if (p.word === 'SYSTEM') needsTemporary(p, 'CREATE');
  return p.unexpected();
}

/** SYSTEM without TEMPORARY. */
export function needsTemporary(p: QueryParser, verb: string): never {
  const object = p.wordAfter(1);
  const reason = `${verb} SYSTEM ${object} is not part of the dialect`;
  const hint = `System objects are temporary: ${verb} TEMPORARY SYSTEM ${object} …`;
  return p.fail('PARSE_SYNTAX', reason, p.start, p.endOf(p.index), hint);
}

function createTemporary(p: QueryParser, start: number): CatalogStatement {
  if (p.at('TABLE')) return createTable(p, start, 'CREATE', true);
  if (p.at('VIEW')) return createView(p, start, true);
  if (p.at('MODEL')) return createModel(p, start, true);
  const system = p.accept('SYSTEM');
  if (p.at('FUNCTION')) return createFunction(p, start, true, system);
  if (p.at('CONNECTION')) return createConnection(p, start, true, system);
  return p.unexpected();
}

function createTable(
  p: QueryParser,
  start: number,
  form: CreateTable['form'],
  temporary: boolean,
): CreateTable {
  p.expect('TABLE');
  const exists = ifNotExists(p);
  const name = p.objectName();
  const elements = p.at('(') ? tableElements(p, 'create') : [];
  const comment = optionalComment(p);
  const distribution = optionalDistribution(p);
  const partitionedBy = optionalPartitionedBy(p);
  const options = p.optionalOptions();
  const like = form === 'CREATE' && p.at('LIKE') ? tableLike(p) : undefined;
  const query = like === undefined && p.accept('AS') ? p.query() : undefined;
  return {
    kind: 'createTable',
    form,
    temporary,
    ifNotExists: exists,
    name,
    elements,
    comment,
    distribution,
    partitionedBy,
    options,
    like,
    query,
    start,
    end: p.end,
  };
}

function tableLike(p: QueryParser): TableLike {
  const { start } = p;
  p.expect('LIKE');
  const source = p.objectName();
  const features: LikeFeature[] = [];
  if (p.accept('(')) {
    while (!p.accept(')')) {
      features.push(likeFeature(p));
      p.accept(',');
    }
  }
  return { kind: 'tableLike', source, features, start, end: p.end };
}

function likeFeature(p: QueryParser): LikeFeature {
  const { start } = p;
  const merge = p.expectOne('INCLUDING', 'EXCLUDING', 'OVERWRITING');
  const feature = p.expectOne(
    'ALL',
    'CONSTRAINTS',
    'DISTRIBUTION',
    'GENERATED',
    'METADATA',
    'OPTIONS',
    'PARTITIONS',
    'WATERMARKS',
  );
  return { kind: 'likeFeature', merge, feature, start, end: p.end };
}

function createMaterializedTable(
  p: QueryParser,
  start: number,
  orAlter: boolean,
): CreateMaterializedTable {
  p.expectAll('MATERIALIZED', 'TABLE');
  const name = p.objectName();
  const elements = p.at('(') ? tableElements(p, 'create') : [];
  const comment = optionalComment(p);
  const distribution = optionalDistribution(p);
  const partitionedBy = optionalPartitionedBy(p);
  const options = p.optionalOptions();
  let freshness: CreateMaterializedTable['freshness'];
  if (p.accept('FRESHNESS')) {
    p.expect('=');
    freshness = p.expression();
  }
  const refreshMode = p.accept('REFRESH_MODE') ? parseRefreshMode(p) : undefined;
  const startMode = optionalStartMode(p);
  p.expect('AS');
  const query = p.query();
  return {
    kind: 'createMaterializedTable',
    orAlter,
    name,
    elements,
    comment,
    distribution,
    partitionedBy,
    options,
    freshness,
    refreshMode,
    startMode,
    query,
    start,
    end: p.end,
  };
}

/** `= CONTINUOUS | FULL`. */
export function parseRefreshMode(p: QueryParser): RefreshMode {
  p.expect('=');
  return p.expectOne('CONTINUOUS', 'FULL');
}

export function optionalStartMode(p: QueryParser): StartMode | undefined {
  const { start } = p;
  if (!p.accept('START_MODE')) return undefined;
  p.expect('=');
  const mode = p.expectOne(
    'FROM_BEGINNING',
    'FROM_NOW',
    'FROM_TIMESTAMP',
    'RESUME_OR_FROM_BEGINNING',
    'RESUME_OR_FROM_NOW',
    'RESUME_OR_FROM_TIMESTAMP',
  );
  let argument: StartMode['argument'];
  const needsTime = mode.endsWith('TIMESTAMP');
  if (needsTime || (mode.endsWith('NOW') && p.at('('))) {
    p.expect('(');
    argument = p.expression();
    p.expect(')');
  }
  return { kind: 'startMode', mode, argument, start, end: p.end };
}

function createView(p: QueryParser, start: number, temporary: boolean): CreateView {
  p.expect('VIEW');
  const exists = ifNotExists(p);
  const name = p.objectName();
  const columns = p.at('(') ? p.identifiers() : [];
  const comment = optionalComment(p);
  p.expect('AS');
  const query = p.query();
  const end = p.end;
  return {
    kind: 'createView',
    temporary,
    ifNotExists: exists,
    name,
    columns,
    comment,
    query,
    start,
    end,
  };
}

function createFunction(
  p: QueryParser,
  start: number,
  temporary: boolean,
  system = false,
): CreateFunction {
  p.expect('FUNCTION');
  const exists = ifNotExists(p);
  const name = p.objectName();
  p.expect('AS');
  const className = p.stringLiteral();
  const language = optionalLanguage(p);
  const resources = p.accept('USING') ? p.list(() => functionResource(p)) : [];
  const options = p.optionalOptions();
  return {
    kind: 'createFunction',
    temporary,
    system,
    ifNotExists: exists,
    name,
    className,
    language,
    resources,
    options,
    start,
    end: p.end,
  };
}

export function optionalLanguage(p: QueryParser): FunctionLanguage | undefined {
  if (!p.accept('LANGUAGE')) return undefined;
  return p.expectOne('JAVA', 'SCALA', 'PYTHON', 'SQL', 'JAVASCRIPT');
}

function functionResource(p: QueryParser): FunctionResource {
  const { start } = p;
  const type = p.expectOne('JAR', 'FILE', 'ARCHIVE', 'ARTIFACT');
  const path = p.stringLiteral();
  return { kind: 'functionResource', type, path, start, end: p.end };
}

function createModel(p: QueryParser, start: number, temporary: boolean): CreateModel {
  p.expect('MODEL');
  const exists = ifNotExists(p);
  const name = p.objectName();
  const input = p.accept('INPUT') ? modelColumns(p) : [];
  const output = p.accept('OUTPUT') ? modelColumns(p) : [];
  const comment = optionalComment(p);
  const options = p.optionalOptions();
  const query = p.accept('AS') ? p.query() : undefined;
  return {
    kind: 'createModel',
    temporary,
    ifNotExists: exists,
    name,
    input,
    output,
    comment,
    options,
    query,
    start,
    end: p.end,
  };
}

function createConnection(
  p: QueryParser,
  start: number,
  temporary: boolean,
  system: boolean,
): CreateConnection {
  p.expect('CONNECTION');
  const exists = ifNotExists(p);
  const name = p.objectName();
  const comment = optionalComment(p);
  const options = p.optionalOptions();
  return {
    kind: 'createConnection',
    temporary,
    system,
    ifNotExists: exists,
    name,
    comment,
    options,
    start,
    end: p.end,
  };
}

function createCatalog(p: QueryParser, start: number): CreateCatalog {
  p.expect('CATALOG');
  const exists = ifNotExists(p);
  const name = p.identifier();
  const comment = optionalComment(p);
  const options = p.optionalOptions();
  const end = p.end;
  return { kind: 'createCatalog', ifNotExists: exists, name, comment, options, start, end };
}

function createDatabase(p: QueryParser, start: number): CreateDatabase {
  p.expect('DATABASE');
  const exists = ifNotExists(p);
  const name = p.objectName();
  const comment = optionalComment(p);
  const options = p.optionalOptions();
  const end = p.end;
  return { kind: 'createDatabase', ifNotExists: exists, name, comment, options, start, end };
}
