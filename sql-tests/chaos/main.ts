/**
 * `npm run chaos -- --seed N --rounds N [--from N] [--totals FILE]`: rounds of killing servers,
 * each fixed by seed and number. Ends with 1 at the first difference, and says how to replay it.
 * With `--totals` the counts are added to those in a file, over many calls.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../conf/random.js';
import {
  findWeed,
  makeBucket,
  type SeaweedFS,
  startSeaweedFS,
} from '../../state/contract/seaweedfs.js';
import { type Cell, cellText, drawCell } from './cell.js';
import { startFaultProxy } from './fault-proxy.js';
import { Round, type RoundOutcome } from './round.js';
import { Totals } from './totals.js';

const BUCKET = 'chaos';
/** Of requests to S3 that are spoilt in a round of S3 faults. */
const FAULT_SHARE = 0.1;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '20' },
    from: { type: 'string', default: '0' },
    totals: { type: 'string' },
  },
});
const seed = Number(values.seed);
const from = Number(values.from);
const end = from + Number(values.rounds);

let weed: SeaweedFS | undefined;

async function remote(program: string): Promise<SeaweedFS> {
  const server = await startSeaweedFS(program);
  await makeBucket(server, BUCKET);
  return server;
}

async function overS3(
  server: SeaweedFS,
  cell: Cell,
  random: Random,
  folder: string,
): Promise<{ outcome: RoundOutcome; faults: number }> {
  const { endpoint = '', region = '', keys } = server.settings;
  const proxy = await startFaultProxy(endpoint, FAULT_SHARE, random.fork());
  const settings = {
    's3.endpoint': proxy.endpoint,
    's3.region': region,
    's3.path-style-access': 'true',
    's3.access-key': keys?.access ?? '',
    's3.secret-key': keys?.secret ?? '',
  };
  const url = `s3://${BUCKET}/${folder.split('/').at(-1)}`;
  try {
    const outcome = await new Round(cell, random, folder, { url, settings }).run();
    return { outcome, faults: proxy.faults };
  } finally {
    await proxy.close();
  }
}

async function main(): Promise<0 | 1> {
  const totals = new Totals();
  process.stdout.write(`seed ${seed}, rounds ${from} to ${end - 1}\n`);
  for (let number = from; number < end; number++) {
    const random = new Random(seed * 1_000_003 + number);
    const cell = drawCell(random, number);
    const what = `round ${number}: ${cellText(cell)}`;
    const folder = mkdtempSync(join(tmpdir(), 'millrace-chaos-'));
    const begun = performance.now();
    try {
      let faults = 0;
      let outcome: RoundOutcome;
      if (cell.trouble === 's3-faults') {
        const program = findWeed();
        if (program === undefined) {
          process.stdout.write(`${what}: left out, there is no S3 server (docs/checkpoints.md)\n`);
          continue;
        }
        weed ??= await remote(program);
        ({ outcome, faults } = await overS3(weed, cell, random, folder));
      } else {
        outcome = await new Round(cell, random, folder, null).run();
      }
      totals.add(cell, outcome, faults);
      const seconds = ((performance.now() - begun) / 1000).toFixed(1);
      process.stdout.write(`${what}: ${outcome.kills.length} kills, equal, ${seconds} s\n`);
      rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      process.stdout.write(`${what}: ${(error as Error).message}\nkept: ${folder}\n`);
      const replay = `npm run chaos -- --seed ${seed} --from ${number} --rounds 1`;
      process.stdout.write(`replay: ${replay}\n`);
      return 1;
    }
  }
  for (const line of totals.lines()) process.stdout.write(`${line}\n`);
  if (values.totals !== undefined) totals.save(values.totals);
  const lacks = totals.lacks();
  if (lacks.length > 0) process.stdout.write(`too few: ${lacks.join(', ')}\n`);
  return lacks.length > 0 ? 1 : 0;
}

const code = await main().finally(() => weed?.stop());
process.exit(code);
