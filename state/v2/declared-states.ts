/** The states of an operator by name, with what a restored checkpoint knows of them. */
import type { Clock } from '../../conf/clock.js';
import { assert } from '../../conf/errors/error.js';
import type { StateHandle, TableMeta } from '../api/snapshot.js';
import type { Expiring, ExpiringTable } from '../forst/expiry.js';
import { otherTypes } from '../heap/restored.js';

export class DeclaredStates {
  readonly #restored = new Map<string, TableMeta>();
  readonly #declared = new Map<string, TableMeta>();
  readonly #expiring: ExpiringTable[] = [];
  readonly #clock: Clock;
  #nextId: number;
  /** Elements of lists have lower sequence numbers. */
  sequence = 0;

  constructor(handles: readonly StateHandle[], clock: Clock) {
    this.#clock = clock;
    const metas = handles.flatMap(({ tables }) => tables);
    for (const meta of metas) {
      this.#restored.set(meta.name, meta);
      this.sequence = Math.max(this.sequence, meta.sequence ?? 0);
    }
    this.#nextId = metas.reduce((most, { id }) => Math.max(most, id), -1) + 1;
  }

  /** Those with a time to live. */
  expiring(): Expiring {
    return { tables: this.#expiring, now: this.#clock.now() };
  }

  /**
   * @param signature its types
   * @param ttlMs 0 = its entries live forever
   * @throws STATE_INCOMPATIBLE
   */
  declare(name: string, signature: string, ttlMs = 0): number {
    assert(!this.#declared.has(name), `An operator declares its state ${name} once`);
    const meta = this.#restored.get(name);
    const id = meta?.id ?? this.#nextId++;
    const declared: TableMeta = {
      id,
      name,
      kind: 'value',
      signature: ttlMs > 0 ? `${signature} with TTL` : signature,
    };
    if (meta !== undefined && meta.signature !== declared.signature) {
      throw otherTypes(name, meta, declared);
    }
    this.#declared.set(name, declared);
    if (ttlMs > 0) this.#expiring.push({ table: id, ttlMs: [ttlMs] });
    return id;
  }

  /** For a snapshot; restored states that were not declared again are kept on. */
  tables(): readonly TableMeta[] {
    const kept = [...this.#restored.values()].filter(({ name }) => !this.#declared.has(name));
    const { sequence } = this;
    return [...kept, ...this.#declared.values()].map((meta) => ({ ...meta, sequence }));
  }
}
