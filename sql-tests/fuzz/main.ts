/**
 * `npm run fuzz -- --seed N [--statements N] [--requests N]`: mutated statements are parsed,
 * planned and run, mutated requests are sent to a server. Prints what came of it, counted by error
 * code, and what broke a rule, with the command that repeats it. Exit code 0 when nothing did and
 * enough of the statements parse.
 */
import { parseArgs } from 'node:util';
import { fuzzRequests } from './requests.js';
import { fuzzStatements } from './statements.js';

/** Fewer, and the mutations would test the parser's first words only. */
const PARSED_SHARE = 0.3;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    statements: { type: 'string', default: '100000' },
    requests: { type: 'string', default: '10000' },
  },
});
const [seed, statements, requests] = [values.seed, values.statements, values.requests].map(Number);
if (![seed, statements, requests].every((it) => Number.isSafeInteger(it) && Number(it) >= 0)) {
  console.error('Usage: npm run fuzz -- --seed N [--statements N] [--requests N]');
  process.exit(2);
}

let failed = false;

function printCounts(counts: ReadonlyMap<string | number, number>): void {
  for (const [code, count] of [...counts].sort(([, a], [, b]) => b - a)) {
    console.log(`  ${String(count).padStart(7)}  ${code}`);
  }
}

function printFailures(failures: readonly string[], options: string): void {
  if (failures.length === 0) return;
  failed = true;
  console.log(`${failures.length} failures; again: npm run fuzz -- --seed ${seed} ${options}`);
  for (const failure of failures) console.log(`- ${failure}\n`);
}

async function runStatements(count: number): Promise<void> {
  const result = await fuzzStatements({ seed: Number(seed), count });
  const share = result.parsed / count;
  console.log(
    `${count} statements: ${(share * 100).toFixed(1)} % parse, ${result.planned} are planned, ` +
      `${result.ran} are run, the slowest plan took ${result.slowestMs.toFixed(0)} ms`,
  );
  printCounts(result.counts);
  if (share < PARSED_SHARE) {
    failed = true;
    console.log('Too few parse.');
  }
  printFailures(result.failures, `--statements ${count} --requests 0`);
}

async function runRequests(count: number): Promise<void> {
  const result = await fuzzRequests({ seed: Number(seed), count });
  const [before, after] = result.heapBytes.map((bytes) => (bytes / 2 ** 20).toFixed(1));
  console.log(
    `${count} mutated requests among ${result.sent}: the slowest SELECT 1 took ` +
      `${result.slowestPingMs.toFixed(0)} ms, the heap went from ${before} to ${after} MB`,
  );
  printCounts(result.statuses);
  printCounts(result.counts);
  printFailures(result.failures, `--statements 0 --requests ${count}`);
}

if (Number(statements) > 0) await runStatements(Number(statements));
if (Number(requests) > 0) await runRequests(Number(requests));
process.exitCode = failed ? 1 : 0;
