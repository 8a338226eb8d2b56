/**
 * `--rewrite`: puts what came out into the file, and nothing else. Records whose output is as
 * expected keep their bytes; so do comments, SQL and line ends.
 */
import { matches, type RecordOutcome } from './outcome.js';

/** @param outcomes of the records of `text`, in order */
export function rewriteExpected(text: string, outcomes: readonly RecordOutcome[]): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = text.split(/\r?\n/);
  for (const outcome of [...outcomes].reverse()) {
    const { record, actual } = outcome;
    if (actual === null || matches(outcome)) continue;
    const from = record.expectedFrom - 1;
    const count = Math.min(record.expectedTo - 1, lines.length) - from;
    lines.splice(from, count, '----', ...actual);
  }
  if (lines.at(-1) !== '') lines.push('');
  return lines.join(end);
}
