/**
 * Memory of large arenas, which come and go as they grow. It is mapped from the system and given
 * back as a whole, where `malloc` keeps what was freed between what is still used: blocks of up to
 * 32 MB, once the first of that size was freed. A WebAssembly memory is such memory, and an array
 * over it is like any other.
 */

/** The types of Node leave it out. */
declare const WebAssembly: {
  readonly Memory: new (size: {
    readonly initial: number;
    readonly maximum: number;
    readonly shared: boolean;
  }) => { readonly buffer: ArrayBuffer };
};

/** Smaller ones are not worth a mapping, which takes some 50 µs. */
export const LEAST_MAPPED = 1 << 19;
const PAGE_BYTES = 1 << 16;

/** So many bytes, all 0. @param isShared whether other threads may have them too */
export function mappedBytes(bytes: number, isShared = false): Uint8Array {
  if (bytes >= LEAST_MAPPED) {
    const pages = Math.ceil(bytes / PAGE_BYTES);
    try {
      const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: isShared });
      return new Uint8Array(memory.buffer, 0, bytes);
    } catch {
      // Each mapping reserves gigabytes of addresses, which a system may be set to refuse.
    }
  }
  return isShared ? new Uint8Array(new SharedArrayBuffer(bytes)) : new Uint8Array(bytes);
}
