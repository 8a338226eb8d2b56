/** What a benchmark says to the process that runs its job, and what that answers. Plain data. */
import type { StateCounts } from '../../state/api/counts.js';
import type { Order } from './rows-on-demand.js';
import type { TableName } from './tables.js';

export interface JobPlan {
  /** Tables that the query reads. */
  readonly tables: readonly TableName[];
  /** Bids are for any auction. */
  readonly uniform?: true;
  /** Columns of its sink, `o`. */
  readonly out: string;
  readonly query: string;
  readonly settings: Readonly<Record<string, string>>;
}

export type ToJob =
  | { readonly kind: 'start'; readonly plan: JobPlan }
  | { readonly kind: 'give'; readonly table: TableName; readonly order: Order }
  /** A look once all rows have gone through. */
  | { readonly kind: 'rest' }
  | { readonly kind: 'checkpoint' }
  | { readonly kind: 'look' };

export type FromJob =
  | { readonly kind: 'running' }
  /** Of the first batch that left the query, the last row; null for what is no number. */
  | {
      readonly kind: 'row';
      readonly values: readonly (number | null)[];
      /** Of the process so far. */
      readonly cpuSeconds: number;
    }
  | ({ readonly kind: 'checkpointed' } & Taken)
  | { readonly kind: 'looked'; readonly look: Look }
  | { readonly kind: 'failed'; readonly text: string };

export interface Taken {
  readonly ms: number;
  readonly path: string;
  /** Of the files that it names. */
  readonly stateBytes: number;
}

/** A job at a moment. */
export interface Look {
  readonly rowsOut: number;
  readonly state: StateCounts;
  readonly cpuSeconds: number;
  readonly heapBytes: number;
  /** Of arrays of the thread of the tasks. */
  readonly arrayBytes: number;
  readonly residentBytes: number;
  /** The most so far. */
  readonly mostResidentBytes: number;
}
