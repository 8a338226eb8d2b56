/**
 * The filesystem source: the files below a path, each read by its format in the order of their
 * names. Partition keys come from the folders' names, metadata columns from the file. The
 * reading of Parquet is loaded when a table needs it.
 */
import { basename } from 'node:path';
import { MillraceError } from '../../../conf/errors/error.js';
import type { OptionPlaces } from '../../../conf/table-options.js';
import { TableOptions } from '../../../conf/table-options.js';
import { gather } from '../../../state/column/gather.js';
import { BIGINT, STRING, timestampLtz, withNullable } from '../../../state/column/logical-type.js';
import type { Scalar } from '../../../state/column/scalar.js';
import { constantVector, vectorOf } from '../../../state/column/scalar-access.js';
import type { Vector } from '../../../state/column/vector.js';
import { FRESH } from '../../../state/column/vector-pool.js';
import type { Source, SourceContext, Split, SplitReader } from '../../core/source.js';
import type { Column } from '../../core/spec.js';
import { createColumn } from '../../format/column/create.js';
import type { Decoding } from '../../format/format.js';
import { decodingOf } from '../../format/formats.js';
import type { SourceConnector } from '../connector.js';
import { checkLookupOptions, type LookupOptions, lookupOptions } from '../lookup/options.js';
import { type SourceSpec, sourceOutput } from '../source-spec.js';
import { LimitedReader } from './limited-reader.js';
import { type ListingRules, listFiles, listGrowing, type TableFile } from './listing.js';
import { createFileLookup } from './lookup.js';
import { type FilesystemSourceOptions, filesystemSourceOptions } from './options.js';
import { localPath } from './path.js';
import { type FileSplit, fileSplits } from './splits.js';
import { type Complete, TextReader } from './text-reader.js';

const metadata: readonly (Column & { readonly of: (file: TableFile) => Scalar })[] = [
  { name: 'file.path', type: withNullable(STRING, false), of: (file) => file.path },
  { name: 'file.name', type: withNullable(STRING, false), of: (file) => basename(file.path) },
  { name: 'file.size', type: withNullable(BIGINT, false), of: (file) => BigInt(file.sizeBytes) },
  {
    name: 'file.modification-time',
    type: withNullable(timestampLtz(3), false),
    of: (file) => BigInt(file.modifiedMs) * 1_000_000n,
  },
];

export const filesystemSource: SourceConnector = {
  name: 'filesystem',
  metadata,
  validate(spec, places) {
    const { options, lookup } = read(spec, places);
    const bounded = options.monitorInterval === undefined;
    if (!bounded) return { bounded, insertOnly: true };
    return { bounded, insertOnly: true, lookup: { isAsync: lookup.cache !== 'FULL' } };
  },
  create: (spec) => new FilesystemSource(spec),
  lookup(spec, key, context) {
    const types = sourceOutput(spec).map(({ type }) => type);
    return createFileLookup(new FilesystemSource(spec), types, key, read(spec).lookup, context);
  },
};

interface Table {
  readonly options: FilesystemSourceOptions;
  readonly lookup: LookupOptions;
  readonly decoding: Decoding;
  readonly root: string;
}

/** @throws TABLE_OPTION, PLAN_UNSUPPORTED */
function read(spec: SourceSpec, places?: OptionPlaces): Table {
  const record = new TableOptions("connector 'filesystem'", spec.options, places);
  const options = record.read(filesystemSourceOptions);
  const lookup = record.read(lookupOptions);
  const decoding = decodingOf(options.format, record, fileColumns(spec));
  record.refuseRest();
  checkLookupOptions(lookup, places);
  return { options, lookup, decoding, root: localPath(options.path) };
}

/** The columns that stand in the files: all but the partition keys. */
function fileColumns(spec: SourceSpec): readonly Column[] {
  const keys = spec.partitionKeys ?? [];
  return spec.schema.filter((column) => !keys.includes(column.name));
}

class FilesystemSource implements Source {
  readonly bounded: boolean;
  readonly discoveryIntervalMs?: number;
  readonly #spec: SourceSpec;
  readonly #table: Table;
  readonly #rules: ListingRules;
  /** The output's physical columns that stand in the files, as indexes of the files' columns. */
  readonly #wanted: readonly number[];
  /** How many files the last listing had. */
  #known = 0;

  constructor(spec: SourceSpec) {
    this.#spec = spec;
    this.#table = read(spec);
    const { monitorInterval, pathPattern } = this.#table.options;
    this.bounded = monitorInterval === undefined;
    if (monitorInterval !== undefined) this.discoveryIntervalMs = monitorInterval;
    this.#rules = {
      pattern: pathPattern === undefined ? null : new RegExp(`^(?:${pathPattern})$`),
      partitionKeys: spec.partitionKeys ?? [],
      optional: !this.bounded,
    };
    const columns = fileColumns(spec);
    this.#wanted = spec.columns
      .map((index) => columns.indexOf(spec.schema[index] as Column))
      .filter((index) => index >= 0);
  }

  async splits(): Promise<readonly FileSplit[]> {
    const list = (): Promise<TableFile[]> => listFiles(this.#table.root, this.#rules);
    const first = await list();
    if (this.bounded) return fileSplits(first);
    const files = await listGrowing(first, this.#known, list);
    this.#known = files.length;
    return fileSplits(files);
  }

  async open(split: Split, context: SourceContext): Promise<SplitReader> {
    const reader = await this.#open(split, context);
    const { limit } = this.#spec;
    return limit === null ? reader : new LimitedReader(reader, limit);
  }

  async #open(split: Split, context: SourceContext): Promise<SplitReader> {
    const fileSplit = split as FileSplit;
    const complete = this.#completion(fileSplit.file);
    const { batchRows, vectors } = context;
    const { decoding } = this.#table;
    if (decoding.kind === 'text') {
      return new TextReader({
        split: fileSplit,
        decoding,
        wanted: this.#wanted,
        complete,
        batchRows,
        vectors,
      });
    }
    const columns = fileColumns(this.#spec);
    const wanted = this.#wanted.map((index) => columns[index] as Column);
    const { ParquetReader } = await import('./parquet-reader.js');
    // The filter speaks of output columns; where some are not in the file it is not used.
    const filter = wanted.length === this.#spec.columns.length ? this.#spec.filter : null;
    const parts = { split: fileSplit, columns: wanted, complete, batchRows, vectors, filter };
    return ParquetReader.open(parts);
  }

  /** Adds what is the same for all rows of a file. */
  #completion(file: TableFile): Complete {
    const spec = this.#spec;
    const keys = spec.partitionKeys ?? [];
    const inFile = spec.columns.map((index) => !keys.includes((spec.schema[index] as Column).name));
    const partition = spec.columns.map((index, at) =>
      inFile[at] ? null : this.#partitionValue(spec.schema[index] as Column, file),
    );
    const values = spec.metadata.map((column) => metadataValue(column, file));
    if (spec.metadata.length === 0 && inFile.every(Boolean)) return (decoded) => [...decoded];
    return (decoded, rows) => {
      const at = new Int32Array(rows);
      let next = 0;
      const physical = partition.map((value) =>
        value === null ? (decoded[next++] as Vector) : gather(value, at, rows),
      );
      const constants = spec.metadata.map(({ type }, i) =>
        constantVector(type, values[i] ?? null, rows),
      );
      return [...physical, ...constants];
    };
  }

  /** A vector of one row. @throws DATA_MALFORMED for a folder name that is no value of the type */
  #partitionValue(column: Column, file: TableFile): Vector {
    const text = file.partition[column.name] as string;
    if (text === this.#table.options.defaultPartition) return vectorOf(column.type, [null]);
    const values = createColumn(column.type, { format: 'csv', iso: false, elements: null });
    const bytes = Buffer.from(text);
    values.begin(1, FRESH);
    if (values.set(bytes, 0, bytes.length, 0)) return values.take(1, bytes);
    throw new MillraceError(
      'DATA_MALFORMED',
      `The folder '${column.name}=${text}' is no value of the partition key's type`,
      { place: { file: file.path } },
    );
  }
}

function metadataValue(column: Column, file: TableFile): Scalar {
  const found = metadata.find(({ name }) => name === column.name);
  return found?.of(file) ?? null;
}
