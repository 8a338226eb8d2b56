/** The `Warning` in the head of a reply (RFC 7234), which clients bound to a few kilobytes. */
import type { ServerResponse } from 'node:http';

/** In characters. */
const LONGEST = 400;
const MOST = 10;

/** Says what fits, before the head is sent. */
export function warn(reply: ServerResponse, texts: readonly string[]): void {
  const quoted = texts
    .filter((text) => text.length <= LONGEST)
    .slice(0, MOST)
    .map((text) => text.replaceAll(/[^ -~]/g, '?').replaceAll(/["\\]/g, '\\$&'))
    .map((text) => `199 millrace "${text}"`);
  if (quoted.length > 0) reply.setHeader('warning', quoted.join(', '));
}
