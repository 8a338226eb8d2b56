/** The hashes that are published: of each query's output over a number of events, seed 1. */
import { readFileSync, writeFileSync } from 'node:fs';
import { shipped } from '../../conf/package-folder.js';
import { type Events, type Output, outputText } from './plan.js';

const FILE = shipped('bench/nexmark/hashes.json');

/** By number of events, by query. */
type Hashes = Record<string, Record<string, string>>;

/** What they are of. */
export const SEED = 1;
export const RATE = 100_000;

function read(): Hashes {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Hashes;
}

/** As `outputText` prints it; undefined where none is published. */
export function publishedOutput(query: string, { count, seed, rate }: Events): string | undefined {
  return seed === SEED && rate === RATE ? read()[String(count)]?.[query] : undefined;
}

export function publish(query: string, { count }: Events, output: Output): void {
  const hashes = read();
  hashes[String(count)] = { ...hashes[String(count)], [query]: outputText(output) };
  writeFileSync(FILE, `${JSON.stringify(hashes, null, 2)}\n`);
}
