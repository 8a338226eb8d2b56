/**
 * LIKE: what a table takes over of another. INCLUDING adds and refuses what is in both, OVERWRITING
 * lets the new table win, EXCLUDING takes nothing. Without clauses it is INCLUDING ALL OVERWRITING
 * OPTIONS. Physical columns always come along.
 */
import type { TableElement } from '../parser/ast/column.js';
import type { Span } from '../parser/ast/node.js';
import type { CreateTable, LikeFeature, TableLike } from '../parser/ast/table.js';
import { type DdlContext, ddlError } from './ddl-context.js';
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
  draft.columns = object.columns.filter((column) => keeps(column, merge));
  overwrite(statement, merge, draft);
  copyOptions(statement, object, merge('OPTIONS'), draft);
  const has = (kind: TableElement['kind']): boolean =>
    statement.elements.some((element) => element.kind === kind);
  if (merge('WATERMARKS') !== 'EXCLUDING') {
    const drop = merge('WATERMARKS') === 'OVERWRITING' && has('watermark');
    draft.watermark = drop ? null : object.watermark;
  }
  if (merge('CONSTRAINTS') !== 'EXCLUDING') draft.primaryKey = object.primaryKey;
  refuseSecond(statement, object, merge, context);
  // As in Flink, EXCLUDING only lets the statement give its own; without one they come along.
  draft.partitionKeys = object.partitionKeys;
  draft.distribution = object.distribution;
}

function refuseSecond(
  statement: CreateTable,
  source: CatalogTable,
  merge: (feature: Feature) => Merge,
  context: DdlContext,
): void {
  const refuse = (feature: Feature, what: string, at: Span): void => {
    if (merge(feature) === 'EXCLUDING') return;
    const reason = `The base table already has ${what} defined.`;
    const hint = `You might want to specify EXCLUDING ${feature}.`;
    throw ddlError(context, 'CATALOG_INVALID', reason, at, hint);
  };
  const { partitionedBy, distribution } = statement;
  const [first] = partitionedBy;
  if (first !== undefined && source.partitionKeys.length > 0) {
    refuse('PARTITIONS', 'partitions', first);
  }
  if (distribution !== undefined && source.distribution !== null) {
    refuse('DISTRIBUTION', 'a distribution', distribution);
  }
}

function strategies(features: readonly LikeFeature[]): (feature: Feature) => Merge {
  const given = new Map(features.map(({ feature, merge }) => [feature, merge]));
  return (feature) => {
    const all = given.get('ALL');
    return given.get(feature) ?? all ?? (feature === 'OPTIONS' ? 'OVERWRITING' : 'INCLUDING');
  };
}

function keeps(column: TableColumn, merge: (feature: Feature) => Merge): boolean {
  if (column.kind === 'physical') return true;
  return merge(column.kind === 'computed' ? 'GENERATED' : 'METADATA') !== 'EXCLUDING';
}

/** Puts columns of the statement in the place of those of the source that they overwrite. */
function overwrite(
  statement: CreateTable,
  merge: (feature: Feature) => Merge,
  draft: TableDraft,
): void {
  const over = statement.elements.filter((element) => {
    if (element.kind !== 'computedColumn' && element.kind !== 'metadataColumn') return false;
    const kind = element.kind === 'computedColumn' ? 'computed' : 'metadata';
    const feature = kind === 'computed' ? 'GENERATED' : 'METADATA';
    if (merge(feature) !== 'OVERWRITING') return false;
    const { name } = element.name;
    return draft.columns.some((column) => column.kind === kind && column.name === name);
  });
  draft.add(over, true);
  draft.done(over);
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
