/** Has a query run in a process of its own (`query-process.ts`). */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NODE_FLAGS } from '../node-flags.js';
import type { QueryAnswer, QueryPlan } from './plan.js';

const program = fileURLToPath(new URL('./query-process.js', import.meta.url));

export type Wanted = Omit<QueryPlan, 'folder' | 'resumes'>;

export interface Asked {
  readonly answer: QueryAnswer;
  /** The process was killed, and another went on. */
  readonly wasKilled: boolean;
}

/** @throws Error with what the process says on standard error */
export function askProcess(wanted: Wanted, measures: boolean): Asked {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-nexmark-'));
  try {
    const killed = wanted.dieAfter === undefined ? null : spawn({ ...wanted, folder }, false);
    if (killed !== null && killed.signal !== 'SIGKILL') {
      return { answer: answerOf(killed), wasKilled: false };
    }
    const { dieAfter: _, ...rest } = wanted;
    const plan: QueryPlan = { ...rest, folder, ...(killed === null ? {} : { resumes: true }) };
    return { answer: answerOf(spawn(plan, measures)), wasKilled: killed !== null };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Spawned = ReturnType<typeof spawnSync>;

function spawn({ settings, ...plan }: QueryPlan, measures: boolean): Spawned {
  const kept = { 'execution.checkpointing.dir': `file://${plan.folder}/checkpoints`, ...settings };
  const text = JSON.stringify({ ...plan, settings: kept } satisfies QueryPlan);
  const args = [...NODE_FLAGS, program, text];
  if (measures) args.push('measured');
  return spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
}

function answerOf({ status, stdout, stderr }: Spawned): QueryAnswer {
  if (status !== 0) throw new Error(`The process of a query ended with ${status}: ${stderr}`);
  return JSON.parse(String(stdout)) as QueryAnswer;
}
