/**
 * Rows as lines of a golden file: values separated by ` | `, text in single quotes where bare text
 * would be misread. `parseRow(formatRow(values))` gives the values back.
 */
import { MillraceError, type Place } from '../../conf/errors/error.js';

/** A value's text, or null for NULL. */
export type CellText = string | null;

const SEPARATOR = ' | ';

const ESCAPES = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['\\', '\\'],
  ["'", "'"],
]);

/**
 * @param quotable by cell: true for character types, whose text is quoted where that is needed
 */
export function formatRow(cells: readonly CellText[], quotable: readonly boolean[]): string {
  return cells.map((cell, i) => formatCell(cell, quotable[i] === true)).join(SEPARATOR);
}

function formatCell(cell: CellText, quotable: boolean): string {
  if (cell === null) return 'NULL';
  return quotable && needsQuotes(cell) ? quote(cell) : cell;
}

function needsQuotes(text: string): boolean {
  return text === '' || text === 'NULL' || /^\s|\s$|[\n\r\t'\\]|\s\|\s/.test(text);
}

function quote(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
    .replaceAll("'", "''");
  return `'${escaped}'`;
}

/** @throws MillraceError TEST_FILE on a quote that does not close or an unknown escape */
export function parseRow(line: string, place: Place): readonly CellText[] {
  const cells: CellText[] = [];
  let at = 0;
  for (;;) {
    while (line[at] === ' ') at++;
    const cell = line[at] === "'" ? readQuoted(line, at, place) : readBare(line, at);
    cells.push(cell.text);
    at = cell.end;
    while (line[at] === ' ') at++;
    if (at >= line.length) return cells;
    if (line[at] !== '|') {
      const found = line.slice(at, at + 20);
      throw fault(place, at, `'${found}' follows a quoted value; ' | ' or the line's end must`);
    }
    at++;
  }
}

interface Cell {
  readonly text: CellText;
  readonly end: number;
}

function readBare(line: string, start: number): Cell {
  const found = line.indexOf(SEPARATOR, start);
  const tail = line.endsWith(' |') ? line.length - 2 : line.length;
  const end = found < 0 ? Math.max(start, tail) : found;
  const text = line.slice(start, end).trim();
  return { text: text === 'NULL' ? null : text, end };
}

function readQuoted(line: string, start: number, place: Place): Cell {
  let text = '';
  for (let at = start + 1; at < line.length; at++) {
    const char = line[at] as string;
    if (char === "'" && line[at + 1] !== "'") return { text, end: at + 1 };
    if (char === '\\' || char === "'") {
      at++;
      const escaped = ESCAPES.get(line[at] ?? '');
      if (escaped === undefined) throw fault(place, at, `'\\${line[at]}' is no escape`);
      text += escaped;
    } else text += char;
  }
  throw fault(place, start, 'a quoted value does not end');
}

function fault(place: Place, at: number, reason: string): MillraceError {
  return new MillraceError('TEST_FILE', reason, { place: { ...place, column: at + 1 } });
}
