/**
 * Rows whose key is not the primary key of the table that they are written to: which of several
 * with one primary key stands is said by ON CONFLICT (Flink's `SinkUpsertMaterializer` and
 * `WatermarkCompactingSinkMaterializer`).
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { ConflictSpec } from '../../operators/changelog/conflict-materializer-spec.js';
import type { UpsertMaterializerSpec } from '../../operators/changelog/upsert-materializer-spec.js';
import { ALL_CHANGES } from '../logical/scan.js';
import type { SinkTable } from '../logical/sink.js';
import { columnNames } from './attribute-text.js';
import { byKeys, distributedBy } from './distribution.js';
import { isWithin, shortest } from './keys.js';
import { type Attribute, hasUpdates, type Key, type PhysicalNode } from './node.js';
import { physicalOrder } from './order.js';

/** Settings of `table.exec.sink.…`. */
export interface ConflictSettings {
  readonly materialize: 'AUTO' | 'NONE' | 'FORCE';
  /** A statement must say what happens to rows of one primary key. */
  readonly required: boolean;
}

/** What stands before the sink, and what of it the sink shows. */
export interface Settled {
  readonly input: PhysicalNode;
  readonly attributes: readonly Attribute[];
}

/** @throws PLAN_CHANGELOG for what Flink refuses */
export function settleConflicts(
  table: SinkTable,
  input: PhysicalNode,
  settings: ConflictSettings,
): Settled {
  const { primaryKey, onConflict, retracts = false, insertOnly } = table;
  const { materialize, required } = settings;
  refuseConflict(table, input);
  const takesUpserts = primaryKey.length > 0 && !retracts;
  const isOther =
    takesUpserts &&
    !insertOnly &&
    hasUpdates(input.kinds) &&
    !input.upsertKeys.some((key) => isWithin(key, primaryKey));
  if (isOther && materialize !== 'NONE' && onConflict === undefined && required) {
    throw otherKey(table, input);
  }
  const materializes = materialize === 'FORCE' ? takesUpserts : isOther && materialize === 'AUTO';
  const strategy: Attribute[] = onConflict === undefined ? [] : [['conflictStrategy', onConflict]];
  if (!materializes) return { input, attributes: strategy };
  return {
    input: materializer(input, table),
    attributes: [['upsertMaterialize', 'true'], ...strategy],
  };
}

function materializer(input: PhysicalNode, table: SinkTable): PhysicalNode {
  const { primaryKey } = table;
  return {
    operator: materializerSpec(input, table),
    title: 'SinkMaterializer',
    attributes: [['primaryKey', columnNames(primaryKey, input.output)]],
    inputs: [byKeys(input, primaryKey)],
    output: input.output,
    kinds: ALL_CHANGES,
    uniqueKeys: [primaryKey],
    upsertKeys: [primaryKey],
    distribution: distributedBy(primaryKey),
  };
}

function materializerSpec(
  input: PhysicalNode,
  { primaryKey, onConflict, columns }: SinkTable,
): UpsertMaterializerSpec | ConflictSpec {
  const keys = { primaryKey, upsertKey: shortest(input.upsertKeys) };
  if (onConflict === undefined || onConflict === 'DEDUPLICATE') {
    return { kind: 'upsert-materializer', ...keys };
  }
  const keyNames = primaryKey.map((column) => columns[column]?.name ?? '');
  return { kind: 'conflict-materializer', ...keys, keyNames, conflict: onConflict };
}

function refuseConflict(table: SinkTable, input: PhysicalNode): void {
  const { onConflict } = table;
  if (onConflict === undefined) return;
  const why = table.retracts
    ? 'it requires UPDATE_BEFORE (retract mode).'
    : 'it only accepts INSERT (append-only) changes.';
  const path = table.path.join('.');
  if (table.retracts || table.insertOnly || !hasUpdates(input.kinds)) {
    const reason =
      'ON CONFLICT clause is only allowed for upsert sinks. ' +
      `The sink '${path}' is not an upsert sink because ${why}`;
    throw new MillraceError('PLAN_CHANGELOG', reason);
  }
  if (onConflict === 'DEDUPLICATE') return;
  const without = sourcesWithoutWatermark(input);
  if (without.length === 0) return;
  const reason =
    `ON CONFLICT DO ${onConflict} requires all source tables to define watermarks, but the ` +
    `following source(s) do not: ${without.join(', ')}. ` +
    'Please add a WATERMARK declaration to these tables.';
  throw new MillraceError('PLAN_CHANGELOG', reason);
}

function sourcesWithoutWatermark(root: PhysicalNode): string[] {
  const order = physicalOrder([root]);
  const marked = new Set(
    order.filter(({ operator }) => operator.kind === 'watermark').flatMap((node) => below(node)),
  );
  return order.flatMap((node) => {
    const { operator } = node;
    return operator.kind === 'source' && !marked.has(node) ? [operator.table] : [];
  });
}

function below(node: PhysicalNode): PhysicalNode[] {
  return physicalOrder([node]).filter(({ operator }) => operator.kind === 'source');
}

function otherKey(table: SinkTable, input: PhysicalNode): MillraceError {
  const text = (key: Key): string => `[${columnNames(key, table.columns)}]`;
  const reason =
    "The query has an upsert key that differs from the primary key of the sink table '" +
    `${table.path.join('.')}'. Primary key: ${text(table.primaryKey)}, ` +
    `upsert key: ${input.upsertKeys.map(text).join(', ')}. This can lead to non-deterministic ` +
    'results when multiple records with different upsert keys map to the same primary key. ' +
    'Please specify an ON CONFLICT clause to define how conflicts should be handled: ' +
    'ON CONFLICT DO DEDUPLICATE (update to the latest record, state intensive, since we need to ' +
    'keep the entire history), or ON CONFLICT DO ERROR (fail on conflict), or ON CONFLICT DO ' +
    'NOTHING (keep first record).';
  return new MillraceError('PLAN_CHANGELOG', reason);
}
