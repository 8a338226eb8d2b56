/**
 * The catalog store of the kind `file`, as Flink has it: `<path>/<catalog>.yaml` holds the options
 * of CREATE CATALOG, flat; comments are not kept. Files that others add are seen at the next start.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';
import { MillraceError } from '../../conf/errors/error.js';
import { type CatalogDescriptor, MemoryCatalogStore } from './catalog-store.js';

const SUFFIX = '.yaml';

export class FileCatalogStore extends MemoryCatalogStore {
  readonly #folder: string;

  /** @param path of a folder, or its `file:` URL @throws CATALOG_STORE_BROKEN */
  constructor(path: string) {
    super();
    this.#folder = path.startsWith('file:') ? fileURLToPath(path) : path;
    this.#guarded('cannot be read', () => {
      mkdirSync(this.#folder, { recursive: true });
      for (const file of readdirSync(this.#folder)) {
        if (!file.endsWith(SUFFIX)) continue;
        const options = readOptions(join(this.#folder, file));
        super.set(file.slice(0, -SUFFIX.length), { options, comment: null });
      }
    });
  }

  override set(name: string, descriptor: CatalogDescriptor): void {
    const file = this.#file(name);
    this.#guarded('cannot be written', () => writeWhole(file, stringify(descriptor.options)));
    super.set(name, descriptor);
  }

  override delete(name: string): void {
    this.#guarded('cannot be written', () => rmSync(this.#file(name), { force: true }));
    super.delete(name);
  }

  /** A name with a `/` would be a file elsewhere. */
  #file(name: string): string {
    if (/[/\\\0]/.test(name)) {
      const reason = `A catalog in a store of files has no / or \\ in its name: '${name}'`;
      throw new MillraceError('CATALOG_INVALID', reason);
    }
    return join(this.#folder, `${name}${SUFFIX}`);
  }

  #guarded(what: string, step: () => void): void {
    try {
      step();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      const reason = `The catalog store ${this.#folder} ${what}: ${why}`;
      throw new MillraceError('CATALOG_STORE_BROKEN', reason, { cause });
    }
  }
}

function readOptions(file: string): Record<string, string> {
  const read: unknown = parse(readFileSync(file, 'utf8'));
  if (typeof read !== 'object' || read === null || Array.isArray(read)) {
    throw new Error(`${file} holds no options`);
  }
  return Object.fromEntries(Object.entries(read).map(([key, value]) => [key, String(value)]));
}

/** There whole or not at all. */
function writeWhole(file: string, text: string): void {
  const draft = `${file}.draft`;
  const descriptor = openSync(draft, 'w');
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}
