/** What is counted of one node in one task; sums of them are a job's progress. Plain data. */
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
}

export function newMeter(watermark: number): Meter {
  return { rowsIn: 0, rowsOut: 0, lateRows: 0, watermark, splits: 0, splitsRead: 0 };
}
