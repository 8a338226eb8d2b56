/**
 * What a generator decides, as a list of small numbers: a made thing is its list, so a list that is
 * shorter, or has smaller numbers, makes a smaller thing (0 is the plainest choice everywhere, and
 * stands for all that a list no longer has).
 */
import type { Random } from '../../conf/random.js';

export class Choices {
  readonly taken: number[] = [];
  readonly #next: (bound: number) => number;

  private constructor(next: (bound: number) => number) {
    this.#next = next;
  }

  static random(random: Random): Choices {
    return new Choices((bound) => random.nextInt(0, bound - 1));
  }

  static replay(list: readonly number[]): Choices {
    let at = 0;
    return new Choices((bound) => Math.min(list[at++] ?? 0, bound - 1));
  }

  /** From 0 to `bound - 1`. */
  below(bound: number): number {
    const chosen = this.#next(bound);
    this.taken.push(chosen);
    return chosen;
  }

  pick<T>(items: readonly T[]): T {
    if (items.length === 0) throw new Error('Nothing to choose from');
    return items[this.below(items.length)] as T;
  }

  /** True in so many of a hundred cases. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  /** From `least` to `most` of the items, in their order, at least one of them the first chosen. */
  some<T>(items: readonly T[], least: number, most: number): readonly T[] {
    const wanted = least + this.below(Math.max(1, Math.min(most, items.length) - least + 1));
    const left = [...items];
    const chosen = new Set<T>();
    while (chosen.size < wanted && left.length > 0) {
      for (const item of left.splice(this.below(left.length), 1)) chosen.add(item);
    }
    return items.filter((item) => chosen.has(item));
  }
}
