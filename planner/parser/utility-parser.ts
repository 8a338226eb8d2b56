/** Parses SHOW, DESCRIBE, USE, SET and the other statements about session, catalog and jobs. */
import type { Option } from './ast/node.js';
import type {
  AnalyzeTable,
  ChangeJar,
  Describe,
  DescribeJob,
  LoadModule,
  ResetOption,
  SetOption,
  Show,
  ShowCreate,
  ShowCurrent,
  ShowLike,
  ShowObjects,
  StopJob,
  UnloadModule,
  UseCatalog,
  UseDatabase,
  UseModules,
} from './ast/utility.js';
import { partitionSpec } from './element-parser.js';
import { tokenKind } from './lexer.js';
import type { QueryParser } from './query-parser.js';

/** What may follow `SHOW objects`: where to look, and a pattern. */
const showForms: Record<ShowObjects, 'nothing' | 'like' | 'from' | 'table'> = {
  CATALOGS: 'like',
  DATABASES: 'from',
  TABLES: 'from',
  VIEWS: 'from',
  'MATERIALIZED TABLES': 'from',
  COLUMNS: 'table',
  PARTITIONS: 'nothing',
  PROCEDURES: 'from',
  FUNCTIONS: 'from',
  'USER FUNCTIONS': 'from',
  MODULES: 'nothing',
  'FULL MODULES': 'nothing',
  MODELS: 'from',
  CONNECTIONS: 'from',
  JARS: 'nothing',
  JOBS: 'nothing',
};

/** SHOW is at hand. */
export function parseShow(p: QueryParser): Show | ShowCurrent | ShowCreate {
  const { start } = p;
  p.expect('SHOW');
  if (p.accept('CURRENT')) {
    const object = p.expectOne('CATALOG', 'DATABASE');
    return { kind: 'showCurrent', object, start, end: p.end };
  }
  if (p.accept('CREATE')) return showCreate(p, start);
  const objects = showObjects(p);
  const form = showForms[objects];
  let from: Show['from'];
  let partition: Show['partition'];
  if (objects === 'PARTITIONS') {
    from = p.objectName();
    partition = p.at('PARTITION') ? partitionSpec(p, false) : undefined;
  } else if (form === 'from' || form === 'table') {
    if (p.accept('FROM') || p.accept('IN')) from = p.objectName();
    else if (form === 'table') p.unexpected();
  }
  const like = form === 'nothing' ? undefined : showLike(p);
  return { kind: 'show', objects, from, partition, like, start, end: p.end };
}

function showObjects(p: QueryParser): ShowObjects {
  if (p.accept('MATERIALIZED')) {
    p.expect('TABLES');
    return 'MATERIALIZED TABLES';
  }
  if (p.accept('USER')) {
    p.expect('FUNCTIONS');
    return 'USER FUNCTIONS';
  }
  if (p.accept('FULL')) {
    p.expect('MODULES');
    return 'FULL MODULES';
  }
  return p.expectOne(
    'CATALOGS',
    'DATABASES',
    'TABLES',
    'VIEWS',
    'COLUMNS',
    'PARTITIONS',
    'PROCEDURES',
    'FUNCTIONS',
    'MODULES',
    'MODELS',
    'CONNECTIONS',
    'JARS',
    'JOBS',
  );
}

function showLike(p: QueryParser): ShowLike | undefined {
  const { start } = p;
  const negated = p.accept('NOT');
  if (!negated && !p.at('LIKE') && !p.at('ILIKE')) return undefined;
  const operator = p.expectOne('LIKE', 'ILIKE');
  const pattern = p.stringLiteral();
  return { kind: 'showLike', negated, operator, pattern, start, end: p.end };
}

function showCreate(p: QueryParser, start: number): ShowCreate {
  const object = createdObject(p);
  return { kind: 'showCreate', object, name: p.objectName(), start, end: p.end };
}

function createdObject(p: QueryParser): ShowCreate['object'] {
  if (p.accept('OR')) {
    p.expectAll('ALTER', 'MATERIALIZED', 'TABLE');
    return 'OR ALTER MATERIALIZED TABLE';
  }
  if (p.accept('MATERIALIZED')) {
    p.expect('TABLE');
    return 'MATERIALIZED TABLE';
  }
  return p.expectOne('TABLE', 'VIEW', 'CATALOG', 'MODEL', 'CONNECTION');
}

/** DESCRIBE or DESC is at hand. */
export function parseDescribe(p: QueryParser): Describe | DescribeJob {
  const { start } = p;
  p.expectOne('DESCRIBE', 'DESC');
  if (p.at('JOB') && p.wordAfter(1) === '' && !p.isNameAt(p.index + 1)) {
    p.expect('JOB');
    return { kind: 'describeJob', job: p.stringLiteral(), start, end: p.end };
  }
  const object = describedObject(p);
  const extended = p.accept('EXTENDED');
  const name = p.objectName();
  return { kind: 'describe', object, extended, name, start, end: p.end };
}

/** Reads the kind of object; where no name follows, the word is the name of a table. */
function describedObject(p: QueryParser): Describe['object'] {
  const named = p.isNameAt(p.index + 1) || p.wordAfter(1) === 'EXTENDED';
  for (const object of ['CATALOG', 'DATABASE', 'MODEL', 'CONNECTION'] as const) {
    if (p.at(object) && named) return p.expectOne(object);
  }
  if (p.accept('FUNCTION')) return 'FUNCTION';
  p.accept('TABLE');
  return 'TABLE';
}

/** USE is at hand. */
export function parseUse(p: QueryParser): UseDatabase | UseCatalog | UseModules {
  const { start } = p;
  p.expect('USE');
  if (p.accept('MODULES')) {
    const names = p.list(() => p.identifier());
    return { kind: 'useModules', names, start, end: p.end };
  }
  if (p.at('CATALOG') && p.isNameAt(p.index + 1)) {
    p.expect('CATALOG');
    return { kind: 'useCatalog', name: p.identifier(), start, end: p.end };
  }
  return { kind: 'useDatabase', name: p.objectName(), start, end: p.end };
}

/** LOAD is at hand. */
export function parseLoad(p: QueryParser): LoadModule {
  const { start } = p;
  p.expectAll('LOAD', 'MODULE');
  const name = p.identifier();
  return { kind: 'loadModule', name, options: p.optionalOptions(), start, end: p.end };
}

/** UNLOAD is at hand. */
export function parseUnload(p: QueryParser): UnloadModule {
  const { start } = p;
  p.expectAll('UNLOAD', 'MODULE');
  return { kind: 'unloadModule', name: p.identifier(), start, end: p.end };
}

/** SET is at hand. */
export function parseSet(p: QueryParser): SetOption {
  const { start } = p;
  p.expect('SET');
  let option: Option | undefined;
  if (p.kind === tokenKind.raw) option = rawOption(p);
  else if (p.atString()) option = p.option();
  return { kind: 'set', option, start, end: p.end };
}

/** `key = value` without quotes around the key; the value may have them. */
function rawOption(p: QueryParser): Option {
  const { start } = p;
  const key = p.rawText();
  p.expect('=');
  const valueStart = p.start;
  let value = '';
  if (p.kind === tokenKind.raw) value = p.rawText();
  else if (p.atString()) value = p.stringLiteral().value;
  else p.unexpected();
  return { kind: 'option', key, value, valueStart, valueEnd: p.end, start, end: p.end };
}

/** RESET is at hand. */
export function parseReset(p: QueryParser): ResetOption {
  const { start } = p;
  p.expect('RESET');
  let key: string | undefined;
  if (p.kind === tokenKind.raw) key = p.rawText();
  else if (p.atString()) key = p.stringLiteral().value;
  return { kind: 'reset', key, start, end: p.end };
}

/** ADD or REMOVE is at hand. */
export function parseJar(p: QueryParser): ChangeJar {
  const { start } = p;
  const change = p.expectOne('ADD', 'REMOVE');
  p.expect('JAR');
  return { kind: 'changeJar', change, path: p.stringLiteral(), start, end: p.end };
}

/** ANALYZE is at hand. */
export function parseAnalyze(p: QueryParser): AnalyzeTable {
  const { start } = p;
  p.expectAll('ANALYZE', 'TABLE');
  const name = p.objectName();
  const partition = p.at('PARTITION') ? partitionSpec(p, true) : undefined;
  p.expectAll('COMPUTE', 'STATISTICS');
  let columns: AnalyzeTable['columns'] = [];
  let allColumns = false;
  if (p.accept('FOR')) {
    allColumns = p.accept('ALL');
    p.expect('COLUMNS');
    if (!allColumns) columns = p.list(() => p.identifier());
  }
  return { kind: 'analyzeTable', name, partition, columns, allColumns, start, end: p.end };
}

/** STOP is at hand. */
export function parseStop(p: QueryParser): StopJob {
  const { start } = p;
  p.expectAll('STOP', 'JOB');
  const job = p.stringLiteral();
  const withSavepoint = p.acceptBoth('WITH', 'SAVEPOINT');
  const withDrain = p.acceptBoth('WITH', 'DRAIN');
  return { kind: 'stopJob', job, withSavepoint, withDrain, start, end: p.end };
}
