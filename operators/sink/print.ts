/** Writes each row as a line to standard output or standard error, as Flink's connector. */
import { once } from 'node:events';
import { option } from '../../conf/option.js';
import { type OptionPlaces, readTableOptions, type TableValues } from '../../conf/table-options.js';
import type { Batch } from '../core/batch.js';
import { KIND_SYMBOLS } from '../core/row-kind.js';
import type { SinkContext, SinkWriter } from '../core/sink.js';
import type { SinkConnector } from './connector.js';
import { plainSink, plainWriter } from './plain-sink.js';
import { printRow } from './print-text.js';
import type { SinkSpec } from './sink-spec.js';

const printOptions = {
  connector: option.string({ key: 'connector', required: true, doc: "'print'." }),
  identifier: option.string({
    key: 'print-identifier',
    default: '',
    doc: 'Stands before each line.',
  }),
  standardError: option.boolean({
    key: 'standard-error',
    default: false,
    doc: 'Whether lines go to standard error rather than standard output.',
  }),
};

export const printSink: SinkConnector = {
  name: 'print',
  validate(spec, places) {
    readOptions(spec, places);
    return { insertOnly: false, overwritable: false };
  },
  create(spec) {
    const options = readOptions(spec);
    const stream = options.standardError ? process.stderr : process.stdout;
    return plainSink((context) =>
      createPrintWriter(spec, prefixOf(options.identifier, context), stream),
    );
  },
};

function readOptions(spec: SinkSpec, places?: OptionPlaces): TableValues<typeof printOptions> {
  return readTableOptions(printOptions, spec.options, "connector 'print'", places);
}

/** `identifier:2> `; the task's number only where there are several. */
export function prefixOf(identifier: string, context: SinkContext): string {
  const task = context.parallelism > 1 ? String(context.task + 1) : '';
  const text = [identifier, task].filter((part) => part !== '').join(':');
  return text === '' ? '' : `${text}> `;
}

export function createPrintWriter(
  spec: SinkSpec,
  prefix: string,
  stream: NodeJS.WritableStream,
): SinkWriter {
  const types = spec.columns.map((column) => column.type);
  return plainWriter((batch: Batch) => {
    const lines: string[] = [];
    for (let i = 0; i < batch.count; i++) {
      const row = batch.selection === null ? i : (batch.selection[i] as number);
      const kind = KIND_SYMBOLS[(batch.kinds?.[row] ?? 0) as 0 | 1 | 2 | 3];
      lines.push(`${prefix}${printRow(kind, batch.columns, types, row)}\n`);
    }
    if (stream.write(lines.join(''))) return undefined;
    return once(stream, 'drain').then(() => undefined);
  });
}
