/**
 * `npm run fuzz:queries -- --seed N --queries N`: random streaming queries over random tables, in
 * this engine and in a real Flink. Compared is what stands in the end. A difference that nothing
 * explains is shrunk, printed and, where Flink gives rows, written as a golden file to the folder
 * of `--out`, by default the corpus that `npm test` runs. `--keep N` writes N queries that agree.
 * `--answers FILE` keeps what Flink answers: the same seed runs again without asking it anew.
 * Exit code 0 when no difference was found.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../conf/random.js';
import { root } from '../goldens.js';
import { Agreed } from './agreed.js';
import { type Case, goldenText, makeCase } from './case.js';
import { CORPUS } from './corpus.js';
import { Counts } from './counts.js';
import { type Ran, runHere } from './here.js';
import { explanation, reasonOf } from './kinds.js';
import { kindOf, type Outcome, same } from './outcome.js';
import { shrink } from './shrink.js';
import { There } from './there.js';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    queries: { type: 'string', default: '1000' },
    /** Differences that are shrunk; others are printed as they are. */
    shrink: { type: 'string', default: '20' },
    keep: { type: 'string', default: '0' },
    answers: { type: 'string' },
    out: { type: 'string', default: join(root, CORPUS) },
  },
});

/** Queries that are one job of Flink. */
const TOGETHER = 40;

interface Both {
  readonly made: Case;
  readonly own: Outcome;
  readonly their: Outcome;
  /** Why they differ; null where they do not, or nothing explains it. */
  readonly kind: string | null;
}

class Fuzz {
  readonly counts = new Counts();
  readonly agreed = new Agreed();
  readonly #there = new There(values.answers ?? null);
  readonly #random = new Random(Number(values.seed));
  /** Of differences that were shrunk. */
  readonly #seen = new Set<string>();

  async round(count: number): Promise<void> {
    const cases = Array.from({ length: count }, () => makeCase(this.#random));
    for (const both of await this.#both(cases)) await this.#judge(both);
  }

  async #judge(both: Both): Promise<void> {
    const { made, own, their } = both;
    if (same(own, their)) {
      this.counts.same(made, own);
      if ('rows' in own && own.rows.length > 0) this.agreed.add(made, own.rows);
      return;
    }
    const { kind } = both;
    if (kind !== null) return this.counts.explained(made, own, kind);
    this.counts.different(made, own);
    const sign = signOf(both);
    console.log(`different: ${made.operators.join(' > ')}: ${wayOf(both)}`);
    if (this.#seen.size >= Number(values.shrink) || this.#seen.has(sign)) {
      print(both);
      return;
    }
    this.#seen.add(sign);
    await this.#shrunk(both);
  }

  async #shrunk(both: Both): Promise<void> {
    const way = wayOf(both);
    const least = await shrink(both.made, async (cases) =>
      (await this.#both(cases)).map((it) => isDifferent(it) && wayOf(it) === way),
    );
    const [found] = await this.#both([least]);
    const { made, their } = found as Both;
    print(found as Both);
    if (!('rows' in their)) return;
    mkdirSync(values.out, { recursive: true });
    const file = `seed-${values.seed}-${this.#seen.size}.slt`;
    writeFileSync(join(values.out, file), goldenText(made, their));
  }

  async #both(cases: readonly Case[]): Promise<readonly Both[]> {
    const ran: Ran[] = [];
    for (const each of cases) ran.push(await runHere(each));
    const theirs = await this.#there.run(cases, ran);
    const found: Both[] = [];
    for (const [i, made] of cases.entries()) {
      const [own, their] = [(ran[i] as Ran).outcome, theirs[i] as Outcome];
      const kind = same(own, their) ? null : await this.#explained(made, own, their);
      found.push({ made, own, their, kind });
    }
    return found;
  }

  async #explained(made: Case, own: Outcome, their: Outcome): Promise<string | null> {
    const plan = 'refused' in their ? [] : await this.#there.plan(made);
    return explanation(made, own, their, plan);
  }

  close(): Promise<void> {
    return this.#there.close();
  }
}

function print({ made, own, their }: Both): void {
  console.log(`\n==== ${made.operators.join(' > ')}`);
  if (!('rows' in their)) {
    console.log(goldenText(made, 'rows' in own ? own : { rows: [] }));
    console.log(`here  ${'rows' in own ? 'rows' : reasonOf(own)}`);
    console.log(`Flink ${reasonOf(their).slice(0, 2000)}`);
    return;
  }
  console.log(goldenText(made, their));
  const shown = 'rows' in own ? [...own.types, ...own.rows].join('\n') : reasonOf(own);
  console.log(`Flink's types are ${their.types.join(', ')}; here:\n${shown}`);
}

function isDifferent({ own, their, kind }: Both): boolean {
  return !same(own, their) && kind === null;
}

/** How two engines differ, so that shrinking does not slip into another difference. */
function wayOf({ own, their }: Both): string {
  const brief = (outcome: Outcome): string =>
    `${kindOf(outcome)} ${reasonOf(outcome)
      .replace(/[\d'].*$/s, '')
      .slice(0, 60)}`;
  return `${brief(own)} / ${brief(their)}`;
}

/** Differences that are likely the same. */
function signOf(both: Both): string {
  const way = wayOf(both);
  return way === 'rows  / rows ' ? `${way} ${both.made.operators.join()}` : way;
}

const fuzz = new Fuzz();
const began = Date.now();
const total = Number(values.queries);
for (let left = total; left > 0; left -= TOGETHER) {
  await fuzz.round(Math.min(left, TOGETHER));
  process.stderr.write(`${Math.max(0, left - TOGETHER)} left\n`);
}
await fuzz.close();
fuzz.agreed.write(Number(values.keep), join(values.out, `agreed-${values.seed}.slt`));
const seconds = (Date.now() - began) / 1000;
console.log(fuzz.counts.text());
console.log(`Seed ${values.seed}: ${total} queries, ${(total / seconds).toFixed(1)} a second.`);
process.exitCode = fuzz.counts.differences === 0 ? 0 : 1;
