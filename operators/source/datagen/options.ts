/** The options of the datagen connector, as Flink's documentation has them, and `seed` of ours. */
import { didYouMean } from '../../../conf/nearest.js';
import { option } from '../../../conf/option.js';
import {
  type OptionPlaces,
  perName,
  readTableOptions,
  type TableValues,
  tableOptionError,
} from '../../../conf/table-options.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { Column } from '../../core/spec.js';

export const datagenOptions = {
  connector: option.string({ key: 'connector', required: true, doc: "'datagen'." }),
  rowsPerSecond: option.long({
    key: 'rows-per-second',
    default: 10_000,
    min: 1,
    doc: 'Rows that come in a second, over all tasks.',
  }),
  numberOfRows: option.long({
    key: 'number-of-rows',
    min: 0,
    doc: 'Rows in all; unless set, rows come without end, or to the first end of a sequence.',
  }),
  parallelism: option.int({
    key: 'scan.parallelism',
    min: 1,
    doc: 'Into how many parts the rows are divided; the parallelism of the job unless set.',
  }),
  seed: option.long({
    key: 'seed',
    doc: 'Makes the random values the same in every run; Millrace only.',
  }),
  kind: perName(
    option.enumeration({
      key: 'fields.#.kind',
      values: ['random', 'sequence'],
      doc: 'How the values of the column are made.',
    }),
  ),
  min: perName(
    option.string({ key: 'fields.#.min', doc: 'The least random value; of the type unless set.' }),
  ),
  max: perName(
    option.string({
      key: 'fields.#.max',
      doc: 'The greatest random value; of the type unless set.',
    }),
  ),
  maxPast: perName(
    option.duration({
      key: 'fields.#.max-past',
      doc: 'How far before now a random timestamp may be; 0 unless set.',
    }),
  ),
  length: perName(
    option.int({
      key: 'fields.#.length',
      min: 1,
      max: 100_000,
      doc:
        'Characters, bytes or elements of a random value: 100, 3 for collections, unless ' +
        'set; at most the length of the type.',
    }),
  ),
  variableLength: perName(
    option.boolean({
      key: 'fields.#.var-len',
      doc: 'Whether lengths vary up to the length; for VARCHAR and VARBINARY only.',
    }),
  ),
  nullRate: perName(
    option.double({
      key: 'fields.#.null-rate',
      min: 0,
      max: 1,
      doc: 'The share of NULLs among random values.',
    }),
  ),
  start: perName(option.string({ key: 'fields.#.start', doc: 'The first value of a sequence.' })),
  end: perName(option.string({ key: 'fields.#.end', doc: 'The last value of a sequence.' })),
};

export type DatagenOptions = TableValues<typeof datagenOptions>;

/** @throws TABLE_OPTION, also for a field that the table does not have */
export function readDatagenOptions(
  record: Readonly<Record<string, string>>,
  columns: readonly Column[],
  places: OptionPlaces = {},
): DatagenOptions {
  const options = readTableOptions(datagenOptions, record, "connector 'datagen'", places);
  const known = columns.flatMap(({ name, type }) => fieldNames(name, type));
  const named = Object.values(options).filter((value) => value instanceof Map);
  for (const name of named.flatMap((values) => [...values.keys()])) {
    if (known.includes(name)) continue;
    const key = Object.keys(record).find((each) => each.startsWith(`fields.${name}.`)) ?? '';
    const hint = didYouMean(name, known) ?? `Fields are: ${known.join(', ')}.`;
    const reason = `Options are given for '${name}', which is no field`;
    throw tableOptionError(reason, places, key, hint);
  }
  return options;
}

/** A column and what is nested in it: `a`, `a.element`, `a.key`, `a.value`, `a.field`. */
function fieldNames(name: string, type: LogicalType): string[] {
  switch (type.root) {
    case 'ARRAY':
    case 'MULTISET':
      return [name, ...fieldNames(`${name}.element`, type.element)];
    case 'MAP':
      return [
        name,
        ...fieldNames(`${name}.key`, type.key),
        ...fieldNames(`${name}.value`, type.value),
      ];
    case 'ROW':
      return [
        name,
        ...type.fields.flatMap((field) => fieldNames(`${name}.${field.name}`, field.type)),
      ];
    default:
      return [name];
  }
}
