/**
 * One query in a process of its own: `node query-process.js PLAN`, PLAN and the answer as JSON. The
 * first run is hashed; a plan that is to be measured runs once more, on warm code.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, MillraceError } from '../../conf/errors/error.js';
import type { QueryAnswer, QueryPlan } from './plan.js';
import { countedRun, foreignOutput, hashedRun, measuredRun } from './run-query.js';
import { isRepeatable } from './tables.js';

async function answer(plan: QueryPlan, measures: boolean): Promise<QueryAnswer> {
  try {
    const { answer: left } = plan;
    const isCounted = measures && !isRepeatable(plan.query);
    const run = isCounted ? countedRun : hashedRun;
    const output = left === undefined ? await run(plan) : await foreignOutput(plan, left);
    if (!measures) return { kind: 'ran', output };
    const folder = join(plan.folder, 'measured');
    mkdirSync(folder);
    return { kind: 'ran', output, measured: await measuredRun({ ...plan, folder }) };
  } catch (error) {
    if (!(error instanceof MillraceError) || error.code !== 'PLAN_UNSUPPORTED') throw error;
    return { kind: 'refused', reason: describe(error) };
  }
}

/** Waits of the engine keep no process alive. */
setInterval(() => {}, 1000);

const [text = '', measures] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await answer(JSON.parse(text), measures === 'measured')));
process.exit(0);
