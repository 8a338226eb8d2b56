/** Half of a surrogate pair alone has no UTF-8 form. */
const LONE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const ANY = /[\uD800-\uDFFF]/;

/** The text with `?` in the place of what UTF-8 cannot write, as Java encodes it. */
export function wellFormed(text: string): string {
  return ANY.test(text) ? text.replace(LONE, '?') : text;
}
