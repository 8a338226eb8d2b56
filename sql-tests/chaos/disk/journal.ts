/**
 * What a server under test did to its disk, a line an entry, in the order of what it did. The file
 * is no part of that disk: it stays as it is when the server dies.
 */
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';

export type DiskEntry =
  /** A file was made, or a folder. */
  | { readonly op: 'create' | 'make-folder'; readonly path: string; readonly inode: number }
  /** Is about to happen; what stood at `to` is kept as `saved`. */
  | {
      readonly op: 'rename';
      readonly path: string;
      readonly to: string;
      readonly inode: number;
      readonly saved?: string;
    }
  | { readonly op: 'link'; readonly to: string; readonly inode: number }
  | { readonly op: 'remove'; readonly path: string; readonly saved: string }
  | { readonly op: 'remove-folder'; readonly path: string }
  /** Has happened: the first bytes of the file are durable. */
  | { readonly op: 'sync'; readonly inode: number; readonly sizeBytes: number }
  /** Has happened: what stands in the journal before `until` is durable, as to this folder. */
  | { readonly op: 'sync-folder'; readonly path: string; readonly until: number };

export class DiskJournal {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** Bytes so far: a place in the order of entries. */
  get position(): number {
    return existsSync(this.#file) ? statSync(this.#file).size : 0;
  }

  /** In one write, which several threads may do. */
  add(entry: DiskEntry): void {
    appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
  }

  read(): { readonly position: number; readonly entry: DiskEntry }[] {
    if (!existsSync(this.#file)) return [];
    const lines = readFileSync(this.#file, 'utf8').split('\n');
    let position = 0;
    return lines.flatMap((line) => {
      const at = position;
      position += Buffer.byteLength(line) + 1;
      // The last one may be torn.
      return line.endsWith('}') ? [{ position: at, entry: JSON.parse(line) as DiskEntry }] : [];
    });
  }
}
