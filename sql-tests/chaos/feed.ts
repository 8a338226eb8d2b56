/** The files that a round's job reads: they come one by one while it runs, the same by seed. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../../conf/random.js';
import { csvTime, type Event, notesOf } from './queries/query.js';

export const FILES = 60;
const ROWS_A_FILE = 40;
const KEYS = 7;
const MOST = 50;
/** Between two events. */
const STEP_MS = 50;

export class Feed {
  readonly folder: string;
  /** Of the table that rows are looked up in. */
  readonly side: string;
  readonly events: Event[] = [];
  readonly #outside: string;
  readonly #random: Random;
  #files = 0;

  /** @param outside a folder that nobody reads, on the same disk */
  constructor(outside: string, random: Random) {
    this.#outside = outside;
    this.#random = random;
    this.folder = join(outside, 'in');
    mkdirSync(this.folder);
    this.side = join(outside, 'side');
    mkdirSync(this.side);
    const notes = Array.from({ length: MOST + 1 }, (_, n) =>
      notesOf(n).map((one) => `${n},${one}\n`),
    );
    writeFileSync(join(this.side, 'side.csv'), notes.flat().join(''));
  }

  /** One more file, unless this share of all files is there; whole when it is seen. */
  next(share: number): boolean {
    if (this.#files >= FILES * share) return false;
    const lines: string[] = [];
    for (let row = 0; row < ROWS_A_FILE; row++) {
      const k = `k${this.#random.nextInt(1, KEYS)}`;
      const at = this.events.length * STEP_MS;
      const event = { k, n: this.#random.nextInt(0, MOST), at };
      this.events.push(event);
      lines.push(`${k},${event.n},${csvTime(at)}`);
    }
    const name = `${String(this.#files++).padStart(4, '0')}.csv`;
    writeFileSync(join(this.#outside, name), `${lines.join('\n')}\n`);
    renameSync(join(this.#outside, name), join(this.folder, name));
    return true;
  }
}
