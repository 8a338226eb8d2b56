/**
 * `npm run bench:pairs -- OLD`: the cases of `npm run bench` on this build and on an older one,
 * whose `dist/` (built, with its `node_modules`) stands in the folder OLD. The two take turns, so
 * that both meet the same hour of the machine; of each pair the ratio of rates is taken, and the
 * median of a case's ratios is what counts. Ends with 1 where one is below `--least`. `--pairs 5`,
 * `--scale 0.25`, `--runs 2`, `--least 0.97`; words choose cases, as in `npm run bench`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { HEAP_FLAG } from '../operators/runtime/heap-flag.js';
import { fileCases, memoryCases } from './sql/cases.js';
import type { CaseResult } from './sql/run-case.js';

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
for (const { name } of [...memoryCases, ...fileCases(Number(values.scale))]) {
  if (words.length > 0 && !words.some((word) => name.includes(word))) continue;
  const pairs = Array.from({ length: Number(values.pairs) }, (): Pair => {
    return [measured(older, name), measured(newer, name)];
  });
  console.log(row(name, pairs));
}
process.exitCode = isSlower ? 1 : 0;

/** Rows a microsecond of CPU; null where a build has no such case. */
function measured(program: string, name: string): number | null {
  const args = ['--max-old-space-size=8192', HEAP_FLAG, program, name, values.scale, values.runs];
  try {
    const out = execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' });
    const result = JSON.parse(out) as CaseResult;
    return result.inputRows / result.cpuSeconds / 1e6;
  } catch (error) {
    if (String(error).includes('No case is called')) return null;
    throw error;
  }
}

function row(name: string, pairs: readonly Pair[]): string {
  const both = pairs.flatMap(([old, now]) => (old === null || now === null ? [] : [[old, now]]));
  if (both.length < pairs.length) return `| ${name} | | | in one build alone | |`;
  const ratios = both.map(([old, now]) => (now as number) / (old as number));
  const median = medianOf(ratios);
  if (median < Number(values.least)) isSlower = true;
  const cells = [
    name,
    medianOf(both.map(([old]) => old as number)).toFixed(2),
    medianOf(both.map(([, now]) => now as number)).toFixed(2),
    ratios.map((ratio) => ratio.toFixed(2)).join(' '),
    median.toFixed(2),
  ];
  return `| ${cells.join(' | ')} |`;
}

function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low, high] = [sorted[sorted.length - 1 - middle], sorted[middle]] as [number, number];
  return (low + high) / 2;
}
