/** What the hints of one SELECT say of its joins, and of its aggregate. */
import type { LookupHint } from '../logical/lookup.js';
import type { TtlHint } from '../logical/ttl-hint.js';
import type { Hint } from '../parser/ast/hint.js';
import type { BindContext } from './context.js';
import { namedInputs, STRATEGIES } from './hint.js';
import { lookupHints } from './lookup-hints.js';
import { NamedHints } from './named-hints.js';
import type { Relation } from './scope.js';
import { type StateTtl, stateTtlHints } from './state-ttl.js';

export interface OfJoin {
  readonly ttl: readonly TtlHint[];
  readonly lookup: LookupHint | undefined;
}

export class JoinHints {
  readonly #ttl: NamedHints<StateTtl>;
  readonly #lookups: NamedHints<LookupHint>;
  readonly #strategies: readonly NamedHints<true>[];

  /** @throws BIND_INVALID */
  constructor(hints: readonly Hint[], context: BindContext) {
    this.#ttl = stateTtlHints(hints, context);
    this.#lookups = lookupHints(hints, context);
    this.#strategies = STRATEGIES.map((kind) => new NamedHints(kind, hints, context, namedInputs));
  }

  /** What is said of a join whose sides consist of these relations of FROM. */
  of(left: readonly Relation[], right: readonly Relation[]): OfJoin {
    for (const each of this.#strategies) for (const side of [left, right]) each.of(side);
    return this.ofTemporal(left, right);
  }

  /** Of one FOR SYSTEM_TIME AS OF, which has no strategy. */
  ofTemporal(left: readonly Relation[], right: readonly Relation[]): OfJoin {
    const ttl = [...this.ttl(left, 'LEFT'), ...this.ttl(right, 'RIGHT')];
    return { ttl, lookup: this.#lookups.of(right) };
  }

  /** What is said of the state of an input that consists of these relations. */
  ttl(relations: readonly Relation[], input: TtlHint['input']): readonly TtlHint[] {
    const said = this.#ttl.of(relations);
    return said === undefined ? [] : [{ input, ...said }];
  }

  /** @throws BIND_INVALID for a name that nothing has */
  check(): void {
    this.#ttl.check();
    for (const each of [this.#lookups, ...this.#strategies]) each.check();
  }
}
