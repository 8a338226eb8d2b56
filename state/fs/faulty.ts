/**
 * A file system that fails as it is told (`fault-rules.ts`), over another one. It never answers
 * without waiting, and other threads cannot open it, so that each call passes here.
 */
import { MillraceError } from '../../conf/errors/error.js';
import { Random } from '../../conf/random.js';
import { type Fault, type FaultRule, type Operation, parseFaults } from './fault-rules.js';
import type { FileEntry, FileSystem, FileWriter } from './file-system.js';

export interface FaultyOptions {
  readonly seed?: number;
  /** Waits some ms; a timer when absent. */
  readonly wait?: (ms: number) => Promise<void>;
}

type Outcome = Fault | 'none';

export class FaultyFileSystem implements FileSystem {
  readonly scheme: string;
  readonly root: string;
  /** How often each rule applied, by its text. */
  readonly applied = new Map<string, number>();
  /** Calls so far, by operation. */
  readonly calls = new Map<Operation, number>();
  readonly #inner: FileSystem;
  readonly #random: Random;
  readonly #wait: (ms: number) => Promise<void>;
  readonly #fits = new Map<FaultRule, number>();
  #rules: readonly FaultRule[];
  #isDead = false;

  /** @throws CONFIG_VALUE for a rule that is none */
  constructor(inner: FileSystem, rules: string, options: FaultyOptions = {}) {
    this.#inner = inner;
    this.#rules = parseFaults(rules);
    this.scheme = inner.scheme;
    this.root = inner.root;
    this.#random = new Random(options.seed ?? 0);
    this.#wait = options.wait ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
  }

  /** Other rules from now on; the counts of calls begin anew, a crash is over. */
  setRules(rules: string): void {
    this.#rules = parseFaults(rules);
    this.#fits.clear();
    this.#isDead = false;
  }

  async read(path: string, offset: number, length: number): Promise<Uint8Array> {
    return this.#call('read', path, () => this.#inner.read(path, offset, length));
  }

  async readAll(path: string): Promise<Uint8Array> {
    return this.#call('read', path, () => this.#inner.readAll(path));
  }

  async size(path: string): Promise<number> {
    return this.#call('read', path, () => this.#inner.size(path));
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    return this.#call(
      'write',
      path,
      () => this.#inner.write(path, bytes),
      () => this.#inner.write(path, firstHalf(bytes)),
    );
  }

  async create(path: string): Promise<FileWriter> {
    if (this.#isDead) throw failure(path, 'crash');
    const parts: Uint8Array[] = [];
    return {
      append: async (bytes) => {
        if (this.#isDead) throw failure(path, 'crash');
        parts.push(new Uint8Array(bytes));
      },
      finish: () => this.write(path, Buffer.concat(parts)),
      abort: async () => {
        parts.length = 0;
      },
    };
  }

  async putIfAbsent(path: string, bytes: Uint8Array): Promise<'written' | 'exists'> {
    return this.#call(
      'put',
      path,
      () => this.#inner.putIfAbsent(path, bytes),
      () => this.#inner.write(path, firstHalf(bytes)),
      async () => 'exists' as const,
    );
  }

  async *list(folder: string): AsyncIterable<FileEntry> {
    if (this.#isDead) throw failure(folder, 'crash');
    for await (const entry of this.#inner.list(folder)) {
      const outcome = await this.#outcome('list', entry.path);
      if (outcome === 'lost-entry') continue;
      if (outcome !== 'none') throw failure(entry.path, outcome);
      yield entry;
    }
  }

  async delete(paths: readonly string[]): Promise<void> {
    for (const path of paths) await this.#call('delete', path, () => this.#inner.delete([path]));
  }

  async copy(from: string, to: string): Promise<void> {
    return this.#call('copy', to, () => this.#inner.copy(from, to));
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /**
   * @param torn leaves half of it
   * @param refused what 412 answers
   */
  async #call<T>(
    operation: Operation,
    path: string,
    whole: () => Promise<T>,
    torn?: () => Promise<unknown>,
    refused?: () => Promise<T>,
  ): Promise<T> {
    const outcome = await this.#outcome(operation, path);
    if (outcome === 'none') return whole();
    if (outcome === '412' && refused !== undefined) return refused();
    if (outcome === 'lost-ack') await whole();
    if (outcome === 'torn') await torn?.();
    throw failure(path, outcome);
  }

  async #outcome(operation: Operation, path: string): Promise<Outcome> {
    this.calls.set(operation, (this.calls.get(operation) ?? 0) + 1);
    if (this.#isDead) return 'crash';
    for (const rule of this.#rules) {
      if (rule.operation !== '*' && rule.operation !== operation) continue;
      if (!rule.path.test(path)) continue;
      const fits = (this.#fits.get(rule) ?? 0) + 1;
      this.#fits.set(rule, fits);
      if (!rule.when(fits, this.#random)) continue;
      this.applied.set(rule.text, (this.applied.get(rule.text) ?? 0) + 1);
      if (rule.fault === 'latency') {
        await this.#wait(rule.latencyMs);
        continue;
      }
      if (rule.fault === 'crash') this.#isDead = true;
      return rule.fault;
    }
    return 'none';
  }
}

function firstHalf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.length >> 1);
}

function failure(path: string, fault: Fault): MillraceError {
  if (fault === 'refused') return new MillraceError('FILE_REFUSED', `${path}: the disk is full`);
  const words: Partial<Record<Fault, string>> = {
    '503': '503 slow down',
    '409': '409 conflict',
    crash: 'the process is dead',
  };
  return new MillraceError('FILE_UNREACHABLE', `${path}: ${words[fault] ?? 'no answer'}`);
}
