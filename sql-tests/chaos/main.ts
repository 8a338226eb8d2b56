/**
 * `npm run chaos -- --seed N --rounds N [--from N]`: rounds of killing servers, each fixed by seed
 * and number. Ends with 1 at the first difference, and says how to replay it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../conf/random.js';
import { drawCell, FAILPOINTS, Round } from './round.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '20' },
    from: { type: 'string', default: '0' },
  },
});
const seed = Number(values.seed);
const from = Number(values.from);
const rounds = Number(values.rounds);

const counts = new Map<string, number>([...FAILPOINTS, 'random'].map((place) => [place, 0]));
let kills = 0;
let afterCheckpoint = 0;
let zombies = 0;
let rescales = 0;

process.stdout.write(`seed ${seed}, rounds ${from} to ${from + rounds - 1}\n`);
for (let number = from; number < from + rounds; number++) {
  const random = new Random(seed * 1_000_003 + number);
  const cell = drawCell(random, number);
  const alignment = cell.unaligned ? 'unaligned' : 'aligned';
  const { query, backend, parallelism } = cell;
  const where = `${backend}, ${alignment}, parallelism ${parallelism}`;
  const what = `round ${number}: ${query.name}, ${where}`;
  const folder = mkdtempSync(join(tmpdir(), 'millrace-chaos-'));
  try {
    const outcome = await new Round(cell, random, folder).run();
    for (const place of outcome.kills) counts.set(place, (counts.get(place) ?? 0) + 1);
    kills += outcome.kills.length;
    afterCheckpoint += outcome.afterCheckpoint;
    zombies += outcome.zombies;
    rescales += outcome.rescales;
    process.stdout.write(`${what}: ${outcome.kills.length} kills, equal\n`);
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    process.stdout.write(`${what}: ${(error as Error).message}\nkept: ${folder}\n`);
    const replay = `npm run chaos -- --seed ${seed} --from ${number} --rounds 1`;
    process.stdout.write(`replay: ${replay}\n`);
    process.exit(1);
  }
}
for (const [place, count] of counts) process.stdout.write(`${place}: ${count}\n`);
process.stdout.write(`kills: ${kills}, after a complete checkpoint: ${afterCheckpoint}\n`);
process.stdout.write(`zombies fenced: ${zombies}, from a savepoint: ${rescales}\n`);
