/**
 * All errors of a script, for `millrace check`. A statement that runs ends at its first error; with
 * findings, what stands beside the place of an error is bound too, and what only needs a table's
 * columns does not mind a fault of its options. What was made of something faulty is not bound, so
 * no error is the consequence of another.
 */
import { MillraceError } from '../../conf/errors/error.js';

type Options = Readonly<Record<string, string>>;

export class Findings {
  #found: MillraceError[] = [];
  /** What is wrong with a table's options: one and the same error at each use. */
  readonly #faults = new WeakMap<Options, MillraceError>();
  /** A fault that the statement met: it can be bound, but not planned. */
  #fault: MillraceError | null = null;

  add(error: MillraceError): void {
    if (!this.#found.includes(error)) this.#found.push(error);
  }

  /** Runs all steps, also behind one that fails. @throws the first one's error, behind all */
  each<T, R>(items: readonly T[], step: (item: T, index: number) => R): R[] {
    const results: R[] = [];
    let first: MillraceError | null = null;
    for (const [i, item] of items.entries()) {
      try {
        results.push(step(item, i));
      } catch (error) {
        if (!(error instanceof MillraceError)) throw error;
        if (first === null) first = error;
        else this.add(error);
      }
    }
    if (first !== null) throw first;
    return results;
  }

  /**
   * Reads a table's options; undefined when they are faulty. Then the statement may be bound, and
   * `settle` ends it.
   * @param options the table's own
   */
  readOptions<T>(options: Options, read: () => T): T | undefined {
    try {
      const known = this.#faults.get(options);
      if (known !== undefined) throw known;
      return read();
    } catch (error) {
      if (!(error instanceof MillraceError) || error.code !== 'TABLE_OPTION') throw error;
      this.#faults.set(options, error);
      this.#fault ??= error;
      this.add(error);
      return undefined;
    }
  }

  /** Before a bound statement is planned. @throws the fault of a table's options that it met */
  settle(): void {
    if (this.#fault !== null) throw this.#fault;
  }

  /** The errors of the statement that was prepared; the next one begins. */
  take(): readonly MillraceError[] {
    const found = this.#found;
    this.#found = [];
    this.#fault = null;
    return found;
  }
}
