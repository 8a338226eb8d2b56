/**
 * Differences between the answers of both engines that have a reason: Flink's own failures, and
 * what `docs/differences.md` tells of, each by its exact kind.
 */
import { type Answer, type Cell, isError, sameAnswer } from './answer.js';

/** Flink breaks down there: no answer that a query could rely on. */
const BROKEN = new RegExp(
  [
    'NullPointer|ClassCast|IndexOutOf|StackOverflow|UnsupportedOperation|IllegalState',
    'CompileException|CodeGenException|AssertionError|MatchError',
    // AVG of DECIMAL(38, 38) cannot hold the 0 that it starts with.
    'Cannot convert 0 to DECIMAL',
    // A NULL of a type that is NOT NULL, as an aggregate of no rows has it.
    'EnforcerException',
  ].join('|'),
);

/** Flink takes BITMAP and BITMAP NOT NULL for types that cannot be compared. */
const BITMAPS = /^\w+: Cannot apply '[^']*' to arguments of type '[^']*<BITMAP( NOT NULL)?>/;

export function isExplained(expression: string, here: Answer, there: Answer): boolean {
  if ('refused' in there) return BROKEN.test(there.refused) || BITMAPS.test(there.refused);
  if ('refused' in here || here.type !== there.type) return isFailed(there);
  if (here.cells.length !== there.cells.length) return isFailed(there);
  const kinds = VALUES.filter(({ of }) => of.test(expression));
  return there.cells.every((cell, i) => {
    const own = here.cells[i] ?? null;
    if (sameCell(own, cell) || isBroken(cell)) return true;
    return kinds.some(({ equal }) => equal(own, cell));
  });
}

/** A query that ended because Flink broke down. */
function isFailed({ cells }: Extract<Answer, { type: string }>): boolean {
  return cells.length === 1 && isBroken(cells[0] ?? null);
}

function isBroken(cell: Cell): boolean {
  return isError(cell) && BROKEN.test(cell.error);
}

function sameCell(a: Cell, b: Cell): boolean {
  return sameAnswer({ type: '', cells: [a] }, { type: '', cells: [b] });
}

/** Values that may differ in an expression that holds `of`, and how. */
const VALUES: readonly {
  readonly of: RegExp;
  readonly equal: (here: Cell, there: Cell) => boolean;
}[] = [
  {
    // Each JVM has its own transcendental functions.
    of: /\b(A?(SIN|COS|TAN)H?|ATAN2|COT|LN|LOG(2|10)?|EXP|POWER|SQRT|RADIANS|DEGREES)\(/,
    equal: (here, there) => isNear(numberOf(here), numberOf(there)),
  },
  {
    // Entries of types whose hash code is that of Flink's binary form come in order of arrival.
    of: /COLLECT\(|MAP_UNION|AS MAP</,
    equal: (here, there) => sorted(here) === sorted(there),
  },
  {
    // How many U+FFFD bytes that are no UTF-8 are shown as.
    of: /FROM_BASE64|DECODE|CAST\(|UNHEX/,
    equal: (here, there) =>
      typeof here === 'string' && here.includes('\ufffd') && shown(here) === shown(there),
  },
  {
    // Half of a surrogate pair alone.
    of: /JSON/,
    equal: (here, there) =>
      typeof here === 'string' && here.replaceAll(/\p{Cs}|\ufffd/gu, '?') === there,
  },
  {
    // An empty match between the halves of a surrogate pair.
    of: /REGEXP_(COUNT|EXTRACT_ALL|REPLACE)\(.*, ''/,
    equal: (here, there) => typeof there === 'string' && withoutEmpty(here) === withoutEmpty(there),
  },
  {
    // A DECIMAL constant is made a DOUBLE in one step there, a value in two.
    of: /999999999999999\.5/,
    equal: (here, there) => isNear(numberOf(here), numberOf(there)),
  },
  {
    // Flink's folding gives the type's default for what a constant array does not have.
    of: /(ARRAY|MAP)\[[^\]]*\]\)*\[/,
    equal: () => true,
  },
];

function numberOf(cell: Cell): number {
  return typeof cell === 'string' ? Number(cell) : Number.NaN;
}

/** Within two units of the last place. */
function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.abs(a) * 2 ** -51;
}

function sorted(cell: Cell): string {
  return typeof cell === 'string' ? [...cell].sort().join('') : '';
}

/** Without what empty matches leave behind. */
function withoutEmpty(cell: Cell): string | null {
  if (typeof cell !== 'string') return null;
  return /^\d+$/.test(cell) ? 'number' : cell.replace(/[\ud800-\udfff?]|, |-/g, '');
}

function shown(cell: Cell): string | null {
  return typeof cell === 'string' ? cell.replace(/\ufffd+/g, '\ufffd') : null;
}
