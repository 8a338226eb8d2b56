/**
 * What the executor of public state needs of a store: entries, an address and bytes each, of which
 * some are near and others have to be waited for. An address has two parts: a prefix, which is
 * a state, key and namespace, and a suffix, which tells apart what they hold. Both are strings of
 * one character a byte (latin1), which order as their bytes do.
 *
 * Writes are seen by all reads that begin after them; a read that began before never sees them.
 */
import type { Sealed } from '../api/snapshot.js';

export interface Address {
  readonly prefix: string;
  readonly suffix: string;
}

export interface Page {
  readonly entries: readonly (readonly [suffix: string, value: Uint8Array])[];
  /** Nothing follows. */
  readonly isLast: boolean;
}

export interface EntryStore {
  /** null = there is none; undefined = only `far` knows. */
  near(prefix: string, suffix: string): Uint8Array | null | undefined;
  /**
   * Values of addresses for which `near` did not know, as they were written before. A promise where
   * they must be waited for.
   */
  far(addresses: readonly Address[]): FarValues | Promise<FarValues>;
  /** At most `limit` entries below a prefix, in order; behind the suffix `after`, if given. */
  scan(prefix: string, after: string | undefined, limit: number): Page | Promise<Page>;
  put(prefix: string, suffix: string, value: Uint8Array): void;
  delete(prefix: string, suffix: string): void;
  /** Deletes all below a prefix. */
  clear(prefix: string): void;
  /** Resolves when files have more of what was written; undefined = there is room for writes. */
  readonly full: Promise<void> | undefined;
  /** Seals all that was written. */
  seal(): Sealed;
  close(): Promise<void>;
}

export type FarValues = readonly (Uint8Array | undefined)[];

export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

export function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}
