/**
 * The constraints of a sink's table, checked before its writer gets the rows
 * (`table.exec.sink.not-null-enforcer`, `table.exec.sink.type-length-enforcer`).
 */
import type { Configuration } from '../../conf/configuration.js';
import { MillraceError } from '../../conf/errors/error.js';
import { NOT_NULL_ENFORCER, TYPE_LENGTH_ENFORCER } from '../../conf/options/table-exec.js';
import { type LogicalType, UNBOUNDED } from '../../state/column/logical-type.js';
import type { BytesVector, Vector } from '../../state/column/vector.js';
import type { Batch } from '../core/batch.js';
import type { Sink, SinkWriter } from '../core/sink.js';
import type { SinkSpec } from './sink-spec.js';

type Check = (batch: Batch) => Batch;

export function enforceConstraints(sink: Sink, spec: SinkSpec): Sink {
  return {
    commit: (committables) => sink.commit(committables),
    abort: (committables) => sink.abort(committables),
    sweep: async (context) => sink.sweep?.(context),
    async open(context) {
      const writer = await sink.open(context);
      const checks = checksOf(spec, context.settings);
      return checks.length === 0 ? writer : checkedWriter(writer, checks);
    },
  };
}

function checkedWriter(writer: SinkWriter, checks: readonly Check[]): SinkWriter {
  return {
    prepare: () => writer.prepare(),
    close: () => writer.close(),
    write(batch) {
      const checked = checks.reduce((each, check) => check(each), batch);
      return checked.count === 0 ? undefined : writer.write(checked);
    },
  };
}

function checksOf(spec: SinkSpec, settings: Configuration): Check[] {
  const checks: Check[] = [];
  if (spec.notNull.length > 0) {
    const drop = settings.get(NOT_NULL_ENFORCER) === 'DROP';
    checks.push((batch) => checkNulls(batch, spec, drop));
  }
  const mode = settings.get(TYPE_LENGTH_ENFORCER);
  const bounded = spec.columns.some(({ type }) => lengthOf(type) !== undefined);
  if (mode !== 'IGNORE' && bounded) {
    checks.push((batch) => checkLengths(batch, spec, mode === 'ERROR'));
  }
  return checks;
}

function checkNulls(batch: Batch, spec: SinkSpec, drop: boolean): Batch {
  let checked = batch;
  for (const index of spec.notNull) {
    const nulls = checked.columns[index]?.nulls ?? null;
    if (nulls === null) continue;
    const kept = rowsOf(checked).filter((row) => nulls[row] === 0);
    if (kept.length === checked.count) continue;
    if (!drop) {
      throw new MillraceError(
        'DATA_NULL',
        `NULL is written into column '${spec.columns[index]?.name}' of ${spec.table}, ` +
          'which is NOT NULL',
        { hint: `Set '${NOT_NULL_ENFORCER.key}' to DROP to leave such rows out.` },
      );
    }
    checked = checked.withSelection(kept);
  }
  return checked;
}

function rowsOf(batch: Batch): Int32Array {
  return batch.selection ?? Int32Array.from({ length: batch.rows }, (_, row) => row);
}

function lengthOf(type: LogicalType): number | undefined {
  switch (type.root) {
    case 'CHAR':
    case 'VARCHAR':
    case 'BINARY':
    case 'VARBINARY':
      return type.length === UNBOUNDED ? undefined : type.length;
    default:
      return undefined;
  }
}

function checkLengths(batch: Batch, spec: SinkSpec, fail: boolean): Batch {
  const columns = batch.columns.map((vector, index) => {
    const column = spec.columns[index];
    if (column === undefined || lengthOf(column.type) === undefined) return vector;
    return fit(vector as BytesVector, column.type, batch, (actual) => {
      if (!fail) return;
      const length = lengthOf(column.type);
      const reason =
        `A value of length ${actual} is written into column '${column.name}' of ${spec.table}, ` +
        `whose length is ${length}`;
      const hint = `Set '${TYPE_LENGTH_ENFORCER.key}' to TRIM_PAD to cut and pad such values.`;
      throw new MillraceError('DATA_EXPRESSION', reason, { hint });
    });
  });
  return batch.withColumns(columns);
}

const BLANK = 32;

/** Cuts values that are too long; pads CHAR with blanks and BINARY with zeros. */
function fit(
  vector: BytesVector,
  type: LogicalType,
  batch: Batch,
  misfit: (actual: number) => void,
): Vector {
  const length = lengthOf(type) as number;
  const text = type.root === 'CHAR' || type.root === 'VARCHAR';
  const exact = type.root === 'CHAR' || type.root === 'BINARY';
  const changed = new Map<number, Uint8Array>();
  for (const row of rowsOf(batch)) {
    if (vector.nulls?.[row] === 1) continue;
    const value = vector.data.subarray(vector.starts[row], vector.ends[row]);
    const actual = text ? codePoints(value) : value.length;
    if (actual === length || (actual < length && !exact)) continue;
    misfit(actual);
    changed.set(row, resized(value, actual, length, text));
  }
  return changed.size === 0 ? vector : replaced(vector, changed, batch.rows);
}

function codePoints(value: Uint8Array): number {
  let count = 0;
  for (const byte of value) if ((byte & 0xc0) !== 0x80) count++;
  return count;
}

function resized(value: Uint8Array, actual: number, length: number, text: boolean): Uint8Array {
  if (actual < length) {
    const padded = new Uint8Array(value.length + length - actual);
    if (text) padded.fill(BLANK);
    padded.set(value);
    return padded;
  }
  if (!text) return value.subarray(0, length);
  let end = 0;
  for (let count = 0; end < value.length; end++) {
    if (((value[end] as number) & 0xc0) !== 0x80 && count++ === length) break;
  }
  return value.subarray(0, end);
}

function replaced(
  vector: BytesVector,
  changed: ReadonlyMap<number, Uint8Array>,
  rows: number,
): Vector {
  const added = [...changed.values()].reduce((sum, value) => sum + value.length, 0);
  const data = new Uint8Array(vector.data.length + added);
  data.set(vector.data);
  const starts = vector.starts.slice(0, rows);
  const ends = vector.ends.slice(0, rows);
  let at = vector.data.length;
  for (const [row, value] of changed) {
    data.set(value, at);
    starts[row] = at;
    at += value.length;
    ends[row] = at;
  }
  return { ...vector, data, starts, ends };
}
