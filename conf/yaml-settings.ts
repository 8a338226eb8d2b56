/**
 * The settings of a YAML text, each with the place of its key. Nested, flat and mixed spellings
 * give the same: the names on the way to a value are joined by dots. A list becomes one text, in
 * the flow form that list options read; a key without a value sets nothing. Numbers and booleans
 * keep the spelling of the file.
 */
import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { MillraceError, type Place } from './errors/error.js';

export interface Setting {
  readonly key: string;
  /** Null for a key without a value, which sets nothing. */
  readonly text: string | null;
  readonly place: Place;
}

/** Deeper nesting comes from an anchor that holds itself. */
const DEEPEST = 32;

/**
 * @param file the name of the text, for errors
 * @throws CONFIG_FILE with line and column if the text is no YAML mapping
 */
export function readYamlSettings(text: string, file: string): Setting[] {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const places = new Places(text, file, lineCounter);
  const [error] = document.errors;
  if (error?.code === 'MULTIPLE_DOCS') {
    const reason = "The configuration is one document; a second one begins at '---'";
    throw fail(reason, places.at(error.pos[0], error.pos[1]));
  }
  if (error !== undefined) throw fail(error.message, places.at(error.pos[0], error.pos[1]));
  const walk = new Walk(document, places);
  if (document.contents !== null) walk.mapping(document.contents, '', 0);
  return walk.settings;
}

class Places {
  constructor(
    readonly text: string,
    readonly file: string,
    readonly lineCounter: LineCounter,
  ) {}

  at(start: number, end: number): Place {
    const { line, col } = this.lineCounter.linePos(start);
    const sourceLine = this.text.split(/\r?\n/)[line - 1] ?? '';
    return { file: this.file, line, column: col, start, end, sourceLine };
  }

  of(node: unknown): Place {
    const range = (node as { range?: [number, number, number] | null } | null)?.range;
    return range ? this.at(range[0], range[1]) : { file: this.file };
  }
}

class Walk {
  readonly settings: Setting[] = [];

  constructor(
    readonly document: Document,
    readonly places: Places,
  ) {}

  mapping(node: unknown, prefix: string, depth: number): void {
    if (depth > DEEPEST) throw fail('The settings nest too deeply', this.places.of(node));
    if (!isMap(node)) throw fail("Settings are lines of 'key: value'", this.places.of(node));
    for (const { key, value } of node.items) {
      if (!isScalar(key)) throw fail('A key is a name, not a collection', this.places.of(key));
      const place = this.places.of(key);
      const name = prefix + scalarText(key);
      const target = isAlias(value) ? value.resolve(this.document) : value;
      if (isMap(target)) this.mapping(target, `${name}.`, depth + 1);
      else if (isSeq(target)) this.#add(name, JSON.stringify(this.#plain(target, depth)), place);
      else if (isScalar(target) && target.value !== null) {
        this.#add(name, scalarText(target), place);
      } else this.#add(name, null, place);
    }
  }

  #add(key: string, text: string | null, place: Place): void {
    this.settings.push({ key, text, place });
  }

  /** A list's elements as text, lists and objects of text. */
  #plain(node: unknown, depth: number): unknown {
    if (depth > DEEPEST) throw fail('The settings nest too deeply', this.places.of(node));
    const target = isAlias(node) ? node.resolve(this.document) : node;
    if (isSeq(target)) return target.items.map((item) => this.#plain(item, depth + 1));
    if (isMap(target)) {
      const pairs = target.items.map(({ key, value }) => [
        isScalar(key) ? scalarText(key) : String(key),
        this.#plain(value, depth + 1),
      ]);
      return Object.fromEntries(pairs);
    }
    return isScalar(target) ? scalarText(target) : '';
  }
}

function scalarText(scalar: { value: unknown; source?: string }): string {
  if (typeof scalar.value === 'string') return scalar.value;
  return scalar.source ?? String(scalar.value);
}

function fail(reason: string, place: Place): MillraceError {
  return new MillraceError('CONFIG_FILE', reason, { place });
}
