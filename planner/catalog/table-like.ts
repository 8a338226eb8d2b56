/**
 * LIKE: what a table takes over of another. INCLUDING adds and refuses what is in both, OVERWRITING
 * lets the new table win, EXCLUDING takes nothing. Without clauses it is INCLUDING ALL OVERWRITING
 * OPTIONS. Physical columns always come along.
 */
import type { TableElement } from '../parser/ast/column.js';
import type { CreateTable, LikeFeature, TableLike } from '../parser/ast/table.js';
import { ddlError } from './ddl-context.js';
import { pathText } from './object-path.js';
import type { CatalogTable, TableColumn } from './table.js';
import type { TableDraft } from './table-draft.js';

type Feature = Exclude<LikeFeature['feature'], 'ALL'>;
type Merge = LikeFeature['merge'];

export function copyLike(statement: CreateTable, like: TableLike, draft: TableDraft): void {
  const { context } = draft;
  const found = context.catalog.resolve(like.source, context.bind.text);
  const { object } = found;
  if (object.kind !== 'table') {
    const reason = `'${pathText(found.path)}' is a view; LIKE needs a table`;
    throw ddlError(context, 'CATALOG_INVALID', reason, like.source);
  }
  const merge = strategies(like.features);
  draft.columns = object.columns.filter((column) => keeps(column, statement, merge));
  copyOptions(statement, object, merge('OPTIONS'), draft);
  const has = (kind: TableElement['kind']): boolean =>
    statement.elements.some((element) => element.kind === kind);
  if (merge('WATERMARKS') !== 'EXCLUDING') {
    const drop = merge('WATERMARKS') === 'OVERWRITING' && has('watermark');
    draft.watermark = drop ? null : object.watermark;
  }
  if (merge('CONSTRAINTS') !== 'EXCLUDING') draft.primaryKey = object.primaryKey;
  if (merge('PARTITIONS') !== 'EXCLUDING') draft.partitionKeys = object.partitionKeys;
  if (merge('DISTRIBUTION') !== 'EXCLUDING') draft.distribution = object.distribution;
  draft.comment = object.comment;
}

function strategies(features: readonly LikeFeature[]): (feature: Feature) => Merge {
  const given = new Map(features.map(({ feature, merge }) => [feature, merge]));
  return (feature) => {
    const all = given.get('ALL');
    return given.get(feature) ?? all ?? (feature === 'OPTIONS' ? 'OVERWRITING' : 'INCLUDING');
  };
}

/** Whether a column of the source comes along; one that the statement overwrites does not. */
function keeps(
  column: TableColumn,
  statement: CreateTable,
  merge: (feature: Feature) => Merge,
): boolean {
  if (column.kind === 'physical') return true;
  const how = merge(column.kind === 'computed' ? 'GENERATED' : 'METADATA');
  if (how === 'EXCLUDING') return false;
  const again = statement.elements.some(
    (element) => 'name' in element && element.name?.name === column.name,
  );
  return !(how === 'OVERWRITING' && again);
}

function copyOptions(
  statement: CreateTable,
  source: CatalogTable,
  how: Merge,
  draft: TableDraft,
): void {
  if (how === 'EXCLUDING') return;
  const twice = statement.options.find((option) => Object.hasOwn(source.options, option.key));
  if (how === 'INCLUDING' && twice !== undefined) {
    const option = `['${twice.key}' -> '${source.options[twice.key]}']`;
    const reason = `There already exists an option ${option} in the base table.`;
    const hint = 'Write OVERWRITING OPTIONS.';
    throw ddlError(draft.context, 'CATALOG_INVALID', reason, twice, hint);
  }
  draft.options = source.options;
}
