import { HEAP_FLAG } from '../operators/runtime/heap-flag.js';

/** Of every process in which something is measured: those of a server, and a large heap. */
export const NODE_FLAGS: readonly string[] = ['--max-old-space-size=8192', HEAP_FLAG];
