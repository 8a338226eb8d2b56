/**
 * Lookups in the files of a table, which Flink's filesystem connector does not offer. Files have no
 * index: all of them are read, by the reader of the table's scan, into one in memory.
 *
 * Without a full cache each batch sees the files as they are: the folder is listed, and where a
 * path, size or time of change differs from what was read, all is read again.
 */
import type { KeyRows } from '../../../state/api/reads.js';
import type { LogicalType } from '../../../state/column/logical-type.js';
import type { FoundRows, LookupContext, LookupSource } from '../../core/lookup.js';
import type { Source } from '../../core/source.js';
import { FullCache } from '../lookup/full-cache.js';
import { KeyedRows } from '../lookup/keyed-rows.js';
import type { LookupOptions } from '../lookup/options.js';
import { PartialCache } from '../lookup/partial-cache.js';
import { Repeated } from '../lookup/repeated.js';
import type { FileSplit } from './splits.js';

export class FileLookup implements LookupSource {
  readonly #source: Source;
  readonly #types: readonly LogicalType[];
  readonly #key: readonly number[];
  readonly #context: LookupContext;
  #index: KeyedRows | null = null;
  #readFiles = '';
  #reading: Promise<KeyedRows> | null = null;

  /**
   * @param source the table's scan
   * @param types of its rows
   * @param key columns of them
   */
  constructor(
    source: Source,
    types: readonly LogicalType[],
    key: readonly number[],
    context: LookupContext,
  ) {
    this.#source = source;
    this.#types = types;
    this.#key = key;
    this.#context = context;
  }

  /** Batches that come while the files are looked at share what is found. */
  async lookup(keys: KeyRows): Promise<FoundRows> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = null;
    });
    const index = await this.#reading;
    return index.find(keys);
  }

  close(): void {}

  async #read(): Promise<KeyedRows> {
    const splits = (await this.#source.splits(1)) as readonly FileSplit[];
    const files = JSON.stringify(
      splits.map(({ file }) => [file.path, file.sizeBytes, file.modifiedMs]),
    );
    if (this.#index !== null && files === this.#readFiles) return this.#index;
    const parts = [this.#source, splits, this.#types, this.#key, this.#context] as const;
    this.#index = await KeyedRows.load(...parts);
    this.#readFiles = files;
    return this.#index;
  }
}

/** With the cache that the table's options ask for. @param types of the source's rows */
export function createFileLookup(
  source: Source,
  types: readonly LogicalType[],
  key: readonly number[],
  options: LookupOptions,
  context: LookupContext,
): LookupSource {
  const load = async (): Promise<KeyedRows> =>
    KeyedRows.load(source, await source.splits(1), types, key, context);
  if (options.cache === 'FULL') {
    return new Repeated(new FullCache(load, options, context), options.maxRetries);
  }
  const files = new Repeated(new FileLookup(source, types, key, context), options.maxRetries);
  return options.cache === 'NONE' ? files : new PartialCache(files, types, key, options, context);
}
