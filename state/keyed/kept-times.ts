/**
 * Declarations of state that was stored with another time to live. One that went leaves the times
 * of writing: the state expires never, files are read as they are, and a time to live that comes
 * again counts from the last writes. One that comes to state without times makes it written when
 * it is restored.
 */
import type { LinkedRowsDescriptor } from '../api/row-list.js';

export interface SettledTimes<D> {
  /** As it is stored from now on. */
  readonly descriptor: D;
  /** By list (one, where it has no lists): what is stored lacks times. Empty = none does. */
  readonly untimed: readonly boolean[];
}

/**
 * @param signature of the declaration
 * @param stored the signature it was stored with; undefined = it is new
 */
export function settledTimes<D extends { readonly ttlMs?: number }>(
  descriptor: D,
  signature: (descriptor: D) => string,
  stored: string | undefined,
): SettledTimes<D> {
  const { ttlMs = 0 } = descriptor;
  const found = settled([ttlMs], ([ms]) => signature({ ...descriptor, ttlMs: ms }) === stored);
  if (found === null) return { descriptor, untimed: [] };
  return { descriptor: { ...descriptor, ttlMs: found.ttlMs[0] }, untimed: found.untimed };
}

/** The same of lists, each of which has its own time to live. */
export function settledTimesOfLists(
  descriptor: LinkedRowsDescriptor,
  signature: (descriptor: LinkedRowsDescriptor) => string,
  stored: string | undefined,
): SettledTimes<LinkedRowsDescriptor> {
  const declared = descriptor.lists.map((_, list) => descriptor.ttlMs?.[list] ?? 0);
  const found = settled(declared, (ttlMs) => signature({ ...descriptor, ttlMs }) === stored);
  if (found === null) return { descriptor, untimed: [] };
  return { descriptor: { ...descriptor, ttlMs: found.ttlMs }, untimed: found.untimed };
}

/**
 * Finds which lists were stored with times. Null where the state is new, or differs otherwise.
 * @param declared how long each list lives, ms; 0 = forever
 */
function settled(
  declared: readonly number[],
  isStored: (ttlMs: readonly number[]) => boolean,
): { readonly ttlMs: readonly number[]; readonly untimed: readonly boolean[] } | null {
  for (let choice = 0; choice < 2 ** declared.length; choice++) {
    const wasTimed = declared.map((_, list) => ((choice >> list) & 1) === 1);
    if (!isStored(declared.map((ms, list) => (wasTimed[list] ? ms || Infinity : 0)))) continue;
    const untimed = declared.map((ms, list) => ms > 0 && !wasTimed[list]);
    return {
      ttlMs: declared.map((ms, list) => ms || (wasTimed[list] ? Infinity : 0)),
      untimed: untimed.includes(true) ? untimed : [],
    };
  }
  return null;
}
