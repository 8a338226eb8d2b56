/** The JSON format: its options and rules between them. */
import { MillraceError } from '../../../conf/errors/error.js';
import type { TableOptions } from '../../../conf/table-options.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { Column as TableColumn } from '../../core/spec.js';
import type { Column } from '../column/column.js';
import { createColumn, type TextDialect } from '../column/create.js';
import { ListColumn, MapColumn, RowColumn } from '../column/nested.js';
import type { Decoding, Encoding, Format } from '../format.js';
import { createJsonEncoder } from './encoder.js';
import { type JsonOptions, jsonOptions } from './options.js';
import { JsonScanner } from './scanner.js';
import type { JsonField } from './scanner-code.js';

export const jsonFormat: Format = {
  name: 'json',
  decode(options, columns): Decoding {
    const json = readOptions(options);
    checkColumns(columns, json);
    return {
      kind: 'text',
      skipLines: 0,
      createScanner: (wanted) => createJsonScanner(columns, wanted, json),
    };
  },
  encode(options, columns): Encoding {
    const json = readOptions(options);
    checkColumns(columns, json);
    return {
      extension: '.json',
      takesChanges: false,
      createEncoder: () => createJsonEncoder(columns, json),
    };
  },
};

/** @throws PLAN_UNSUPPORTED for a type that JSON does not have */
export function checkColumns(columns: readonly TableColumn[], options: TimestampStyle): void {
  const dialect = dialectOf(options);
  for (const column of columns) createColumn(column.type, dialect);
}

type TimestampStyle = Pick<JsonOptions, 'timestampStandard'>;

/** @throws TABLE_OPTION */
function readOptions(options: TableOptions): JsonOptions {
  const json = options.read(jsonOptions, 'json.');
  if (json.failOnMissingField && json.ignoreParseErrors) {
    throw new MillraceError(
      'TABLE_OPTION',
      "Options 'json.fail-on-missing-field' and 'json.ignore-parse-errors' cannot both be true",
    );
  }
  return json;
}

function dialectOf(options: TimestampStyle): TextDialect {
  return { format: 'json', iso: options.timestampStandard === 'ISO-8601', elements: null };
}

export function createJsonScanner(
  columns: readonly TableColumn[],
  wanted: readonly number[],
  options: JsonOptions,
): JsonScanner {
  const dialect = dialectOf(options);
  const fields = wanted.map((index) => {
    const { name, type } = columns[index] as TableColumn;
    return fieldOf(name, type, createColumn(type, dialect));
  });
  return new JsonScanner(fields, options);
}

/** A column with the names of what is nested in it. */
function fieldOf(name: string, type: LogicalType, column: Column): JsonField {
  if (column instanceof RowColumn && type.root === 'ROW') {
    const children = type.fields.map((field, i) =>
      fieldOf(field.name, field.type, column.children[i] as Column),
    );
    return { name, type, column, children };
  }
  if (column instanceof ListColumn && type.root === 'ARRAY') {
    return { name, type, column, children: [fieldOf(name, type.element, column.child)] };
  }
  if (column instanceof MapColumn) {
    const item = type.root === 'MAP' ? type.value : type;
    const key = type.root === 'MAP' ? type.key : type;
    const keys = { name, type: key, column: column.keys };
    return { name, type, column, children: [keys, fieldOf(name, item, column.items)] };
  }
  return { name, type, column };
}
