/** The cases of the benchmark, each measured in a process of its own (`run-case.ts`). */
import { execFileSync } from 'node:child_process';
import { NODE_FLAGS } from '../node-flags.js';
import { fileCases, memoryCases } from './cases.js';
import type { CaseResult } from './run-case.js';

/** As on the command line. */
export interface Measuring {
  readonly scale: string;
  readonly runs: string;
}

/** Those whose names hold one of the words; all where there is no word. */
export function caseNames({ scale }: Measuring, words: readonly string[]): string[] {
  const names = [...memoryCases, ...fileCases(Number(scale))].map(({ name }) => name);
  return words.length === 0 ? names : names.filter((name) => words.some((it) => name.includes(it)));
}

/**
 * The JSON that a program prints of a case.
 * @throws Error with what it says on standard error
 */
export function measured(program: string, name: string, { scale, runs }: Measuring): unknown {
  const args = [...NODE_FLAGS, program, name, scale, runs];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }));
}

/** Millions of rows a second of CPU. */
export function rateOf({ inputRows, cpuSeconds }: CaseResult): number {
  return inputRows / cpuSeconds / 1e6;
}
