/**
 * The heap of a thread that runs tasks. Batches are typed arrays outside of the JavaScript heap,
 * but V8 counts them against the limit at which it marks the old generation, and it lowers that
 * limit to a few megabytes while little survives: then a full collection came for every 19 MB of
 * batches, and marking took more than half of the CPU of a query (a group aggregate of 1,000 keys:
 * 2.2 s of CPU instead of 0.75). A limit that is given stays, and batches die in scavenges; what
 * does not is collected when `SpentMemory` says so.
 *
 * Read when a heap is made: give it to `node`, or set it before a worker is started.
 */
export const HEAP_FLAG = '--initial-old-space-size=512';
