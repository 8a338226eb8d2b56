/** What is asked of the process that runs a query, and what that answers. Plain data. */

export interface Events {
  readonly count: number;
  readonly seed: number;
  /** Events a second of event time. */
  readonly rate: number;
}

export interface QueryPlan {
  /** `q5` */
  readonly query: string;
  readonly events: Events;
  /** A folder with the events in files; null: the query reads the generator. */
  readonly files: string | null;
  readonly settings: Readonly<Record<string, string>>;
  /** Of this run alone: its checkpoints, its output. */
  readonly folder: string;
  /** The process is to be killed behind so many checkpoints. */
  readonly dieAfter?: number;
  /** The query is not run: another engine left its changes here, or, of one that writes, files. */
  readonly answer?: string;
  /** Goes on with what a killed process of the same folder left. */
  readonly resumes?: true;
}

/** Rows that stand at the end, and their hash, which depends on no order: eight hex digits. */
export interface Output {
  readonly rows: number;
  readonly hash: string;
}

/** Of an output of which only the number of rows is known beforehand. */
export const NO_HASH = '-';

export interface Measured {
  /** Of the tables that the query reads. */
  readonly rowsRead: number;
  readonly cpuSeconds: number;
  readonly seconds: number;
  readonly peakBytes: number;
  readonly checkpoints: number;
}

export interface Ran {
  readonly kind: 'ran';
  readonly output: Output;
  readonly measured?: Measured;
}

export type QueryAnswer = { readonly kind: 'refused'; readonly reason: string } | Ran;

export function isRan(answer: QueryAnswer | undefined): answer is Ran {
  return answer?.kind === 'ran';
}

export function sameOutput(a: Output, b: Output): boolean {
  return a.rows === b.rows && a.hash === b.hash;
}

export function outputText({ rows, hash }: Output): string {
  return `${rows} ${hash}`;
}
