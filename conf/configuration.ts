/**
 * Settings of a server, a session, or one statement: a base that does not change below an overlay
 * that SET and RESET change. `RESET` gives back the base's value, as in Flink. Values are kept as
 * text, as they were set, and read through an `Option`; a text that stands here was checked when it
 * came in, by whoever knew where it came from.
 */
import { MillraceError, type Place } from './errors/error.js';
import { type KeyNotice, lateNotice, noticeOf } from './known-keys.js';
import type { Option } from './option.js';
import { findOption } from './options/schema.js';
import { HIDDEN, isSecret } from './secret.js';
import { allowedFor } from './value/type.js';

export class Configuration {
  readonly #base: ReadonlyMap<string, string>;
  readonly #overlay = new Map<string, string>();
  readonly #noticed = new Set<string>();
  #notices: KeyNotice[] = [];

  /** @param entries checked settings: those of `loadConfiguration` or of another configuration */
  constructor(entries: Iterable<readonly [key: string, text: string]> = []) {
    this.#base = new Map(entries);
  }

  /** The reverse of `toRecord`. */
  static of(record: Readonly<Record<string, string>>): Configuration {
    return new Configuration(Object.entries(record));
  }

  /** A new configuration over a copy of this one: a session's, a statement's. */
  derive(): Configuration {
    return new Configuration(this.entries());
  }

  /** The option's value: as set, else under an older key, else its default. */
  get<T>(option: Option<T>): T {
    for (const key of [option.key, ...option.fallback]) {
      const text = this.text(key);
      if (text !== undefined) return readValue(option, key, text) as T;
    }
    return option.default;
  }

  /** What `get` gives once all is reset. */
  initial<T>(option: Option<T>): T {
    return new Configuration(this.#base).get(option);
  }

  /** The text that a key was set to; any key. */
  text(key: string): string | undefined {
    return this.#overlay.get(key) ?? this.#base.get(key);
  }

  /**
   * Sets any key, as Flink does. A key of our schema must get an allowed text.
   * @throws CONFIG_VALUE
   */
  set(key: string, text: string, place?: Place): void {
    checkSetting(key, text, place);
    this.#overlay.set(key, text);
    this.#note(key, noticeOf(key) ?? lateNotice(key));
  }

  #note(key: string, notice: KeyNotice | undefined): void {
    if (this.#noticed.has(key)) return;
    this.#noticed.add(key);
    if (notice !== undefined) this.#notices.push(notice);
  }

  /**
   * What the user should know about the keys set since the last call, such as that nothing reads
   * one; each key is told of once.
   */
  takeNotices(): readonly KeyNotice[] {
    const notices = this.#notices;
    this.#notices = [];
    return notices;
  }

  /** Takes back one key, or all, to what it was before any `set`. */
  reset(key?: string): void {
    if (key === undefined) this.#overlay.clear();
    else if (!this.#overlay.delete(key) && !this.#base.has(key)) {
      const notice = noticeOf(key);
      if (notice?.kind === 'unknown') this.#note(key, notice);
    }
  }

  /** All settings in order of their keys; defaults are not among them. */
  entries(): [key: string, text: string][] {
    const merged = new Map([...this.#base, ...this.#overlay]);
    return [...merged].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  /** `entries` for people to read: secrets are hidden. */
  shown(): [key: string, text: string][] {
    return this.entries().map(([key, text]) => [key, isSecret(key) ? HIDDEN : text]);
  }

  /** All settings as a plain object, to send to a worker or to store. */
  toRecord(): Record<string, string> {
    return Object.fromEntries(this.entries());
  }
}

/** @throws CONFIG_VALUE if the key is an option's and does not allow the text */
export function checkSetting(key: string, text: string, place?: Place): void {
  const option = findOption(key);
  if (option !== undefined) readValue(option, key, text, place);
}

function readValue<T>(option: Option<T>, key: string, text: string, place?: Place): NonNullable<T> {
  const value = option.type.read(text);
  if (value !== undefined) return value;
  const shown = isSecret(key) ? HIDDEN : text;
  const reason = `'${key}' is '${shown}'; allowed is ${allowedFor(option.type, text)}`;
  throw new MillraceError('CONFIG_VALUE', reason, place === undefined ? {} : { place });
}
