/** Queries on which the engines agree, to be kept: first those whose operators are new together. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Case, goldenText, renamed } from './case.js';

interface Kept {
  readonly made: Case;
  readonly rows: readonly string[];
}

export class Agreed {
  /** By the operators, in their order. */
  readonly #kept = new Map<string, Kept>();

  add(made: Case, rows: readonly string[]): void {
    const operators = made.operators.join(' > ');
    const kept = this.#kept.get(operators);
    const rowsOf = ({ tables }: Case): number =>
      tables.reduce((sum, table) => sum + table.rows.length, 0);
    if (kept === undefined || rowsOf(made) < rowsOf(kept.made)) {
      this.#kept.set(operators, { made, rows });
    }
  }

  /** A golden file of `count` of them. */
  write(count: number, file: string): void {
    if (count === 0) return;
    const covered = new Set<string>();
    const news = ([operators]: readonly [string, Kept]): boolean => {
      const before = covered.size;
      const list = operators.split(' > ');
      for (const [i, each] of list.entries()) covered.add(`${each} > ${list[i + 1] ?? ''}`);
      return covered.size > before;
    };
    const chosen = [...this.#kept].filter(news).slice(0, count);
    const texts = chosen.map(
      ([operators, { made, rows }], i) =>
        `# ${operators}\n${renamed(goldenText(made, { rows }), i)}`,
    );
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, texts.join('\n'));
  }
}
