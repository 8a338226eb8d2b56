/** What the hints of one SELECT say of its joins. */
import type { LookupHint } from '../logical/lookup.js';
import type { TtlHint } from '../logical/ttl-hint.js';
import type { Hint } from '../parser/ast/hint.js';
import type { BindContext } from './context.js';
import { LookupHints } from './lookup-hints.js';
import type { Relation } from './scope.js';
import { StateTtl } from './state-ttl.js';

export interface OfJoin {
  readonly ttl: readonly TtlHint[];
  readonly lookup: LookupHint | undefined;
}

export class JoinHints {
  readonly ttl: StateTtl;
  readonly #lookups: LookupHints;

  /** @throws BIND_INVALID */
  constructor(hints: readonly Hint[], context: BindContext) {
    this.ttl = new StateTtl(hints, context);
    this.#lookups = new LookupHints(hints, context);
  }

  /** What is said of a join whose sides consist of these relations of FROM. */
  of(left: readonly Relation[], right: readonly Relation[]): OfJoin {
    const ttl = [...this.ttl.of(left, 'LEFT'), ...this.ttl.of(right, 'RIGHT')];
    this.#lookups.of(left);
    return { ttl, lookup: this.#lookups.of(right) };
  }

  /** @throws BIND_INVALID for a name that nothing has */
  check(): void {
    this.ttl.check();
    this.#lookups.check();
  }
}
