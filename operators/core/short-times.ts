/** Test support: times by their seconds, as `@05` or `@05.250`. */

/**
 * The text of a harness with its times written out, its lines without indentation.
 * @param day on which times are, in its first minute
 */
export function fullTimes(text: string, day = '2001-01-01'): string {
  return text
    .trim()
    .replaceAll(/\n\s+/g, '\n')
    .replaceAll(/@(\d\d)(\.\d+)?/g, (_, s: string, f = '.000') => `${day} 00:00:${s}${f}`);
}
