/** What is counted of one node in one task; sums of them are a job's progress. Plain data. */
import type { StateReads } from '../../state/api/store.js';

/** How a task with state reads it. */
export interface StateMeter extends StateReads {
  /** Rows whose state is being read, those of batches read ahead included. */
  inFlightRows: number;
  /** Time that the task waited for its state, ms. */
  waitMs: number;
  /** Memory of its tables. */
  memoryBytes: number;
}

export interface Meter {
  rowsIn: number;
  rowsOut: number;
  /** Flink's numLateRecordsDropped. */
  lateRows: number;
  /** Milliseconds since the epoch; `START_OF_TIME` before there was one. */
  watermark: number;
  /** Splits that a source task was given, and how much of them is read: a sum of shares 0 to 1. */
  splits: number;
  splitsRead: number;
  /** Of the head of a task with state, as it was when it was asked for. */
  state: StateMeter | null;
}

export function newMeter(watermark: number): Meter {
  const counts = { rowsIn: 0, rowsOut: 0, lateRows: 0, splits: 0, splitsRead: 0 };
  return { ...counts, watermark, state: null };
}
