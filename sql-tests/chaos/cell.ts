/** One cell of the kill matrix: what a round runs, and what is done to it. */
import { FAILPOINTS, type Failpoint } from '../../conf/failpoint.js';
import type { Random } from '../../conf/random.js';
import { queries } from './queries/all.js';
import type { ChaosQuery } from './queries/query.js';

export type KillPlace = Failpoint | 'random';

/** What goes wrong besides kills, one round in ten each. */
export const TROUBLES = ['zombie', 'power-loss', 's3-faults', 'full-disk'] as const;

export type Trouble = (typeof TROUBLES)[number];

export type Backend = 'hashmap' | 'forst' | 'rocksdb';

export interface Cell {
  readonly query: ChaosQuery;
  readonly backend: Backend;
  readonly parallelism: number;
  readonly unaligned: boolean;
  readonly trouble: Trouble | null;
  /** Half way another job goes on from what the first one left; null: none does. */
  readonly rescale: { readonly from: 'savepoint' | 'checkpoint'; readonly to: number } | null;
}

const BACKENDS: readonly Backend[] = ['hashmap', 'forst', 'rocksdb'];
const PARALLELISMS = [1, 2, 4] as const;
const TROUBLE_AT: Readonly<Record<number, Trouble>> = {
  3: 'full-disk',
  5: 's3-faults',
  7: 'power-loss',
  9: 'zombie',
};

export function drawCell(random: Random, round: number): Cell {
  const query = random.pick(queries) as ChaosQuery;
  const backend = random.pick(BACKENDS) as Backend;
  const parallelism = random.pick(PARALLELISMS) as number;
  const unaligned = random.nextBoolean();
  const from = random.nextBoolean() ? 'savepoint' : 'checkpoint';
  const rescale = { from, to: random.pick(PARALLELISMS) as number } as const;
  return {
    query,
    backend,
    parallelism,
    unaligned,
    trouble: TROUBLE_AT[round % 10] ?? null,
    rescale: random.nextInt(0, 2) === 0 ? rescale : null,
  };
}

/** A place that the cell's job comes by. */
export function drawFailpoint(random: Random, { backend }: Cell): Failpoint {
  const met = FAILPOINTS.filter((name) => name !== 'inside-compaction' || backend !== 'hashmap');
  return random.pick(met) as Failpoint;
}

export function cellText({ query, backend, parallelism, unaligned, trouble }: Cell): string {
  const alignment = unaligned ? 'unaligned' : 'aligned';
  const besides = trouble === null ? '' : `, ${trouble}`;
  return `${query.name}, ${backend}, ${alignment}, parallelism ${parallelism}${besides}`;
}
