/** What a benchmark measured, and the bar that it has to take; printed as a table. */
export interface Bar {
  readonly what: string;
  readonly measured: string;
  /** Absent: reported only. */
  readonly bar?: string;
  readonly isMet?: boolean;
}

export interface Table {
  readonly title: string;
  readonly bars: readonly Bar[];
}

export function printTable({ title, bars }: Table): void {
  console.log(`\n## ${title}\n\n| what | measured | bar | |\n|---|---|---|---|`);
  for (const { what, measured, bar = '', isMet } of bars) {
    const verdict = isMet === undefined ? '' : isMet ? 'met' : '**missed**';
    console.log(`| ${what} | ${measured} | ${bar} | ${verdict} |`);
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] as number;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] as number) + high) / 2;
}

export const MEGABYTE = 1024 * 1024;

export function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(bytes < 10 * MEGABYTE ? 2 : 0)} MB`;
}

/** The greatest over the least. */
export function spread(values: readonly number[]): number {
  return Math.max(...values) / Math.min(...values);
}
