/**
 * Reads a golden test file (`docs/golden-tests.md` fixes the grammar) into records that keep their
 * lines, so that a difference names its place and `--rewrite` can replace the expected text alone.
 */
import { MillraceError } from '../../conf/errors/error.js';
import { errorTable } from '../../conf/errors/table.js';
import { didYouMean } from '../../conf/nearest.js';
import { CONTROL_WORDS, type Engine, readControl } from './case-control.js';

export type SortMode = 'nosort' | 'rowsort' | 'valuesort';

export interface QueryDirective {
  readonly kind: 'query';
  readonly types: string | null;
  readonly sort: SortMode;
  /** In values; 0 for none. The `hash-threshold` that stands above the query. */
  readonly hashThreshold: number;
}

export type Directive =
  | { readonly kind: 'statement-ok' }
  | { readonly kind: 'statement-error'; readonly code: string }
  | QueryDirective
  | { readonly kind: 'explain'; readonly details: readonly string[] }
  | { readonly kind: 'stream'; readonly name: string }
  | { readonly kind: 'feed'; readonly table: string }
  | { readonly kind: 'watermark'; readonly table: string; readonly time: string }
  | { readonly kind: 'end'; readonly table: string }
  | { readonly kind: 'advance'; readonly duration: string }
  | { readonly kind: 'barrier' }
  | { readonly kind: 'recover' }
  | { readonly kind: 'changelog'; readonly name: string }
  | { readonly kind: 'table'; readonly name: string };

export interface TestRecord {
  readonly directive: Directive;
  /** Line of the directive, from 1. */
  readonly line: number;
  /** SQL or fed rows: the lines between the directive and `----` or the record's end. */
  readonly body: readonly string[];
  /** Lines behind `----`; null without one. */
  readonly expected: readonly string[] | null;
  /**
   * Line numbers, from 1: of `----` (or where it would stand), and behind the last expected line.
   */
  readonly expectedFrom: number;
  readonly expectedTo: number;
}

const SEPARATOR = '----';

/**
 * The records that run on an engine, up to the first `halt` that does.
 * @throws MillraceError TEST_FILE with file and line when the text is no test.
 */
export function parseCaseFile(
  text: string,
  file: string,
  engine: Engine = 'millrace',
): readonly TestRecord[] {
  const lines = text.split(/\r?\n/);
  const records: TestRecord[] = [];
  let hashThreshold = 0;
  let runs = true;
  /** A condition's line, from 1, while nothing stands below it. */
  let waits = 0;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as string;
    const blank = line.trim() === '';
    if (blank && waits > 0) break;
    if (blank || line.startsWith('#')) {
      at++;
      continue;
    }
    const control = readControl(line);
    if (control?.kind === 'fault') throw fault(control.reason, file, at + 1, control.hint);
    if (control?.kind === 'condition') {
      runs &&= control.runsOn(engine);
      waits = ++at;
      continue;
    }
    if (control?.kind === 'halt' && runs) return records;
    if (control?.kind === 'hash-threshold' && runs) hashThreshold = control.values;
    if (control !== undefined) at++;
    else {
      const record = readRecord(lines, at, file, hashThreshold);
      if (runs) records.push(record);
      at = record.expectedTo - 1;
    }
    runs = true;
    waits = 0;
  }
  if (waits > 0) throw fault('A record is missing below the condition', file, waits);
  return records;
}

function readRecord(
  lines: readonly string[],
  start: number,
  file: string,
  hashThreshold: number,
): TestRecord {
  const read = readDirective(lines[start] as string, start + 1, file);
  const directive = read.kind === 'query' ? { ...read, hashThreshold } : read;
  let at = start + 1;
  const body: string[] = [];
  while (at < lines.length && lines[at] !== SEPARATOR && (lines[at] as string).trim() !== '') {
    body.push(lines[at++] as string);
  }
  const expectedFrom = at + 1;
  let expected: string[] | null = null;
  if (lines[at] === SEPARATOR) {
    expected = [];
    at++;
    while (at < lines.length && (lines[at] as string).trim() !== '') {
      expected.push(lines[at++] as string);
    }
  }
  const record = { directive, line: start + 1, body, expected, expectedFrom, expectedTo: at + 1 };
  checkShape(record, file);
  return record;
}

const FORMS = new Map<string, (words: readonly string[], rest: string) => Directive | null>([
  ['statement', readStatement],
  ['query', readQuery],
  ['explain', (_, rest) => ({ kind: 'explain', details: listOf(rest) })],
  ['stream', ([name], rest) => (name === rest && name ? { kind: 'stream', name } : null)],
  ['feed', (_, rest) => (rest ? { kind: 'feed', table: rest } : null)],
  ['watermark', readWatermark],
  ['end', (_, rest) => (rest ? { kind: 'end', table: rest } : null)],
  ['advance', (_, rest) => (rest ? { kind: 'advance', duration: rest } : null)],
  ['barrier', (_, rest) => (rest ? null : { kind: 'barrier' })],
  ['recover', (_, rest) => (rest ? null : { kind: 'recover' })],
  ['changelog', ([name], rest) => (name === rest && name ? { kind: 'changelog', name } : null)],
  ['table', ([name], rest) => (name === rest && name ? { kind: 'table', name } : null)],
]);

function readDirective(line: string, number: number, file: string): Directive {
  const [word = '', ...words] = line.trim().split(/\s+/);
  const rest = line.trim().slice(word.length).trim();
  const directive = FORMS.get(word)?.(words, rest);
  if (directive === null || directive === undefined) {
    const reason = FORMS.has(word)
      ? `'${line.trim()}' is no form of '${word}'`
      : `'${word}' is no directive; allowed are ${[...FORMS.keys(), ...CONTROL_WORDS].join(', ')}`;
    const hint = 'docs/golden-tests.md has the forms; records are separated by empty lines.';
    throw fault(reason, file, number, hint);
  }
  if (directive.kind === 'statement-error' && !Object.hasOwn(errorTable, directive.code)) {
    const reason = `'${directive.code}' is no error code`;
    throw fault(reason, file, number, didYouMean(directive.code, Object.keys(errorTable)));
  }
  return directive;
}

function fault(reason: string, file: string, line: number, hint?: string): MillraceError {
  const place = { file, line };
  return new MillraceError('TEST_FILE', reason, hint === undefined ? { place } : { place, hint });
}

function readStatement(words: readonly string[]): Directive | null {
  if (words[0] === 'ok' && words.length === 1) return { kind: 'statement-ok' };
  const code = words[1];
  if (words[0] === 'error' && words.length === 2 && code) return { kind: 'statement-error', code };
  return null;
}

const SORT_MODES: readonly string[] = ['nosort', 'rowsort', 'valuesort'];

function readQuery(words: readonly string[]): Directive | null {
  let types: string | null = null;
  let sort: SortMode = 'nosort';
  for (const word of words) {
    if (SORT_MODES.includes(word)) sort = word as SortMode;
    else if (/^[IRT]+$/.test(word) && types === null) types = word;
    else return null;
  }
  return { kind: 'query', types, sort, hashThreshold: 0 };
}

function readWatermark(words: readonly string[]): Directive | null {
  const [table, ...time] = words;
  if (table === undefined || time.length === 0) return null;
  return { kind: 'watermark', table, time: time.join(' ') };
}

function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

const NEEDS_BODY: ReadonlySet<Directive['kind']> = new Set([
  'statement-ok',
  'statement-error',
  'query',
  'explain',
  'stream',
]);

const MAY_EXPECT: ReadonlySet<Directive['kind']> = new Set([
  'statement-error',
  'query',
  'explain',
  'changelog',
  'table',
]);

function checkShape(record: TestRecord, file: string): void {
  const { kind } = record.directive;
  const { line } = record;
  if (NEEDS_BODY.has(kind) && record.body.length === 0) {
    throw fault('SQL is missing below it', file, line);
  }
  if (!NEEDS_BODY.has(kind) && kind !== 'feed' && record.body.length > 0) {
    const found = `'${kind}' is followed by '${record.body[0]}'`;
    throw fault(`${found}; an empty line is missing between`, file, line);
  }
  if (record.expected !== null && !MAY_EXPECT.has(kind)) {
    throw fault(`'${kind}' expects no output`, file, line);
  }
}

/** True when the record's outcome is compared with something: counts as a checked block. */
export function isChecked(record: TestRecord): boolean {
  return record.directive.kind.startsWith('statement') || MAY_EXPECT.has(record.directive.kind);
}
