/** What a query of the chaos test is, and words that the computations of their own share. */
export interface Event {
  readonly k: string;
  readonly n: number;
  /** ms since 2001-01-01 00:00:00; no two events have the same, and they ascend. */
  readonly at: number;
}

export interface ChaosQuery {
  readonly name: string;
  /** Columns of the sink. */
  readonly columns: string;
  readonly select: string;
  /** SET statements of the session that runs it. */
  readonly settings?: string;
  /**
   * Of an updating query: so many of the first columns are unique in the table that its changes
   * make. Absent: all rows are +I, and stay.
   */
  readonly unique?: number;
  /** Which changes it makes depends on the clock and on barriers, where bundles of rows end. */
  readonly isBundled?: boolean;
  /** The rows in the end, in any order: CSV lines, of an updating query JSON arrays. */
  readonly expected: (events: readonly Event[]) => string[];
}

/** What the table `side` says of a number: of every second one something, of every tenth twice. */
export function notesOf(n: number): readonly string[] {
  if (n % 2 === 1) return [];
  return n % 10 === 0 ? [`a${n}`, `b${n}`] : [`a${n}`];
}

/** A time as text, with as much of a fraction as it has. */
export function timeOf(at: number): string {
  const text = new Date(Date.UTC(2001, 0, 1) + at).toISOString();
  const fraction = text.slice(19, 23).replace(/\.?0*$/, '');
  return `${text.slice(0, 10)} ${text.slice(11, 19)}${fraction}`;
}

/** A time as the CSV format writes it. */
export function csvTime(at: number): string {
  return `"${timeOf(at)}"`;
}

/** Groups in order of their first item. */
export function groups<T>(
  items: readonly T[],
  key: (item: T) => string,
): [key: string, items: T[]][] {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const at = key(item);
    const group = found.get(at);
    if (group === undefined) found.set(at, [item]);
    else group.push(item);
  }
  return [...found];
}

export function byKey(events: readonly Event[]): [k: string, events: Event[]][] {
  return groups(events, ({ k }) => k);
}

export function sum(events: readonly Event[]): number {
  return events.reduce((total, { n }) => total + n, 0);
}

export function least(events: readonly Event[]): number {
  return Math.min(...events.map(({ n }) => n));
}

export function most(events: readonly Event[]): number {
  return Math.max(...events.map(({ n }) => n));
}
