/** Counts over rounds: printed at the end, and kept in a file over several calls. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { FAILPOINTS } from '../../conf/failpoint.js';
import { type Cell, TROUBLES } from './cell.js';
import type { RoundOutcome } from './round.js';

/** Plain data. */
interface Counts {
  rounds: number;
  kills: number;
  afterCheckpoint: number;
  rescales: number;
  fenced: number;
  lost: number;
  faults: number;
  mended: number;
  readonly places: Record<string, number>;
  /** Rounds by trouble, backend, query, parallelism. */
  readonly cells: Record<string, number>;
}

/** Rounds after which no count may be 0. */
const ENOUGH = 100;
/** Of all kills, those that must come after a complete checkpoint. */
const SHARE = 0.8;

export class Totals {
  readonly #counts: Counts;

  constructor() {
    const zeros = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]));
    this.#counts = {
      rounds: 0,
      kills: 0,
      afterCheckpoint: 0,
      rescales: 0,
      fenced: 0,
      lost: 0,
      faults: 0,
      mended: 0,
      places: zeros([...FAILPOINTS, 'random']),
      cells: zeros(TROUBLES),
    };
  }

  /** @param faults requests to S3 that were spoilt */
  add({ query, backend, parallelism, trouble }: Cell, outcome: RoundOutcome, faults: number): void {
    const counts = this.#counts;
    counts.rounds++;
    counts.kills += outcome.kills.length;
    counts.faults += faults;
    for (const name of ['afterCheckpoint', 'rescales', 'fenced', 'lost', 'mended'] as const) {
      counts[name] += outcome[name];
    }
    for (const place of outcome.kills) counts.places[place] = (counts.places[place] ?? 0) + 1;
    for (const name of [trouble ?? 'plain', backend, query.name, `parallelism ${parallelism}`]) {
      counts.cells[name] = (counts.cells[name] ?? 0) + 1;
    }
  }

  lines(): string[] {
    const { places, cells, rounds, kills, ...others } = this.#counts;
    const list = (counts: Record<string, number>): string =>
      Object.entries(counts)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ');
    const { afterCheckpoint, rescales, fenced, lost, faults, mended } = others;
    return [
      `rounds: ${rounds}; ${list(cells)}`,
      `kills: ${kills}, after a complete checkpoint ${afterCheckpoint}; ${list(places)}`,
      `jobs that went on from another's state: ${rescales}; zombies fenced: ${fenced}`,
      `changes of the disk lost with power: ${lost}; requests to S3 spoilt: ${faults}; ` +
        `full disks mended: ${mended}`,
    ];
  }

  /** What the counts lack; empty when they are as they should be. */
  lacks(): string[] {
    const { places, cells, rounds, kills, afterCheckpoint, ...others } = this.#counts;
    const few = afterCheckpoint < kills * SHARE ? ['kills after a complete checkpoint'] : [];
    if (rounds < ENOUGH) return few;
    const all = Object.entries({ ...places, ...cells, ...others });
    return [...few, ...all.filter(([, count]) => count === 0).map(([name]) => name)];
  }

  /** Adds these counts to those of a file. */
  save(file: string): void {
    const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : {};
    writeFileSync(file, `${JSON.stringify(added(before, this.#counts), null, 2)}\n`);
  }
}

/** Numbers of the same name are added up. */
function added(a: unknown, b: unknown): unknown {
  if (typeof a === 'number' || typeof b === 'number') return (Number(a) || 0) + (Number(b) || 0);
  const [left, right] = [a, b].map((one) => (one ?? {}) as Record<string, unknown>);
  const names = new Set([...Object.keys(left ?? {}), ...Object.keys(right ?? {})]);
  return Object.fromEntries([...names].map((name) => [name, added(left?.[name], right?.[name])]));
}
