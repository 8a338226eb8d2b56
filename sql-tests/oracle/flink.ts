/**
 * A real Flink as a child process that answers one question at a time, as lines of JSON
 * (`java/Oracle.java`).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface, type Interface } from 'node:readline';
import type { Answer as ProbeAnswer } from '../probe/answer.js';
import { oracleClassPath } from './flink-home.js';

/** A change: the kind's symbol, then the printed values. */
export type FlinkRow = readonly (string | null)[];

export interface NamedColumn {
  readonly name: string;
  readonly type: string;
}

/** Columns and rows, or why there are none. */
export type QueryAnswer =
  | { readonly refused: string }
  | { readonly failed: string }
  | { readonly columns: readonly NamedColumn[]; readonly rows: readonly FlinkRow[] };

export interface Answer {
  readonly ok: boolean;
  /** Why not: the exception and its causes. */
  readonly causes?: readonly string[];
  readonly version?: string;
  readonly columns?: readonly NamedColumn[];
  readonly rows?: readonly FlinkRow[];
  readonly text?: string;
  /** What `probe` found, an expression each. */
  readonly answers?: readonly ProbeAnswer[];
  /** What `batch` found, a query each. */
  readonly queries?: readonly QueryAnswer[];
}

const OPENED_PACKAGES = ['java.lang', 'java.util', 'java.time'];

/** The planner's code runs seldom: the second compiler costs more than it saves. */
const SHORT_RUNS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx1500m'];
const LONG_RUNS = ['-XX:+UseSerialGC', '-Xmx6g'];
/**
 * Thousands of queries bring classes of their own, which run seldom: compiling them took more time
 * than planning the queries, and filled the room for machine code.
 */
const MANY_QUERIES = [
  '-XX:TieredStopAtLevel=1',
  '-XX:CompileThresholdScaling=3',
  '-XX:ReservedCodeCacheSize=512m',
  '-XX:+UseSerialGC',
  '-Xmx3g',
  '-Xmn1g',
];

const RUNS = { short: SHORT_RUNS, long: LONG_RUNS, queries: MANY_QUERIES };

export class Flink {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly #reader: Interface;

  /**
   * @param run what is to come: a few queries, queries over millions of rows, thousands of queries
   * @param slots the memory for state is divided among them; a running job takes one
   */
  constructor(run: keyof typeof RUNS = 'short', slots = 64) {
    const opens = OPENED_PACKAGES.map((name) => `--add-opens=java.base/${name}=ALL-UNNAMED`);
    const args = [...RUNS[run], ...opens, '-cp', oracleClassPath(), 'Oracle', String(slots)];
    this.#child = spawn('java', args, { stdio: ['pipe', 'pipe', 'ignore'] });
    if (this.#child.stdout === null) throw new Error('The oracle has no output');
    this.#reader = createInterface({ input: this.#child.stdout });
    this.#lines = this.#reader[Symbol.asyncIterator]();
  }

  async ask(question: Readonly<Record<string, unknown>>): Promise<Answer> {
    this.#child.stdin?.write(`${JSON.stringify(question)}\n`);
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error('The oracle ended');
    return JSON.parse(value) as Answer;
  }

  async close(): Promise<void> {
    this.#child.stdin?.end();
    if (this.#child.exitCode === null) await once(this.#child, 'exit');
    this.#reader.close();
  }
}
