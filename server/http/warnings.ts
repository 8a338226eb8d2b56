/** The `Warning` in the head of a reply (RFC 7234), which clients bound to a few kilobytes. */

/** In characters. */
const LONGEST = 400;
const MOST = 10;

/** @returns undefined when there is nothing to say that fits */
export function warningHeader(texts: readonly string[]): string | undefined {
  const quoted = texts
    .filter((text) => text.length <= LONGEST)
    .slice(0, MOST)
    .map((text) => text.replaceAll(/[^ -~]/g, '?').replaceAll(/["\\]/g, '\\$&'))
    .map((text) => `199 millrace "${text}"`);
  return quoted.length === 0 ? undefined : quoted.join(', ');
}
