/**
 * `npm run oracle:types -- [NAMES]`: puts the matrices of types and the corpus of the fuzzer to
 * a real Flink and writes their records: `casts`, `operators`, `expressions`; all of them without
 * names.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Here } from './here.js';
import { CORPUS_FILE, MATRICES, recordFile } from './matrices.js';
import { readRecord, recordText } from './record.js';
import { There } from './there.js';
import { readWorld } from './world.js';

const world = readWorld();
const there = await There.open(world);
const version = await there.version();
const lists = new Map([...MATRICES].map(([name, list]) => [recordFile(name), list()]));
lists.set(CORPUS_FILE, [...readRecord(readFileSync(CORPUS_FILE, 'utf8')).answers.keys()]);
const only = process.argv.slice(2);
for (const [file, list] of lists) {
  const name = basename(file, '.record');
  if (only.length > 0 && !only.includes(name)) continue;
  const found = await there.evaluate(list, await new Here(world).evaluate(list));
  const answers = new Map(list.map((expression, i) => [expression, found[i] ?? { refused: '' }]));
  writeFileSync(file, recordText({ version, hash: world.hash, answers }));
  console.log(`${name}: ${answers.size} expressions`);
}
await there.close();
