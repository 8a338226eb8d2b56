/**
 * `npm run bench:pairs -- OLD`: the cases of `npm run bench` on this build and on an older one,
 * whose `dist/` (built, with its `node_modules`) stands in the folder OLD. The two take turns, so
 * that both meet the same hour of the machine; of each pair the ratio of rates is taken, and the
 * median of a case's ratios is what counts. Ends with 1 where one is below `--least`. `--pairs 5`,
 * `--scale 0.25`, `--runs 2`, `--least 0.97`; words choose cases, as in `npm run bench`.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { caseNames, measured, rateOf } from './sql/child.js';
import type { CaseResult } from './sql/run-case.js';
import { median } from './state-remote/bar.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pairs: { type: 'string', default: '5' },
    scale: { type: 'string', default: '0.25' },
    runs: { type: 'string', default: '2' },
    least: { type: 'string', default: '0.97' },
  },
});
const [folder, ...words] = positionals;
const newer = fileURLToPath(new URL('./sql/run-case.js', import.meta.url));
const older = resolve(folder ?? '', 'dist/bench/sql/run-case.js');
if (folder === undefined || !existsSync(older)) {
  console.error(`There is no '${older}': give the folder of an older build`);
  process.exit(2);
}

/** Rates of the older and the newer build; null where a build has no such case. */
type Pair = readonly [number | null, number | null];

let isSlower = false;
console.log(
  '| case | older, M rows/s | newer, M rows/s | ratios | median |\n|---|---|---|---|---|',
);
for (const name of caseNames(values, words)) {
  const pairs = Array.from({ length: Number(values.pairs) }, (): Pair => {
    return [rate(older, name), rate(newer, name)];
  });
  console.log(row(name, pairs));
}
process.exitCode = isSlower ? 1 : 0;

/** As `rateOf` gives it; null where a build has no such case. */
function rate(program: string, name: string): number | null {
  try {
    return rateOf(measured(program, name, values) as CaseResult);
  } catch (error) {
    if (String(error).includes('No case is called')) return null;
    throw error;
  }
}

function row(name: string, pairs: readonly Pair[]): string {
  const both = pairs.flatMap(([old, now]) => (old === null || now === null ? [] : [[old, now]]));
  if (both.length < pairs.length) return `| ${name} | | | in one build alone | |`;
  const ratios = both.map(([old, now]) => (now as number) / (old as number));
  const middle = median(ratios);
  if (middle < Number(values.least)) isSlower = true;
  const cells = [
    name,
    median(both.map(([old]) => old as number)).toFixed(2),
    median(both.map(([, now]) => now as number)).toFixed(2),
    ratios.map((it) => it.toFixed(2)).join(' '),
    middle.toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}
