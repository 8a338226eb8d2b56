/**
 * `npm run fuzz:oracle -- --seed N --queries N`: random expressions over the world, casts among
 * them, and aggregates over its groups, in this engine and in a real Flink. A difference that
 * nothing explains is shrunk, printed and added to the corpus (`expressions.record` and
 * `aggregations.record` of `../fuzz/corpus`), which `npm test` replays. Exit code 0 when there was
 * none.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Random } from '../../conf/random.js';
import { type Answer, isError, sameAnswer } from './answer.js';
import { type AskBoth, isAggregated, isExplained } from './explained.js';
import { Generator } from './generate.js';
import { Here } from './here.js';
import type { Shape } from './keyed.js';
import { CORPORA, corpusFile } from './matrices.js';
import { answerText, readRecord, recordText } from './record.js';
import { There } from './there.js';
import { render, smaller, type Tree } from './tree.js';
import { groupsOf, readWorld, type World } from './world.js';

/** Forms within forms. */
const DEPTH = 3;
/** Expressions made and judged at a time. */
const ROUND = 1000;
/** Every so many is an aggregate. */
const AGGREGATES = 5;

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, queries: { type: 'string', default: '2000' } },
});

class Fuzz {
  readonly counts = { same: 0, refused: 0, failing: 0, explained: 0, different: 0 };
  readonly #world: World;
  readonly #here: Here;
  readonly #there: There;
  readonly #generator: Generator;
  readonly #groups: readonly (readonly number[])[];
  readonly #corpora = new Map<Shape, Map<string, Answer>>();

  constructor(world: World, there: There, seed: number) {
    this.#world = world;
    this.#here = new Here(world);
    this.#there = there;
    this.#generator = new Generator(new Random(seed), world);
    this.#groups = groupsOf(world);
    for (const [name, shape] of CORPORA) {
      this.#corpora.set(shape, new Map(readRecord(readFileSync(corpusFile(name), 'utf8')).answers));
    }
  }

  async round(count: number): Promise<void> {
    const groups = Math.floor(count / AGGREGATES);
    const generator = this.#generator;
    const trees = Array.from({ length: count - groups }, () => generator.next(DEPTH));
    await this.#compare(trees, 'rows');
    const aggregates = Array.from({ length: groups }, () => generator.nextAggregate(DEPTH));
    await this.#compare(aggregates, 'groups');
  }

  async #compare(trees: readonly Tree[], shape: Shape): Promise<void> {
    const expressions = trees.map(render);
    const here = await this.#here.evaluate(expressions, shape);
    const there = await this.#there.evaluate(expressions, here, shape);
    for (const [i, tree] of trees.entries()) {
      await this.#judge(tree, here[i] as Answer, there[i] as Answer, shape);
    }
  }

  async #judge(tree: Tree, here: Answer, there: Answer, shape: Shape): Promise<void> {
    const { counts } = this;
    if (sameAnswer(here, there)) return this.#countSame(here);
    // Flink's answer may depend on what else is asked for: it is asked for alone.
    const [own, their] = await this.#one(tree, shape);
    if (sameAnswer(own, their)) this.#countSame(own);
    else if (await this.#explains(tree, shape, own, their)) counts.explained++;
    else {
      counts.different++;
      await this.#keep(tree, shape);
    }
  }

  #countSame(answer: Answer): void {
    const { counts } = this;
    counts.same++;
    if ('refused' in answer) counts.refused++;
    else if (answer.cells.some(isError)) counts.failing++;
  }

  #explains(tree: Tree, shape: Shape, here: Answer, there: Answer): Promise<boolean> {
    const ask: AskBoth = (expressions, of) => this.#both(expressions, of);
    return isExplained({ tree, shape, here, there }, this.#groups, ask);
  }

  async #keep(tree: Tree, shape: Shape): Promise<void> {
    const least = await this.#shrunk(tree, shape);
    const expression = render(least);
    const [here, there] = await this.#one(least, shape);
    console.log(`${expression}\n  here  ${answerText(here)}\n  Flink ${answerText(there)}`);
    this.#corpora.get(shape)?.set(expression, there);
  }

  /** As long as a tree with a part less differs too. */
  async #shrunk(tree: Tree, shape: Shape): Promise<Tree> {
    for (const less of smaller(tree)) {
      if (shape === 'groups' && !isAggregated(less)) continue;
      const [here, there] = await this.#one(less, shape);
      if (sameAnswer(here, there)) continue;
      if (!(await this.#explains(less, shape, here, there))) return this.#shrunk(less, shape);
    }
    return tree;
  }

  async #one(tree: Tree, shape: Shape): Promise<readonly [Answer, Answer]> {
    const [both] = await this.#both([render(tree)], shape);
    return both as readonly [Answer, Answer];
  }

  async #both(
    expressions: readonly string[],
    shape: Shape,
  ): Promise<readonly (readonly [Answer, Answer])[]> {
    const here = await this.#here.evaluate(expressions, shape);
    const there = await this.#there.evaluate(expressions, here, shape);
    return here.map((own, i) => [own, there[i] as Answer] as const);
  }

  save(version: string): void {
    const { hash } = this.#world;
    for (const [name, shape] of CORPORA) {
      const answers = this.#corpora.get(shape) ?? new Map<string, Answer>();
      writeFileSync(corpusFile(name), recordText({ version, hash, answers }));
    }
  }
}

const world = readWorld();
const there = await There.open(world);
const fuzz = new Fuzz(world, there, Number(values.seed));
for (let left = Number(values.queries); left > 0; left -= ROUND) {
  await fuzz.round(Math.min(left, ROUND));
  process.stderr.write(`${Math.max(0, left - ROUND)} left\n`);
}
if (fuzz.counts.different > 0) fuzz.save(await there.version());
await there.close();
const { same, refused, failing, explained, different } = fuzz.counts;
console.log(
  `Seed ${values.seed}: ${values.queries} expressions and aggregates, ` +
    `${same} same (${refused} refused, ` +
    `${failing} with errors in rows), ${explained} explained, ${different} different.`,
);
process.exitCode = different === 0 ? 0 : 1;
