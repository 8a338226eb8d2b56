/** Who holds the managed memory of a running server, as `GET /memory` tells it. */
import type { MemoryUse } from '../../operators/runtime/thread-memory.js';

export interface MemoryJson {
  /** `taskmanager.memory.managed.size` */
  readonly managedBytes: number;
  readonly process: { readonly rss: number };
  readonly workers: readonly (MemoryUse & { readonly worker: number })[];
  readonly operators: readonly OperatorMemory[];
}

/** An operator that keeps state, all its tasks together. */
export interface OperatorMemory {
  readonly job: string;
  readonly jobName: string;
  readonly vertex: string;
  readonly name: string;
  readonly tableBytes: number;
  readonly inFlightRecords: number;
}
