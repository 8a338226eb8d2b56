/**
 * `npm run bench`: SQL text through the planner and the runtime, one thread, rows a second of CPU
 * of the best run, beside a ceiling and beside loops written by hand (`sql/hand-loop.ts`), and a
 * checksum of the folded output. `-- NAME…` runs the cases whose names hold one of the words;
 * `--scale 0.1` takes a tenth of the rows; `--runs N`.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { caseNames, measured, rateOf } from './sql/child.js';
import type { CaseResult } from './sql/run-case.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
  },
});
const runner = fileURLToPath(new URL('./sql/run-case.js', import.meta.url));
const byHand = fileURLToPath(new URL('./sql/hand-loop.js', import.meta.url));

console.log(
  '| case | rows in | rows out | M rows/s | ceiling | of it | by hand here | of it | checksum |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
for (const name of caseNames(values, positionals)) {
  const result = measured(runner, name, values) as CaseResult;
  console.log(line(result, measured(byHand, name, values) as number | null));
}

if (positionals.length === 0) {
  const startup = fileURLToPath(new URL('./startup.js', import.meta.url));
  console.log(`\n${execFileSync(process.execPath, [startup], { encoding: 'utf8' })}`);
}

function line(result: CaseResult, handSeconds: number | null): string {
  const rate = rateOf(result);
  const hand = handSeconds === null ? null : result.inputRows / handSeconds / 1e6;
  const cells = [
    result.name,
    result.inputRows.toLocaleString('en-US'),
    result.outputRows.toLocaleString('en-US'),
    digits(rate),
    result.ceiling === null ? '' : String(result.ceiling),
    share(rate, result.ceiling),
    hand === null ? '' : digits(hand),
    share(rate, hand),
    result.checksum.toString(16).padStart(8, '0'),
  ];
  return `| ${cells.join(' | ')} |`;
}

function digits(rate: number): string {
  return rate.toFixed(rate < 10 ? 2 : 1);
}

function share(rate: number, of: number | null): string {
  if (of === null) return '';
  return `${Math.round((rate / of) * 100)} %`;
}
