/**
 * The hints of one kind in one SELECT, each of which says something of an input, by its alias, or
 * by its name where it has none. Of several that name an input the first counts; one that names
 * none is an error, unless nobody asks.
 */
import type { Hint } from '../parser/ast/hint.js';
import type { Span } from '../parser/ast/node.js';
import type { BindContext } from './context.js';
import type { Relation } from './scope.js';

export interface NamedHint<T> {
  /** Of the input; dotted. */
  readonly name: string;
  readonly says: T;
  readonly at: Span;
}

export class NamedHints<T> {
  readonly #kind: string;
  readonly #context: BindContext;
  readonly #named: readonly NamedHint<T>[];
  readonly #found = new Set<NamedHint<T>>();
  #isAsked = false;

  /**
   * @param kind of hint: its name in upper case
   * @throws what `read` throws
   */
  constructor(
    kind: string,
    hints: readonly Hint[],
    context: BindContext,
    read: (hint: Hint, context: BindContext) => readonly NamedHint<T>[],
  ) {
    this.#kind = kind;
    this.#context = context;
    const own = hints.filter((hint) => hint.name.name.toUpperCase() === kind);
    this.#named = own.flatMap((hint) => read(hint, context));
  }

  /** What is said of an input that consists of these relations of FROM. */
  of(relations: readonly Relation[]): T | undefined {
    this.#isAsked = true;
    const [only, second] = relations;
    if (only === undefined || only.name === null || second !== undefined) return undefined;
    const path = only.name;
    const meant = this.#named.filter(({ name }) => isSuffix(name, path));
    for (const each of meant) this.#found.add(each);
    return meant[0]?.says;
  }

  /** @throws BIND_INVALID for a name that no input has */
  check(): void {
    const lost = this.#isAsked ? this.#named.filter((each) => !this.#found.has(each)) : [];
    const [first] = lost;
    if (first === undefined) return;
    const names = [...new Set(lost.map(({ name }) => name))].join(', ');
    const reason =
      'The options of following hints cannot match the name of input tables or views: ' +
      `\`${names}\` in \`${this.#kind}\``;
    throw this.#context.error('BIND_INVALID', reason, first.at);
  }
}

/** Whether a dotted name is the end of a path, or the other way round, as Flink compares them. */
function isSuffix(name: string, path: readonly string[]): boolean {
  const parts = name.split('.');
  const length = Math.min(parts.length, path.length);
  return parts.slice(-length).join('.') === path.slice(-length).join('.');
}
