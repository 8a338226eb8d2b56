/**
 * `npm run bench`: SQL text through the planner and the runtime, one thread, rows a second of the best
 * run beside a ceiling, and a checksum of the folded output. `-- NAME…` runs the cases whose names
 * hold one of the words; `--scale 0.1` takes a tenth of the rows; `--runs N`.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { HEAP_FLAG } from '../operators/runtime/heap-flag.js';
import { fileCases, memoryCases } from './sql/cases.js';
import type { CaseResult } from './sql/run-case.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scale: { type: 'string', default: '1' },
    runs: { type: 'string', default: '3' },
  },
});
const runner = fileURLToPath(new URL('./sql/run-case.js', import.meta.url));

console.log('| case | rows in | rows out | M rows/s | ceiling | of it | checksum |');
console.log('|---|---|---|---|---|---|---|');
for (const { name } of [...memoryCases, ...fileCases(Number(values.scale))]) {
  if (positionals.length > 0 && !positionals.some((word) => name.includes(word))) continue;
  const args = ['--max-old-space-size=8192', HEAP_FLAG, runner, name, values.scale, values.runs];
  const output = execFileSync(process.execPath, args, { encoding: 'utf8' });
  console.log(line(JSON.parse(output) as CaseResult));
}

function line(result: CaseResult): string {
  const rate = result.inputRows / result.cpuSeconds / 1e6;
  const share = `${Math.round((rate / result.ceiling) * 100)} %`;
  const cells = [
    result.name,
    result.inputRows.toLocaleString('en-US'),
    result.outputRows.toLocaleString('en-US'),
    rate.toFixed(rate < 10 ? 2 : 1),
    String(result.ceiling),
    share,
    result.checksum.toString(16).padStart(8, '0'),
  ];
  return `| ${cells.join(' | ')} |`;
}
