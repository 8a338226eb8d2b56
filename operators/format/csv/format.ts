/** The CSV format: its options and rules between them. */
import { MillraceError } from '../../../conf/errors/error.js';
import type { TableOptions } from '../../../conf/table-options.js';
import type { Column as TableColumn } from '../../core/spec.js';
import { createColumn, type TextDialect } from '../column/create.js';
import type { Decoding, Encoding, Format } from '../format.js';
import { createCsvEncoder } from './encoder.js';
import { type CsvOptions, csvOptions } from './options.js';
import { CsvScanner } from './scanner.js';

export const csvFormat: Format = {
  name: 'csv',
  decode(options, columns): Decoding {
    const csv = readOptions(options);
    const dialect = dialectOf(csv);
    for (const column of columns) createColumn(column.type, dialect);
    return {
      kind: 'text',
      skipLines: csv.skipHeaderLines,
      createScanner: (wanted) => createScanner(columns, wanted, csv),
    };
  },
  encode(options, columns): Encoding {
    const csv = readOptions(options);
    const dialect = dialectOf(csv);
    for (const column of columns) createColumn(column.type, dialect);
    return {
      extension: '.csv',
      takesChanges: false,
      createEncoder: () => createCsvEncoder(columns, csv),
    };
  },
};

/** @throws TABLE_OPTION */
export function readOptions(options: TableOptions): CsvOptions {
  const csv = options.read(csvOptions, 'csv.');
  if (csv.disableQuoteCharacter && csv.quoteCharacter !== undefined) {
    throw new MillraceError(
      'TABLE_OPTION',
      "Option 'csv.quote-character' cannot be set where 'csv.disable-quote-character' is true",
    );
  }
  return csv;
}

export function dialectOf(options: CsvOptions): TextDialect {
  const { nullLiteral, arrayElementDelimiter } = options;
  const elements = {
    delimiter: Buffer.from(arrayElementDelimiter),
    nullLiteral: nullLiteral === undefined ? null : Buffer.from(nullLiteral),
  };
  return { format: 'csv', iso: false, elements };
}

function createScanner(
  columns: readonly TableColumn[],
  wanted: readonly number[],
  options: CsvOptions,
): CsvScanner {
  const dialect = dialectOf(options);
  const taken = wanted.map((index) => createColumn((columns[index] as TableColumn).type, dialect));
  const fields = columns.map(({ name, type }, index) => {
    const at = wanted.indexOf(index);
    return { name, type, column: at < 0 ? null : (taken[at] ?? null) };
  });
  return new CsvScanner(fields, taken, options);
}
