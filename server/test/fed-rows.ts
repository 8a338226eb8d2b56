/**
 * Lines of a `feed` record as typed rows: `+I | alice | 12.50`.
 *
 * A bare value is text that CAST(… AS type) takes; the engine's own cast reads a whole column of
 * them in one go. Values of ARRAY, MAP, MULTISET, ROW and binary types are constant SQL
 * expressions: `ARRAY[1, 2]`, `x'0aff'`.
 */
import { MillraceError, type Place } from '../../conf/errors/error.js';
import { Batch } from '../../operators/core/batch.js';
import { INSERT, KIND_SYMBOLS, type RowKind } from '../../operators/core/row-kind.js';
import type { Column } from '../../operators/core/spec.js';
import { bindCast } from '../../operators/expr/cast.js';
import { compileEvaluator } from '../../operators/expr/compile.js';
import type { FeedRow } from '../../operators/runtime/feed.js';
import {
  type LogicalType,
  STRING,
  timestamp,
  withNullable,
} from '../../state/column/logical-type.js';
import type { Scalar } from '../../state/column/scalar.js';
import { scalarAt, vectorOf } from '../../state/column/scalar-access.js';
import { bareText } from '../../state/column/type-text.js';
import { type CellText, parseRow } from './row-text.js';

export interface FedTable {
  /** Physical columns, in order. */
  readonly columns: readonly Column[];
  /** The table promises inserts alone. */
  readonly insertOnly: boolean;
  /** For TIMESTAMP_LTZ. */
  readonly timeZone: string;
  /** The value of a constant SQL expression as a value of the type. */
  constant(sql: string, type: LogicalType): Scalar;
}

/**
 * @param file and line of the first row, for errors
 * @throws TEST_FILE with the line of a row that has the wrong number of values or a wrong value
 */
export function readFedRows(
  lines: readonly string[],
  table: FedTable,
  file: string,
  line: number,
): readonly FeedRow[] {
  const rows = lines.map((text, i) => splitLine(text, table, { file, line: line + i }));
  const columns = table.columns.map((column, c) =>
    readColumn(
      column,
      rows.map(({ cells }) => cells[c] ?? null),
      table,
      (row, reason) => fault(reason, { file, line: line + row }),
    ),
  );
  return rows.map(({ kind }, row) => ({
    kind,
    values: columns.map((values) => values[row] ?? null),
  }));
}

interface Line {
  readonly kind: RowKind;
  readonly cells: readonly CellText[];
}

const KINDS: ReadonlyMap<string, RowKind> = new Map(
  KIND_SYMBOLS.map((symbol, kind) => [symbol, kind as RowKind]),
);

function splitLine(text: string, { columns, insertOnly }: FedTable, place: Place): Line {
  const [, symbol] = /^\s*([+-][IUD])(?:\s\||\s*$)/.exec(text) ?? [];
  const kind = KINDS.get(symbol ?? '');
  if (insertOnly && kind !== undefined && kind !== INSERT) {
    const option = "'changelog-mode' = 'I,UB,UA,D'";
    throw fault(`A table takes a '${symbol}' only with the option ${option}`, place);
  }
  const rest = kind === undefined ? text : text.replace(/^\s*[+-][IUD]\s*\|?/, '');
  const cells = parseRow(rest, place);
  if (cells.length === columns.length) return { kind: kind ?? INSERT, cells };
  const names = columns.map(({ name }) => name).join(', ');
  throw fault(
    `The row has ${cells.length} values; the table has ${columns.length}: ${names}`,
    place,
  );
}

type Fault = (row: number, reason: string) => MillraceError;

function readColumn(
  column: Column,
  texts: readonly CellText[],
  table: FedTable,
  faultAt: Fault,
): readonly Scalar[] {
  const type = withNullable(column.type, true);
  const values = isExpression(type)
    ? texts.map((text, row) => {
        if (text === null) return null;
        return explain(column, text, row, faultAt, () => table.constant(text, type));
      })
    : castTexts(column, type, texts, table.timeZone, faultAt);
  const missing = column.type.nullable ? -1 : values.indexOf(null);
  if (missing >= 0) throw faultAt(missing, `Column '${column.name}' is NOT NULL, but found NULL`);
  return values;
}

const EXPRESSION_ROOTS: ReadonlySet<LogicalType['root']> = new Set([
  'ARRAY',
  'MAP',
  'MULTISET',
  'ROW',
  'BINARY',
  'VARBINARY',
]);

function isExpression(type: LogicalType): boolean {
  return EXPRESSION_ROOTS.has(type.root);
}

/**
 * The TIME of a `watermark` record, which is in UTC, as ms since the epoch.
 * @throws TEST_FILE when the text is no timestamp
 */
export function parseTime(text: string, place: Place): number {
  const column = { name: 'TIME', type: timestamp(3) };
  const faultAt: Fault = () => fault(`'${text}' is no time; write 2024-01-31 12:00:00.000`, place);
  const [value] = castTexts(column, column.type, [text], 'UTC', faultAt);
  return Number((value as bigint) / 1_000_000n);
}

/** All at once; where one fails, one by one, to say which. */
function castTexts(
  column: Column,
  type: LogicalType,
  texts: readonly CellText[],
  timeZone: string,
  faultAt: Fault,
): readonly Scalar[] {
  const text = { kind: 'column', index: 0, type: STRING } as const;
  const expressions = [bindCast(text, type, 'CAST')];
  const evaluate = compileEvaluator({ inputs: [STRING], expressions, timeZone });
  const cast = (some: readonly CellText[]): Scalar[] => {
    const [vector] = evaluate(new Batch([vectorOf(STRING, some)], some.length));
    return some.map((_, row) => (vector === undefined ? null : scalarAt(vector, row, type)));
  };
  try {
    return cast(texts);
  } catch {
    return texts.map((it, row) => explain(column, it, row, faultAt, () => cast([it])[0] as Scalar));
  }
}

function explain(
  column: Column,
  text: CellText,
  row: number,
  faultAt: Fault,
  read: () => Scalar,
): Scalar {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof MillraceError)) throw error;
    const what = `'${text}' is no ${bareText(column.type)} for column '${column.name}'`;
    throw faultAt(row, `${what}: ${error.reason}`);
  }
}

function fault(reason: string, place: Place): MillraceError {
  return new MillraceError('TEST_FILE', reason, { place });
}
