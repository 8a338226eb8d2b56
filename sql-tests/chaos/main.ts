/**
 * `npm run chaos -- --seed N --rounds N [--from N] [--at-once N] [--totals FILE]`: rounds of
 * killing servers, each fixed by seed and number. Ends with 1 at the first difference, and says how
 * to replay it. With `--totals` the counts are added to those in a file, over many calls.
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
    'at-once': { type: 'string', default: '1' },
    totals: { type: 'string' },
  },
});
const seed = Number(values.seed);
const from = Number(values.from);
const end = from + Number(values.rounds);

const totals = new Totals();
let weed: Promise<SeaweedFS> | undefined;

async function remote(program: string): Promise<SeaweedFS> {
  const server = await startSeaweedFS(program);
  await makeBucket(server, BUCKET);
  return server;
}

async function overS3(
  program: string,
  cell: Cell,
  random: Random,
  folder: string,
): Promise<{ outcome: RoundOutcome; faults: number }> {
  weed ??= remote(program);
  const { endpoint = '', region = '', keys } = (await weed).settings;
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

/** @returns whether what it committed is right */
async function round(number: number): Promise<boolean> {
  const random = new Random(seed * 1_000_003 + number);
  const cell = drawCell(random, number);
  const what = `round ${number}: ${cellText(cell)}`;
  const program = cell.trouble === 's3-faults' ? findWeed() : undefined;
  if (cell.trouble === 's3-faults' && program === undefined) {
    process.stdout.write(`${what}: left out, there is no S3 server (docs/checkpoints.md)\n`);
    return true;
  }
  const folder = mkdtempSync(join(tmpdir(), 'millrace-chaos-'));
  const begun = performance.now();
  try {
    const { outcome, faults } =
      program === undefined
        ? { outcome: await new Round(cell, random, folder, null).run(), faults: 0 }
        : await overS3(program, cell, random, folder);
    totals.add(cell, outcome, faults);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(`${what}: ${outcome.kills.length} kills, equal, ${seconds} s\n`);
    rmSync(folder, { recursive: true, force: true });
    return true;
  } catch (error) {
    process.stdout.write(`${what}: ${(error as Error).message}\nkept: ${folder}\n`);
    const replay = `npm run chaos -- --seed ${seed} --from ${number} --rounds 1`;
    process.stdout.write(`replay: ${replay}\n`);
    return false;
  }
}

/** Some rounds at a time; resolves with the first that fails. */
function allRounds(): Promise<boolean> {
  let next = from;
  return new Promise((resolve, reject) => {
    const lane = async (): Promise<void> => {
      while (next < end) if (!(await round(next++))) resolve(false);
    };
    const lanes = Array.from({ length: Number(values['at-once']) }, lane);
    Promise.all(lanes).then(() => resolve(true), reject);
  });
}

async function main(): Promise<0 | 1> {
  process.stdout.write(`seed ${seed}, rounds ${from} to ${end - 1}\n`);
  if (!(await allRounds())) return 1;
  for (const line of totals.lines()) process.stdout.write(`${line}\n`);
  if (values.totals !== undefined) totals.save(values.totals);
  const lacks = totals.lacks();
  if (lacks.length > 0) process.stdout.write(`too few: ${lacks.join(', ')}\n`);
  return lacks.length > 0 ? 1 : 0;
}

const code = await main().finally(async () => (await weed)?.stop());
process.exit(code);
