/** Parses ALTER and DROP. */
import type {
  AlterCatalog,
  AlterConnection,
  AlterDatabase,
  AlterFunction,
  AlterModel,
  AlterView,
  Drop,
} from './ast/catalog.js';
import type { AlterMaterializedTable, AlterMaterializedTableAction } from './ast/materialized.js';
import type { CatalogStatement } from './ast/statement.js';
import type {
  AlterTable,
  AlterTableAction,
  NewPartition,
  PartitionSpec,
  RenameAction,
  ResetOptionsAction,
  SchemaAction,
  SetOptionsAction,
} from './ast/table.js';
import {
  needsTemporary,
  optionalLanguage,
  optionalStartMode,
  parseRefreshMode,
} from './create-parser.js';
import {
  distribution,
  ifExists,
  ifNotExists,
  partitionSpec,
  tableElement,
  tableElements,
} from './element-parser.js';
import type { QueryParser } from './query-parser.js';

/** ALTER is at hand. */
export function parseAlter(p: QueryParser): CatalogStatement {
  const { start } = p;
  p.expect('ALTER');
  if (p.accept('TABLE')) return alterTable(p, start);
  if (p.accept('MATERIALIZED')) return alterMaterializedTable(p, start);
  if (p.accept('VIEW')) return alterView(p, start);
  if (p.accept('MODEL')) return alterModel(p, start);
  if (p.accept('CONNECTION')) return alterConnection(p, start);
  if (p.accept('CATALOG')) return alterCatalog(p, start);
  if (p.accept('DATABASE')) return alterDatabase(p, start);
  return alterFunction(p, start);
}

/* Actions. */

function setOptions(p: QueryParser, start: number): SetOptionsAction {
  return { kind: 'setOptions', options: p.options(), start, end: p.end };
}

function resetOptions(p: QueryParser, start: number): ResetOptionsAction {
  return { kind: 'resetOptions', keys: p.optionKeys(), start, end: p.end };
}

/** `TO name`, behind RENAME. */
function rename(p: QueryParser, start: number): RenameAction {
  p.expect('TO');
  return { kind: 'rename', to: p.objectName(), start, end: p.end };
}

function alterTable(p: QueryParser, start: number): AlterTable {
  const exists = ifExists(p);
  const name = p.objectName();
  const action = tableAction(p);
  return { kind: 'alterTable', ifExists: exists, name, action, start, end: p.end };
}

function tableAction(p: QueryParser): AlterTableAction {
  const { start } = p;
  if (p.accept('RENAME')) {
    if (p.at('TO')) return rename(p, start);
    const from = p.objectName();
    p.expect('TO');
    return { kind: 'renameColumn', from, to: p.identifier(), start, end: p.end };
  }
  if (p.accept('SET')) return setOptions(p, start);
  if (p.accept('RESET')) return resetOptions(p, start);
  return partitionsAction(p) ?? schemaAction(p);
}

function partitionsAction(p: QueryParser): AlterTableAction | undefined {
  const { start } = p;
  const condition = p.wordAfter(1) === 'IF' ? p.wordAfter(2) : '';
  const conditional = condition === 'NOT' || condition === 'EXISTS';
  if (p.wordAfter(1) !== 'PARTITION' && !conditional) return undefined;
  if (p.accept('ADD')) {
    const exists = ifNotExists(p);
    const partitions: NewPartition[] = [];
    do partitions.push(newPartition(p));
    while (p.at('PARTITION'));
    return { kind: 'addPartitions', ifNotExists: exists, partitions, start, end: p.end };
  }
  if (!p.accept('DROP')) return undefined;
  const exists = ifExists(p);
  const partitions: PartitionSpec[] = p.list(() => partitionSpec(p, false));
  return { kind: 'dropPartitions', ifExists: exists, partitions, start, end: p.end };
}

function newPartition(p: QueryParser): NewPartition {
  const partition = partitionSpec(p, false);
  const options = p.optionalOptions();
  return { kind: 'newPartition', partition, options, start: partition.start, end: p.end };
}

function schemaAction(p: QueryParser): SchemaAction {
  const { start } = p;
  if (p.accept('DROP')) return dropAction(p, start);
  const change = p.expectOne('ADD', 'MODIFY');
  if (p.at('DISTRIBUTION')) {
    const from = p.start;
    p.expect('DISTRIBUTION');
    const clause = distribution(p, from);
    return { kind: 'changeDistribution', change, distribution: clause, start, end: p.end };
  }
  const elements = p.at('(') ? tableElements(p, 'alter') : [tableElement(p, 'alter')];
  return { kind: 'changeSchema', change, elements, start, end: p.end };
}

function dropAction(p: QueryParser, start: number): SchemaAction {
  if (p.accept('PRIMARY')) {
    p.expect('KEY');
    return { kind: 'dropPart', part: 'PRIMARY KEY', start, end: p.end };
  }
  for (const part of ['WATERMARK', 'DISTRIBUTION'] as const) {
    if (p.accept(part)) return { kind: 'dropPart', part, start, end: p.end };
  }
  if (p.accept('CONSTRAINT')) {
    return { kind: 'dropConstraint', name: p.identifier(), start, end: p.end };
  }
  const columns = p.at('(') ? p.parenthesized(() => p.objectName()) : [p.objectName()];
  return { kind: 'dropColumns', columns, start, end: p.end };
}

function alterMaterializedTable(p: QueryParser, start: number): AlterMaterializedTable {
  p.expect('TABLE');
  const name = p.objectName();
  const action = materializedAction(p);
  return { kind: 'alterMaterializedTable', name, action, start, end: p.end };
}

function materializedAction(p: QueryParser): AlterMaterializedTableAction {
  const { start } = p;
  if (p.accept('SUSPEND')) return { kind: 'suspend', start, end: p.end };
  if (p.accept('RESUME')) {
    return { kind: 'resume', options: p.optionalOptions(), start, end: p.end };
  }
  if (p.accept('REFRESH')) {
    const partition = p.at('PARTITION') ? partitionSpec(p, false) : undefined;
    return { kind: 'refresh', partition, start, end: p.end };
  }
  if (p.accept('RESET')) return resetOptions(p, start);
  if (p.accept('SET')) {
    if (p.accept('FRESHNESS')) {
      p.expect('=');
      return { kind: 'setFreshness', freshness: p.expression(), start, end: p.end };
    }
    if (p.accept('REFRESH_MODE')) {
      return { kind: 'setRefreshMode', mode: parseRefreshMode(p), start, end: p.end };
    }
    return setOptions(p, start);
  }
  if (p.at('AS') || p.at('START_MODE')) {
    const startMode = optionalStartMode(p);
    p.expect('AS');
    return { kind: 'asQuery', startMode, query: p.query(), start, end: p.end };
  }
  return schemaAction(p);
}

function alterView(p: QueryParser, start: number): AlterView {
  const exists = ifExists(p);
  const name = p.objectName();
  const from = p.start;
  if (p.accept('RENAME')) {
    const action = rename(p, from);
    return { kind: 'alterView', ifExists: exists, name, action, start, end: p.end };
  }
  p.expect('AS');
  const query = p.query();
  const action = { kind: 'viewQuery', query, start: from, end: p.end } as const;
  return { kind: 'alterView', ifExists: exists, name, action, start, end: p.end };
}

/** `RENAME TO …`, `SET (…)` or `RESET (…)`. */
function optionsAction(p: QueryParser): RenameAction | SetOptionsAction | ResetOptionsAction {
  const { start } = p;
  if (p.accept('RENAME')) return rename(p, start);
  if (p.accept('RESET')) return resetOptions(p, start);
  p.expect('SET');
  return setOptions(p, start);
}

function alterModel(p: QueryParser, start: number): AlterModel {
  const exists = ifExists(p);
  const name = p.objectName();
  const action = optionsAction(p);
  return { kind: 'alterModel', ifExists: exists, name, action, start, end: p.end };
}

function alterConnection(p: QueryParser, start: number): AlterConnection {
  const exists = ifExists(p);
  const name = p.objectName();
  const action = optionsAction(p);
  return { kind: 'alterConnection', ifExists: exists, name, action, start, end: p.end };
}

function alterCatalog(p: QueryParser, start: number): AlterCatalog {
  const name = p.identifier();
  const from = p.start;
  let action: AlterCatalog['action'];
  if (p.accept('SET')) action = setOptions(p, from);
  else if (p.accept('RESET')) action = resetOptions(p, from);
  else {
    p.expect('COMMENT');
    action = { kind: 'comment', comment: p.stringLiteral(), start: from, end: p.end };
  }
  return { kind: 'alterCatalog', name, action, start, end: p.end };
}

function alterDatabase(p: QueryParser, start: number): AlterDatabase {
  const name = p.objectName();
  const from = p.start;
  p.expect('SET');
  return { kind: 'alterDatabase', name, action: setOptions(p, from), start, end: p.end };
}

function alterFunction(p: QueryParser, start: number): AlterFunction {
  const temporary = p.accept('TEMPORARY');
  if (!temporary && p.word === 'SYSTEM') needsTemporary(p, 'ALTER');
  const system = temporary && p.accept('SYSTEM');
  p.expect('FUNCTION');
  const exists = ifExists(p);
  const name = p.objectName();
  p.expect('AS');
  const className = p.stringLiteral();
  const language = optionalLanguage(p);
  return {
    kind: 'alterFunction',
    temporary,
    system,
    ifExists: exists,
    name,
    className,
    language,
    start,
    end: p.end,
  };
}

/** DROP is at hand. */
export function parseDrop(p: QueryParser): Drop {
  const { start } = p;
  p.expect('DROP');
  const temporary = p.accept('TEMPORARY');
  if (!temporary && p.word === 'SYSTEM') needsTemporary(p, 'DROP');
  const system = temporary && p.accept('SYSTEM');
  const object = droppedObject(p, temporary, system);
  const exists = ifExists(p);
  const name = p.objectName();
  let behavior: Drop['behavior'];
  if (object === 'DATABASE') {
    behavior = p.accept('RESTRICT') ? 'RESTRICT' : p.accept('CASCADE') ? 'CASCADE' : undefined;
  }
  const end = p.end;
  return { kind: 'drop', object, temporary, system, ifExists: exists, name, behavior, start, end };
}

function droppedObject(p: QueryParser, temporary: boolean, system: boolean): Drop['object'] {
  if (system) return p.expectOne('FUNCTION', 'CONNECTION');
  if (temporary) return p.expectOne('TABLE', 'VIEW', 'FUNCTION', 'MODEL', 'CONNECTION');
  if (p.accept('MATERIALIZED')) {
    p.expect('TABLE');
    return 'MATERIALIZED TABLE';
  }
  return p.expectOne('TABLE', 'VIEW', 'FUNCTION', 'MODEL', 'CONNECTION', 'CATALOG', 'DATABASE');
}
