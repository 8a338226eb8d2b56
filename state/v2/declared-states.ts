/** The states of an operator by name, with what a restored checkpoint knows of them. */
import { assert } from '../../conf/errors/error.js';
import type { StateHandle, TableMeta } from '../api/snapshot.js';
import { otherTypes } from '../heap/restored.js';

export class DeclaredStates {
  readonly #restored = new Map<string, TableMeta>();
  readonly #declared = new Map<string, TableMeta>();
  readonly #expiring: number[] = [];
  #nextId: number;
  /** Elements of lists have lower sequence numbers. */
  sequence = 0;

  constructor(handles: readonly StateHandle[]) {
    const metas = handles.flatMap(({ tables }) => tables);
    for (const meta of metas) {
      this.#restored.set(meta.name, meta);
      this.sequence = Math.max(this.sequence, meta.sequence ?? 0);
    }
    this.#nextId = metas.reduce((most, { id }) => Math.max(most, id), -1) + 1;
  }

  /** Tables whose values begin with the time they expire. */
  get expiring(): readonly number[] {
    return this.#expiring;
  }

  /**
   * @param signature its types
   * @throws STATE_INCOMPATIBLE
   */
  declare(name: string, signature: string, expires: boolean): number {
    assert(!this.#declared.has(name), `An operator declares its state ${name} once`);
    const meta = this.#restored.get(name);
    const id = meta?.id ?? this.#nextId++;
    const declared: TableMeta = {
      id,
      name,
      kind: 'value',
      signature: expires ? `${signature} with TTL` : signature,
    };
    if (meta !== undefined && meta.signature !== declared.signature) {
      throw otherTypes(name, meta, declared);
    }
    this.#declared.set(name, declared);
    if (expires) this.#expiring.push(id);
    return id;
  }

  /** For a snapshot; restored states that were not declared again are kept on. */
  tables(): readonly TableMeta[] {
    const kept = [...this.#restored.values()].filter(({ name }) => !this.#declared.has(name));
    const { sequence } = this;
    return [...kept, ...this.#declared.values()].map((meta) => ({ ...meta, sequence }));
  }
}
