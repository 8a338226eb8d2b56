/** How queries came out, in all and by operator. */
import type { Case } from './case.js';
import { kindOf, type Outcome } from './outcome.js';

export class Counts {
  #same = 0;
  #refused = 0;
  #failed = 0;
  #explained = 0;
  #different = 0;
  #withRows = 0;
  #retracting = 0;
  readonly #kinds = new Map<string, number>();
  readonly #operators = new Map<string, number>();
  readonly #differing = new Map<string, number>();

  get differences(): number {
    return this.#different;
  }

  same(made: Case, own: Outcome): void {
    this.#same++;
    if (kindOf(own) === 'refused') this.#refused++;
    if (kindOf(own) === 'failed') this.#failed++;
    this.#look(made, own);
  }

  explained(made: Case, own: Outcome, kind: string): void {
    this.#explained++;
    raise(this.#kinds, kind);
    this.#look(made, own);
  }

  different(made: Case, own: Outcome): void {
    this.#different++;
    for (const operator of new Set(made.operators)) raise(this.#differing, operator);
    this.#look(made, own);
  }

  #look(made: Case, own: Outcome): void {
    for (const operator of new Set(made.operators)) raise(this.#operators, operator);
    if (!('rows' in own)) return;
    if (own.rows.length > 0) this.#withRows++;
    if (own.retracts) this.#retracting++;
  }

  text(): string {
    const all = this.#same + this.#explained + this.#different;
    const percent = (count: number): string => `${((100 * count) / all).toFixed(1)} %`;
    const operators = [...this.#operators].sort(([, a], [, b]) => b - a);
    return [
      `${this.#same} same (${this.#refused} refused, ${this.#failed} failing in both), ` +
        `${this.#explained} explained, ${this.#different} different`,
      `${percent(this.#withRows)} return rows, ${percent(this.#retracting)} retract`,
      ...[...this.#kinds].map(([kind, count]) => `  ${count} explained: ${kind}`),
      ...operators.map(([operator, count]) => {
        const differing = this.#differing.get(operator);
        const differ = differing === undefined ? '' : `, ${differing} different`;
        return `  ${operator}: ${count}${differ}`;
      }),
    ].join('\n');
  }
}

function raise(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
