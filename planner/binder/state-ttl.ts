/**
 * The STATE_TTL hints of one SELECT: how long the state of its joins' inputs, and of its
 * aggregate's, lives, by the alias of the input, or by its name where it has none. Of several hints
 * the first that names an input counts, within one the last. Where there is neither a join nor an
 * aggregate they mean nothing.
 */
import { duration } from '../../conf/value/quantity.js';
import type { TtlHint } from '../logical/ttl-hint.js';
import type { Hint, HintOption } from '../parser/ast/hint.js';
import type { BindContext } from './context.js';
import { isSuffix, optionKey, optionValue } from './hint.js';
import type { Relation } from './scope.js';

interface Named {
  readonly name: string;
  readonly text: string;
  readonly ms: number;
  readonly option: HintOption;
  isFound: boolean;
}

export class StateTtl {
  readonly #context: BindContext;
  readonly #named: readonly Named[];
  #isAsked = false;

  /** @throws BIND_INVALID */
  constructor(hints: readonly Hint[], context: BindContext) {
    this.#context = context;
    const own = hints.filter((hint) => hint.name.name.toUpperCase() === 'STATE_TTL');
    this.#named = own.flatMap((hint) => namedIn(hint, context));
  }

  /** What is said of an input that consists of these relations of FROM. */
  of(relations: readonly Relation[], input: TtlHint['input']): readonly TtlHint[] {
    this.#isAsked = true;
    const [only, second] = relations;
    if (only === undefined || only.name === null || second !== undefined) return [];
    const path = only.name;
    const meant = this.#named.filter(({ name }) => isSuffix(name, path));
    for (const each of meant) each.isFound = true;
    return meant.slice(0, 1).map(({ text, ms }) => ({ input, text, ms }));
  }

  /** @throws BIND_INVALID for a name that no input has */
  check(): void {
    const lost = this.#isAsked ? this.#named.filter(({ isFound }) => !isFound) : [];
    const [first] = lost;
    if (first === undefined) return;
    const names = [...new Set(lost.map(({ name }) => name))].join(', ');
    const reason =
      'The options of following hints cannot match the name of input tables or views: ' +
      `\`${names}\` in \`STATE_TTL\``;
    throw this.#context.error('BIND_INVALID', reason, first.option);
  }
}

function namedIn(hint: Hint, context: BindContext): Named[] {
  const byName = new Map<string, Named>();
  for (const option of hint.args) {
    if (option.kind !== 'hintOption') {
      const reason = 'Invalid list options in STATE_TTL hint, only support key-value options.';
      throw context.error('BIND_INVALID', reason, option, "Write STATE_TTL('table' = '1 d').");
    }
    const [name, text] = [optionKey(option), optionValue(option)];
    const ms = DURATION.read(text);
    if (ms === undefined) {
      const reason = `Invalid STATE_TTL hint value: '${text}' is not ${DURATION.allowed}`;
      throw context.error('BIND_INVALID', reason, option);
    }
    byName.set(name, { name, text, ms: Math.floor(ms), option, isFound: false });
  }
  if (byName.size > 0) return [...byName.values()];
  const reason = 'Invalid STATE_TTL hint, expecting at least one key-value options specified.';
  throw context.error('BIND_INVALID', reason, hint);
}

const DURATION = duration();
