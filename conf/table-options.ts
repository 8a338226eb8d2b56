/**
 * WITH options of a table, read by the connector and the formats that declare them. Each takes its
 * part of the same text record; when all have read, what nobody took is refused. So an option is
 * typed, bounded and documented by the schema machinery of `config.yaml`, and a typo never passes.
 *
 *     const options = new TableOptions("connector 'filesystem'", record, { where });
 *     const { path } = options.read(filesystemOptions);
 *     const { fieldDelimiter } = options.read(csvOptions, 'csv.');
 *     options.refuseRest();
 */
import { MillraceError, type Place } from './errors/error.js';
import { didYouMean } from './nearest.js';
import type { Option } from './option.js';
import { allowedFor } from './value/type.js';

/** An option that stands once a name: the `#` of its key, `fields.#.min`, is any column's name. */
export class NamedOption<T> {
  constructor(readonly option: Option<T>) {}
}

/** Declares an option per name; it reads as a map from the name to the value. */
export function perName<T>(option: Option<T>): NamedOption<T> {
  return new NamedOption(option);
}

export type TableSchema = Readonly<Record<string, Option<unknown> | NamedOption<unknown>>>;

/** What `read` gives: the schema's names with the options' values. */
export type TableValues<S extends TableSchema> = {
  readonly [K in keyof S]: S[K] extends NamedOption<infer T>
    ? ReadonlyMap<string, NonNullable<T>>
    : S[K] extends Option<infer T>
      ? T
      : never;
};

/** Where the options stand in the statement. */
export interface OptionPlaces {
  /** The WITH clause or the table's name. */
  readonly where?: Place;
  /** Single options, by key. */
  readonly keys?: ReadonlyMap<string, Place>;
}

export class TableOptions {
  readonly #owner: string;
  readonly #record: Readonly<Record<string, string>>;
  readonly #places: OptionPlaces;
  readonly #known: string[] = [];
  readonly #taken = new Set<string>();

  /** @param owner who reads, for errors: `connector 'filesystem'` */
  constructor(owner: string, record: Readonly<Record<string, string>>, places: OptionPlaces = {}) {
    this.#owner = owner;
    this.#record = record;
    this.#places = places;
  }

  /**
   * Reads the options of a schema; `prefix` stands before each of its keys in the record.
   * @throws TABLE_OPTION for a required option that is missing or a text that is not allowed
   */
  read<const S extends TableSchema>(schema: S, prefix = ''): TableValues<S> {
    const values: Record<string, unknown> = {};
    for (const [name, declared] of Object.entries(schema)) {
      values[name] =
        declared instanceof NamedOption
          ? this.#readNamed(declared.option, prefix)
          : this.#readOne(declared, prefix);
    }
    return values as TableValues<S>;
  }

  /** @throws TABLE_OPTION for the first option that no schema had */
  refuseRest(): void {
    for (const key of Object.keys(this.#record)) {
      if (this.#taken.has(key)) continue;
      const known = [...this.#known].sort().join(', ');
      const hint = didYouMean(key, this.#known) ?? `Known are: ${known}.`;
      throw this.#error(`Option '${key}' is unknown to ${this.#owner}`, key, hint);
    }
  }

  #readOne<T>(option: Option<T>, prefix: string): T {
    const keys = [option.key, ...option.fallback].map((key) => prefix + key);
    this.#known.push(prefix + option.key);
    const found = keys.filter((key) => Object.hasOwn(this.#record, key));
    for (const key of found) this.#taken.add(key);
    const [key] = found;
    if (key !== undefined) return this.#value(option, key) as T;
    if (!option.required) return option.default;
    throw this.#error(`Option '${prefix + option.key}' is required by ${this.#owner}`);
  }

  #readNamed<T>(option: Option<T>, prefix: string): ReadonlyMap<string, NonNullable<T>> {
    const [before = '', after = ''] = (prefix + option.key).split('#');
    const values = new Map<string, NonNullable<T>>();
    for (const key of Object.keys(this.#record)) {
      const longEnough = key.length > before.length + after.length;
      if (!longEnough || !key.startsWith(before) || !key.endsWith(after)) continue;
      const name = key.slice(before.length, key.length - after.length);
      this.#taken.add(key);
      this.#known.push(key);
      values.set(name, this.#value(option, key));
    }
    this.#known.push(prefix + option.key);
    return values;
  }

  #value<T>(option: Option<T>, key: string): NonNullable<T> {
    const text = this.#record[key] as string;
    const value = option.type.read(text);
    if (value !== undefined) return value;
    const allowed = allowedFor(option.type, text);
    throw this.#error(`Option '${key}' is '${text}'; allowed is ${allowed}`, key);
  }

  #error(reason: string, key?: string, hint?: string): MillraceError {
    return tableOptionError(reason, this.#places, key, hint);
  }
}

/** Where the option stands, or the options where it has no place. */
export function tableOptionError(
  reason: string,
  { keys, where }: OptionPlaces,
  key?: string,
  hint?: string,
): MillraceError {
  const place = (key && keys?.get(key)) || where;
  return new MillraceError('TABLE_OPTION', reason, {
    ...(place === undefined ? {} : { place }),
    ...(hint === undefined ? {} : { hint }),
  });
}

/** Reads a record that one schema covers. @throws TABLE_OPTION */
export function readTableOptions<const S extends TableSchema>(
  schema: S,
  record: Readonly<Record<string, string>>,
  owner: string,
  places: OptionPlaces = {},
): TableValues<S> {
  const options = new TableOptions(owner, record, places);
  const values = options.read(schema);
  options.refuseRest();
  return values;
}
