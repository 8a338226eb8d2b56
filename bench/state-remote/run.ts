/**
 * `npm run bench:state [-- --quick] [NAME…]`: state on S3, as far as S3 is (`bench/README.md`).
 * Prints a table a benchmark and ends with 1 when a bar is missed. `--quick`: sizes divided by ten;
 * `--scale 0.01`: by a hundred. Names: grown, queries, memory; of this one `--managed 128` (MB) and
 * `--minutes 3` make a short run that is like the whole.
 */
import { parseArgs } from 'node:util';
import { findWeed, SEAWEEDFS_HINT } from '../../state/contract/seaweedfs.js';
import { MEGABYTE, printTable, type Table } from './bar.js';
import { FarStore } from './far-store.js';
import { measureGrownState } from './grown-state.js';
import { measureMemory } from './memory.js';
import { measureQueries } from './queries.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    managed: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const scale = values.quick ? 0.1 : Number(values.scale);

const measurements: Readonly<Record<string, (store: FarStore) => AsyncGenerator<Table>>> = {
  grown: (store) =>
    measureGrownState(store, {
      stateBytes: [100, 1000, 4000].map((size) => size * scale * MEGABYTE),
      changedBytes: 50 * scale * MEGABYTE,
      managedBytes: Math.ceil(512 * scale) * MEGABYTE,
    }),
  queries: (store) =>
    measureQueries(store, {
      keys: 2_000_000 * scale,
      bids: 10_000_000 * scale,
      managedBytes: Math.ceil(256 * scale) * MEGABYTE,
      rowsAhead: Math.max(100_000, 1_000_000 * scale),
      pairs: scale === 1 ? 9 : scale < 0.1 ? 1 : 3,
    }),
  memory: (store) =>
    measureMemory(store, {
      managedBytes: Number(values.managed ?? Math.ceil(256 * scale)) * MEGABYTE,
      minutes: Number(values.minutes ?? 30 * scale),
    }),
};

async function main(program: string): Promise<number> {
  const store = await FarStore.start(program);
  let missed = 0;
  try {
    for (const [name, measure] of Object.entries(measurements)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue;
      for await (const table of measure(store)) {
        printTable(table);
        missed += table.bars.filter(({ isMet }) => isMet === false).length;
      }
    }
  } finally {
    await store.stop();
  }
  console.log(missed === 0 ? '\nAll bars are met.' : `\n${missed} bars are missed.`);
  return missed === 0 ? 0 : 1;
}

const weed = findWeed();
if (weed === undefined) {
  console.error(SEAWEEDFS_HINT);
  process.exit(1);
}
process.exit(await main(weed));
