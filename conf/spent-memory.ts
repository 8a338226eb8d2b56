/**
 * Arrays that nobody uses any more are freed when V8 collects its heap. It does that for the sake
 * of the heap: what lies outside of it (arrays) hardly counts until there are half a gigabyte of it
 * (`operators/runtime/heap-flag.ts` says why). So whoever makes large arrays looks, between pieces
 * of its work, how many bytes have come since the last collection, and has V8 collect in time.
 *
 * Young objects are collected in half a millisecond, and most batches are found dead there; all of
 * them, in tens of milliseconds, when a whole limit has come all the same.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Of the limit, what may come between two collections of the young. */
const YOUNG_SHARE = 0.25;

export class SpentMemory {
  /** Bytes that may be spent; more where the heap is larger, since collecting it takes longer. */
  limitBytes: number;
  /** The least bytes outside of the heap since young objects were collected, and since all were. */
  #leastSinceYoung = Infinity;
  #leastSinceAll = Infinity;

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
  }

  /** Has V8 collect what is due. */
  look(): void {
    const { external_memory: outside, used_heap_size: heap } = getHeapStatistics();
    const due = this.due(outside, heap);
    if (due !== null) collect(due);
  }

  /**
   * What is to be collected now; the next call takes it for done.
   * @param outside bytes of arrays, in use or not @param heap bytes of objects
   */
  due(outside: number, heap: number): 'young' | 'all' | null {
    this.#leastSinceYoung = Math.min(this.#leastSinceYoung, outside);
    this.#leastSinceAll = Math.min(this.#leastSinceAll, outside);
    const limit = Math.max(this.limitBytes, heap);
    if (outside - this.#leastSinceAll > limit) {
      this.#leastSinceYoung = Infinity;
      this.#leastSinceAll = Infinity;
      return 'all';
    }
    if (outside - this.#leastSinceYoung > limit * YOUNG_SHARE) {
      this.#leastSinceYoung = Infinity;
      return 'young';
    }
    return null;
  }
}

let gc: ((options?: { readonly type: 'minor' }) => void) | undefined;

/**
 * Collects the young now, or begins to collect all: V8 marks beside the thread's work and ends some
 * milliseconds later.
 *
 * A call of `gc` that does it all at once takes tens of milliseconds, and more behind them: V8 then
 * forgets the shapes of objects of which none lives just then, and all code that was compiled for
 * them (`PrefixLookup`, a `Buffer` of a native module). Marking in steps keeps them. The flag has
 * V8 begin with it after the next collection, whatever its limits are.
 */
export function collect(what: 'young' | 'all'): void {
  gc ??= exposed();
  if (what === 'all') setFlagsFromString('--stress-incremental-marking');
  gc({ type: 'minor' });
  if (what === 'all') setFlagsFromString('--no-stress-incremental-marking');
}

/**
 * The flag is taken back: compiled code is good for the same flags only. It is one for all threads,
 * each of which does this once: where another takes it back meanwhile, it is set again.
 */
function exposed(): NonNullable<typeof gc> {
  for (;;) {
    setFlagsFromString('--expose-gc');
    const found = runInNewContext('globalThis.gc') as typeof gc;
    setFlagsFromString('--no-expose-gc');
    if (found !== undefined) return found;
  }
}
