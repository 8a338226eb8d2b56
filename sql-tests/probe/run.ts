/**
 * `npm run oracle:types -- [NAMES]`: puts the matrices of types to a real Flink and writes their
 * records.
 */
import { writeFileSync } from 'node:fs';
import { Here } from './here.js';
import { MATRICES, recordFile } from './matrices.js';
import { recordText } from './record.js';
import { There } from './there.js';
import { readWorld } from './world.js';

const world = readWorld();
const there = await There.open(world);
const version = await there.version();
const only = process.argv.slice(2);
for (const [name, expressions] of MATRICES) {
  if (only.length > 0 && !only.includes(name)) continue;
  const list = expressions();
  const found = await there.evaluate(list, await new Here(world).evaluate(list));
  const answers = new Map(list.map((expression, i) => [expression, found[i] ?? { refused: '' }]));
  writeFileSync(recordFile(name), recordText({ version, hash: world.hash, answers }));
  console.log(`${name}: ${answers.size} expressions`);
}
await there.close();
