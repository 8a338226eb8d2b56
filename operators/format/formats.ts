/** The formats by name. */
import { MillraceError } from '../../conf/errors/error.js';
import { didYouMean } from '../../conf/nearest.js';
import type { TableOptions } from '../../conf/table-options.js';
import type { Column } from '../core/spec.js';
import { csvFormat } from './csv/format.js';
import type { Decoding, Encoding, Format } from './format.js';
import { debeziumJsonFormat } from './json/debezium.js';
import { jsonFormat } from './json/format.js';
import { parquetFormat } from './parquet/format.js';

const formats: readonly Format[] = [csvFormat, jsonFormat, debeziumJsonFormat, parquetFormat];

/** How a table in this format is read. @throws TABLE_OPTION, PLAN_UNSUPPORTED */
export function decodingOf(
  name: string,
  options: TableOptions,
  columns: readonly Column[],
): Decoding {
  const decode = find(name, (format) => format.decode !== undefined).decode as NonNullable<
    Format['decode']
  >;
  return decode(options, columns);
}

/** How a table in this format is written. @throws TABLE_OPTION, PLAN_UNSUPPORTED */
export function encodingOf(
  name: string,
  options: TableOptions,
  columns: readonly Column[],
): Encoding {
  const encode = find(name, (format) => format.encode !== undefined).encode as NonNullable<
    Format['encode']
  >;
  return encode(options, columns);
}

function find(name: string, usable: (format: Format) => boolean): Format {
  const known = formats.filter(usable).map((format) => format.name);
  const found = formats.find((format) => format.name === name && usable(format));
  if (found !== undefined) return found;
  throw new MillraceError(
    'TABLE_OPTION',
    `Option 'format' is '${name}'; allowed here is ${known.join(', ')}`,
    { hint: didYouMean(name, known) ?? `Known are: ${known.join(', ')}.` },
  );
}
