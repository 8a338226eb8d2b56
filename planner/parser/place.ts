/** From offsets in a text to the place that an error shows. */
import type { Place } from '../../conf/errors/error.js';

/** Lines and columns count from 1; the offsets are UTF-16 units of `text`. */
export function placeAt(text: string, start: number, end: number, file?: string): Place {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < start; at = text.indexOf('\n', at + 1)) {
    line++;
    lineStart = at + 1;
  }
  const lineEnd = text.indexOf('\n', lineStart);
  const sourceLine = text.slice(lineStart, lineEnd < 0 ? text.length : lineEnd);
  return {
    ...(file === undefined ? {} : { file }),
    line,
    column: start - lineStart + 1,
    start,
    end,
    sourceLine: sourceLine.replace(/\r$/, ''),
  };
}
