/**
 * From the start of the server's process to the first row of `SELECT 1` over HTTP: prints the best
 * and the median of some runs, beside the limit of 500 ms. `-- N` runs, 7 when absent.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../bin/main.js', import.meta.url));
const LIMIT_MS = 500;

/** Milliseconds of one start. */
async function measure(): Promise<number> {
  const started = performance.now();
  const args = [main, 'start', '-D', 'sql-gateway.endpoint.rest.port=0'];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  for await (const chunk of server.stdout) {
    printed += String(chunk);
    if (printed.includes('\n')) break;
  }
  const url = /http:\S+/.exec(printed)?.[0];
  const response = await fetch(`${url}/sql`, { method: 'POST', body: 'SELECT 1 AS n' });
  const row = await response.text();
  const taken = performance.now() - started;
  if (row !== '{"n":1}\n') throw new Error(`The first row is ${row}`);
  server.kill();
  await new Promise((resolve) => server.once('exit', resolve));
  return taken;
}

const runs = Number(process.argv[2] ?? 7);
const taken: number[] = [];
for (let run = 0; run < runs; run++) taken.push(await measure());
taken.sort((a, b) => a - b);
const [best = 0, median = 0] = [taken[0], taken[Math.floor(runs / 2)]];
console.log('| start to first row of SELECT 1 | best ms | median ms | limit |');
console.log('|---|---|---|---|');
console.log(`| ${runs} runs | ${best.toFixed(0)} | ${median.toFixed(0)} | ${LIMIT_MS} |`);
