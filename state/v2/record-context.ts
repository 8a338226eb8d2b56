/** A record that is processed: its key, and how much of it is under way. */
import type { Address, Page } from './entry-store.js';

export interface RecordContext {
  /** Encoded. */
  readonly key: string;
  /** Prefixes of its entries begin with it. */
  readonly group: string;
  /** Greater ones come before others that wait for the key. */
  readonly priority: number;
  /** Accesses under way, and the code of the record while it runs; 0 = the record is done. */
  references: number;
}

/** What an access does in the store. */
export type AccessKind =
  /** Nothing but to wait for the key. */
  | { readonly kind: 'key' }
  | { readonly kind: 'get'; readonly suffix: string }
  /** Each entry is written as `renew` gives it, if it does. */
  | { readonly kind: 'scan'; readonly after: string | undefined; readonly renew?: Merge }
  | { readonly kind: 'write'; readonly write: () => void }
  /** Reads, and writes what `merge` makes of it, if anything. */
  | { readonly kind: 'merge'; readonly suffix: string; readonly merge: Merge };

export type Merge = (before: Uint8Array | undefined) => Uint8Array | undefined;

export type Outcome = Uint8Array | Page | undefined;

/** An access to what lies below one prefix. */
export interface Access {
  readonly context: RecordContext;
  readonly prefix: string;
  readonly what: AccessKind;
  /** Runs what waits for it. */
  readonly complete: (outcome: Outcome) => void;
}

/** The entry that an access reads by its address. */
export function addressOf({ prefix, what }: Access): Address {
  return { prefix, suffix: what.kind === 'get' || what.kind === 'merge' ? what.suffix : '' };
}
