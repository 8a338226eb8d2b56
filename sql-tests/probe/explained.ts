/**
 * Differences between the answers of both engines that have a reason: Flink's own failures, and
 * what `docs/differences.md` tells of.
 */
import { type Answer, type Cell, isError, sameAnswer } from './answer.js';

/** Flink breaks down there: no answer that a query could rely on. */
const BROKEN = new RegExp(
  [
    'NullPointer|ClassCast|IndexOutOf|StackOverflow|UnsupportedOperation|IllegalState',
    'CompileException|CodeGenException|AssertionError|MatchError',
  ].join('|'),
);

export function isExplained(expression: string, here: Answer, there: Answer): boolean {
  if ('refused' in there) return BROKEN.test(there.refused);
  if ('refused' in here || here.type !== there.type) return false;
  const cells = there.cells.map((cell, i) => (isBroken(cell) ? (here.cells[i] ?? null) : cell));
  return sameAnswer(here, { type: there.type, cells }) || PURPOSEFUL.test(expression);
}

function isBroken(cell: Cell): boolean {
  return isError(cell) && BROKEN.test(cell.error);
}

/** Forms with a line in `docs/differences.md`: what their values are made of, not their types. */
const PURPOSEFUL = new RegExp(
  [
    // Parts of timestamps before 1970, and what is rounded to them.
    'EXTRACT|YEAR|QUARTER|MONTH|WEEK|DAYOF|HOUR|MINUTE|SECOND',
    // The last digit of transcendental functions.
    'SIN|COS|TAN|COT|LN|LOG|EXP|POWER|SQRT|RADIANS|DEGREES',
    // The order of a hash map's entries.
    'STR_TO_MAP|MAP_UNION',
    // Texts that do not fit a pattern.
    'TO_DATE|TO_TIMESTAMP|UNIX_TIMESTAMP',
  ].join('|'),
);
