/**
 * `npm run oracle:types -- [NAMES]`: puts the matrices of types and the corpus of the fuzzer to
 * a real Flink and writes their records: `casts`, `operators`, `aggregates`, `unions`,
 * `expressions`, `aggregations`; all of them without names.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Here } from './here.js';
import { CORPORA, corpusFile, MATRICES, recordFile } from './matrices.js';
import { readRecord, recordText } from './record.js';
import { There } from './there.js';
import { readWorld } from './world.js';

const world = readWorld();
const there = await There.open(world);
const version = await there.version();
const lists = [...MATRICES].map(([name, { shape, list }]) => ({
  name,
  file: recordFile(name),
  shape,
  list: list(),
}));
for (const [name, shape] of CORPORA) {
  const file = corpusFile(name);
  const list = [...readRecord(readFileSync(file, 'utf8')).answers.keys()];
  lists.push({ name, file, shape, list });
}
const only = process.argv.slice(2);
for (const { name, file, shape, list } of lists) {
  if (only.length > 0 && !only.includes(name)) continue;
  const guess = await new Here(world).evaluate(list, shape);
  const found = await there.evaluate(list, guess, shape);
  const answers = new Map(list.map((expression, i) => [expression, found[i] ?? { refused: '' }]));
  writeFileSync(file, recordText({ version, hash: world.hash, answers }));
  console.log(`${name}: ${answers.size} expressions`);
}
await there.close();
