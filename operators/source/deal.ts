/**
 * Made rows, dealt out: blocks of rows go to the splits in turn, so that n splits together have the
 * rows of one, and event time goes on in all of them alike.
 */
import type { Split } from '../core/source.js';

/** Plain data. */
export interface DealtSplit extends Split {
  readonly part: number;
  readonly parts: number;
}

export function dealtSplits(parts: number): readonly DealtSplit[] {
  return Array.from({ length: parts }, (_, part) => {
    return { id: `rows ${part + 1}/${parts}`, part, parts };
  });
}

/** Rows in the blocks `part`, `part + parts`, … of so many rows; Infinity where there is no end. */
export function rowsOfPart(rows: number, blockRows: number, { part, parts }: DealtSplit): number {
  if (!Number.isFinite(rows)) return rows;
  const whole = Math.floor(rows / blockRows);
  const mine = Math.floor(whole / parts) + (part < whole % parts ? 1 : 0);
  return mine * blockRows + (part === whole % parts ? rows % blockRows : 0);
}
