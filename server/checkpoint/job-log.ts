/**
 * Who decides: one log a job, `log/<number>`, each entry made by put-if-absent. An attempt begins
 * by taking the job over: it writes an entry of the next epoch behind all others. From then on a
 * process of an earlier epoch finds its next number taken, and stops with FENCED; so it does where
 * it would begin another attempt, whatever ended the one before.
 *
 * Entries of completed checkpoints that are no longer needed are removed. The first of each epoch
 * stays for ever: it is the one that an earlier process would write over.
 */
import { randomUUID } from 'node:crypto';
import { MillraceError } from '../../conf/errors/error.js';
import { ReadQueue } from '../../state/forst/read-queue.js';
import type { FileSystem } from '../../state/fs/file-system.js';
import { gone } from './failures.js';

/** Entries: a job that began a thousand times has as many. */
const READ_AT_ONCE = 64;

/** Plain data, written as JSON. */
export interface LogEntry {
  readonly epoch: number;
  /** Who wrote it: tells one's own entry, of which the answer was lost, from another's. */
  readonly nonce: string;
  /** Absent: the entry begins its epoch. */
  readonly checkpoint?: number;
  /** The metadata file, relative to the job's folder. */
  readonly metadata?: string;
}

export interface Completed {
  readonly checkpoint: number;
  readonly metadata: string;
  /** The entry's number. */
  readonly number: number;
}

export class JobLog {
  readonly #files: FileSystem;
  readonly #nonce: string;
  /** Completed checkpoints that the log names, oldest first. */
  #completed: Completed[] = [];
  #epoch = 0;
  /** Whose the present epoch is: a nonce. */
  #owner = '';
  #next = 1;

  /** @param nonce of whoever writes: the attempts of a job in one process have one */
  constructor(files: FileSystem, nonce: string = randomUUID()) {
    this.#files = files;
    this.#nonce = nonce;
  }

  /** The present epoch: 1 for the first attempt of a job. */
  get epoch(): number {
    return this.#epoch;
  }

  get completed(): readonly Completed[] {
    return this.#completed;
  }

  /** The completed checkpoints that the log names, oldest first; takes nothing over. */
  async look(): Promise<readonly Completed[]> {
    await this.#read();
    return this.#completed;
  }

  /**
   * Takes the job over. Afterwards this log alone can be written.
   * @param held the epoch in which the nonce's owner had the job before, 0 = in none
   * @param stands the job has a complete checkpoint, as is known from elsewhere
   * @throws FENCED where another one has taken the job over since then, CHECKPOINT_MISSING where
   *   what must be in the log is gone; nothing is written then
   */
  async begin(held = 0, stands = false): Promise<void> {
    await this.#read();
    if (this.#epoch === 0 && (held > 0 || stands)) throw gone(this.#files.root, 'is empty');
    if (this.#completed.length === 0 && stands) throw gone(this.#files.root, 'names none');
    for (;;) {
      if (held > 0 && this.#owner !== this.#nonce) throw this.#fenced(this.#epoch, held);
      const entry: LogEntry = { epoch: this.#epoch + 1, nonce: this.#nonce };
      const other = await this.#put(entry);
      if (other === null) {
        this.#take(entry, this.#next - 1);
        return;
      }
      this.#take(other, this.#next - 1);
    }
  }

  /** A checkpoint is complete once this resolves. @throws FENCED */
  async complete(checkpoint: number, metadata: string): Promise<void> {
    const number = this.#next;
    const entry: LogEntry = { epoch: this.#epoch, nonce: this.#nonce, checkpoint, metadata };
    const other = await this.#put(entry);
    if (other !== null) throw this.#fenced(other.epoch, this.#epoch);
    this.#completed.push({ checkpoint, metadata, number });
  }

  /** A completed checkpoint is not needed any more. */
  async forget({ number }: Completed): Promise<void> {
    this.#completed = this.#completed.filter((one) => one.number !== number);
    await this.#files.delete([path(number)]);
  }

  async #read(): Promise<void> {
    this.#completed = [];
    const numbers: number[] = [];
    for await (const { path: file } of this.#files.list('log')) {
      const number = Number(/^log\/(\d+)$/.exec(file)?.[1]);
      if (Number.isSafeInteger(number)) numbers.push(number);
    }
    numbers.sort((a, b) => a - b);
    const queue = new ReadQueue(READ_AT_ONCE);
    const entries = await Promise.all(
      numbers.map((number) => queue.run(() => this.#entry(number))),
    );
    for (const [i, entry] of entries.entries()) this.#take(entry, numbers[i] as number);
  }

  /** @returns null when the entry stands; else the one that stands in its place */
  async #put(entry: LogEntry): Promise<LogEntry | null> {
    const number = this.#next;
    const bytes = Buffer.from(`${JSON.stringify(entry)}\n`);
    const outcome = await this.#files.putIfAbsent(path(number), bytes);
    this.#next = number + 1;
    if (outcome === 'written') return null;
    const found = await this.#entry(number);
    const own = JSON.stringify(found) === JSON.stringify(entry);
    return own ? null : found;
  }

  async #entry(number: number): Promise<LogEntry> {
    const text = Buffer.from(await this.#files.readAll(path(number))).toString();
    try {
      return JSON.parse(text) as LogEntry;
    } catch (cause) {
      const file = `${this.#files.root}/${path(number)}`;
      throw new MillraceError('STATE_CORRUPT', `The entry of the job's log is no JSON`, {
        place: { file },
        cause,
      });
    }
  }

  #take({ epoch, nonce, checkpoint, metadata }: LogEntry, number: number): void {
    if (epoch > this.#epoch) {
      this.#epoch = epoch;
      this.#owner = nonce;
    }
    this.#next = number + 1;
    if (checkpoint === undefined || metadata === undefined) return;
    this.#completed.push({ checkpoint, metadata, number });
  }

  #fenced(epoch: number, own: number): MillraceError {
    const reason =
      `The job at ${this.#files.root} was taken over: its log has an entry of epoch ${epoch}, ` +
      `this process is of epoch ${own}`;
    return new MillraceError('FENCED', reason);
  }
}

function path(number: number): string {
  return `log/${String(number).padStart(8, '0')}`;
}
