/** Prints DDL: CREATE, ALTER, DROP. */
import type { AlterMaterializedTableAction, StartMode } from '../ast/materialized.js';
import type { CatalogStatement } from '../ast/statement.js';
import type { AlterTableAction, CreateTable } from '../ast/table.js';
import { printDistribution, printElements, printPartition } from './element-printer.js';
import type { QueryPrinter } from './query-printer.js';
import { words } from './text-printer.js';

type Alter = Extract<CatalogStatement, { action: unknown } | { kind: 'alterFunction' }>;
type Create = Exclude<CatalogStatement, Alter | { kind: 'drop' }>;
type Action = Extract<Alter, { action: unknown }>['action'];

export function printCatalogStatement(p: QueryPrinter, node: CatalogStatement): string {
  if (node.kind === 'drop') {
    return words(
      'DROP',
      node.temporary && 'TEMPORARY',
      node.system && 'SYSTEM',
      node.object,
      node.ifExists && 'IF EXISTS',
      p.name(node.name),
      node.behavior,
    );
  }
  if (node.kind === 'alterFunction') {
    return words(
      'ALTER',
      node.temporary && 'TEMPORARY',
      node.system && 'SYSTEM',
      'FUNCTION',
      node.ifExists && 'IF EXISTS',
      p.name(node.name),
      `AS ${p.string(node.className)}`,
      node.language && `LANGUAGE ${node.language}`,
    );
  }
  if ('action' in node) return printAlter(p, node);
  return printCreate(p, node);
}

const altered = {
  alterTable: 'TABLE',
  alterMaterializedTable: 'MATERIALIZED TABLE',
  alterCatalog: 'CATALOG',
  alterDatabase: 'DATABASE',
  alterView: 'VIEW',
  alterModel: 'MODEL',
  alterConnection: 'CONNECTION',
} as const;

function printAlter(p: QueryPrinter, node: Extract<Alter, { action: unknown }>): string {
  const { name } = node;
  return words(
    'ALTER',
    altered[node.kind],
    'ifExists' in node && node.ifExists && 'IF EXISTS',
    name.kind === 'identifier' ? p.identifier(name) : p.name(name),
    printAction(p, node.action),
  );
}

function printAction(p: QueryPrinter, action: Action): string {
  switch (action.kind) {
    case 'rename':
      return `RENAME TO ${p.name(action.to)}`;
    case 'setOptions':
      return `SET ${p.options(action.options)}`;
    case 'resetOptions':
      return `RESET ${p.optionKeys(action.keys)}`;
    case 'comment':
      return `COMMENT ${p.string(action.comment)}`;
    case 'viewQuery':
      return `AS ${p.query(action.query)}`;
    case 'setFreshness':
    case 'setRefreshMode':
    case 'suspend':
    case 'resume':
    case 'refresh':
    case 'asQuery':
      return printMaterializedAction(p, action);
    default:
      return printTableAction(p, action);
  }
}

function printTableAction(p: QueryPrinter, action: AlterTableAction): string {
  switch (action.kind) {
    case 'renameColumn':
      return `RENAME ${p.name(action.from)} TO ${p.identifier(action.to)}`;
    case 'changeSchema':
      return `${action.change} ${printElements(p, action.elements)}`;
    case 'changeDistribution':
      return `${action.change} DISTRIBUTION ${printDistribution(p, action.distribution)}`;
    case 'dropColumns':
      return `DROP (${action.columns.map((column) => p.name(column)).join(', ')})`;
    case 'dropConstraint':
      return `DROP CONSTRAINT ${p.identifier(action.name)}`;
    case 'dropPart':
      return `DROP ${action.part}`;
    case 'addPartitions': {
      const partitions = action.partitions.map(({ partition, options }) =>
        words(printPartition(p, partition), p.withOptions(options)),
      );
      return words('ADD', action.ifNotExists && 'IF NOT EXISTS', partitions.join(' '));
    }
    case 'dropPartitions': {
      const partitions = action.partitions.map((partition) => printPartition(p, partition));
      return words('DROP', action.ifExists && 'IF EXISTS', partitions.join(', '));
    }
    default:
      return printAction(p, action);
  }
}

function printMaterializedAction(p: QueryPrinter, action: AlterMaterializedTableAction): string {
  switch (action.kind) {
    case 'setFreshness':
      return `SET FRESHNESS = ${p.expression(action.freshness)}`;
    case 'setRefreshMode':
      return `SET REFRESH_MODE = ${action.mode}`;
    case 'suspend':
      return 'SUSPEND';
    case 'resume':
      return words('RESUME', p.withOptions(action.options));
    case 'refresh':
      return words('REFRESH', action.partition && printPartition(p, action.partition));
    case 'asQuery':
      return words(startMode(p, action.startMode), `AS ${p.query(action.query)}`);
    default:
      return printAction(p, action);
  }
}

function startMode(p: QueryPrinter, node: StartMode | undefined): string {
  if (node === undefined) return '';
  const argument = node.argument === undefined ? '' : `(${p.expression(node.argument)})`;
  return `START_MODE = ${node.mode}${argument}`;
}

function printCreate(p: QueryPrinter, node: Create): string {
  if (node.kind === 'createTable') return printCreateTable(p, node);
  if (node.kind === 'createMaterializedTable') {
    return words(
      node.orAlter ? 'CREATE OR ALTER' : 'CREATE',
      'MATERIALIZED TABLE',
      p.name(node.name),
      tableClauses(p, node),
      node.freshness && `FRESHNESS = ${p.expression(node.freshness)}`,
      node.refreshMode && `REFRESH_MODE = ${node.refreshMode}`,
      startMode(p, node.startMode),
      `AS ${p.query(node.query)}`,
    );
  }
  return words(
    'CREATE',
    'temporary' in node && node.temporary && 'TEMPORARY',
    'system' in node && node.system && 'SYSTEM',
    created[node.kind],
    node.ifNotExists && 'IF NOT EXISTS',
    node.name.kind === 'identifier' ? p.identifier(node.name) : p.name(node.name),
    createdTail(p, node),
  );
}

type SimpleCreate = Exclude<Create, { kind: 'createTable' | 'createMaterializedTable' }>;

const created = {
  createCatalog: 'CATALOG',
  createDatabase: 'DATABASE',
  createView: 'VIEW',
  createFunction: 'FUNCTION',
  createModel: 'MODEL',
  createConnection: 'CONNECTION',
} as const;

function createdTail(p: QueryPrinter, node: SimpleCreate): string {
  switch (node.kind) {
    case 'createView':
      return words(p.columns(node.columns), p.comment(node.comment), `AS ${p.query(node.query)}`);
    case 'createFunction': {
      const resources = node.resources.map(({ type, path }) => `${type} ${p.string(path)}`);
      return words(
        `AS ${p.string(node.className)}`,
        node.language && `LANGUAGE ${node.language}`,
        resources.length > 0 && `USING ${resources.join(', ')}`,
        p.withOptions(node.options),
      );
    }
    case 'createModel':
      return words(
        node.input.length > 0 && `INPUT ${printElements(p, node.input)}`,
        node.output.length > 0 && `OUTPUT ${printElements(p, node.output)}`,
        p.comment(node.comment),
        p.withOptions(node.options),
        node.query && `AS ${p.query(node.query)}`,
      );
    default:
      return words(p.comment(node.comment), p.withOptions(node.options));
  }
}

/** What CREATE TABLE and CREATE MATERIALIZED TABLE have behind their names. */
function tableClauses(
  p: QueryPrinter,
  node: Pick<CreateTable, 'elements' | 'comment' | 'distribution' | 'partitionedBy' | 'options'>,
): string {
  const { distribution, partitionedBy } = node;
  return words(
    printElements(p, node.elements),
    p.comment(node.comment),
    distribution && `DISTRIBUTED ${printDistribution(p, distribution)}`,
    partitionedBy.length > 0 && `PARTITIONED BY ${p.columns(partitionedBy)}`,
    p.withOptions(node.options),
  );
}

function printCreateTable(p: QueryPrinter, node: CreateTable): string {
  const { like, query } = node;
  const features = like?.features.map(({ merge, feature }) => `${merge} ${feature}`) ?? [];
  return words(
    node.form,
    node.temporary && 'TEMPORARY',
    'TABLE',
    node.ifNotExists && 'IF NOT EXISTS',
    p.name(node.name),
    tableClauses(p, node),
    like && `LIKE ${p.name(like.source)}`,
    features.length > 0 && `(${features.join(', ')})`,
    query && `AS ${p.query(query)}`,
  );
}
