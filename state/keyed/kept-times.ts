/**
 * Declarations without a time to live, of state that was stored with one: it keeps its times of
 * writing, and expires never. So files are read as they are, and a time to live that comes again
 * counts from the last writes.
 */
import type { LinkedRowsDescriptor } from '../api/row-list.js';

/**
 * @param signature of the declaration
 * @param stored the signature it was stored with; undefined = it is new
 */
export function keepingTimes<D extends { readonly ttlMs?: number }>(
  descriptor: D,
  signature: (descriptor: D) => string,
  stored: string | undefined,
): D {
  const kept = { ...descriptor, ttlMs: descriptor.ttlMs || Infinity };
  return signature(kept) === stored ? kept : descriptor;
}

/** The same of lists, each of which may have had one. */
export function keepingTimesOfLists(
  descriptor: LinkedRowsDescriptor,
  signature: (descriptor: LinkedRowsDescriptor) => string,
  stored: string | undefined,
): LinkedRowsDescriptor {
  const { lists, ttlMs = [] } = descriptor;
  for (let choice = 0; choice < 2 ** lists.length; choice++) {
    const kept = lists.map((_, list) => ttlMs[list] || ((choice >> list) & 1 ? Infinity : 0));
    const candidate = { ...descriptor, ttlMs: kept };
    if (signature(candidate) === stored) return candidate;
  }
  return descriptor;
}
