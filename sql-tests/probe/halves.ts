import type { Answer } from './answer.js';

/** An engine, asked for expressions. */
export interface Asking {
  /** Expressions that go through together. */
  readonly most: number;
  /** Null: a query of all of them is refused, or fails. */
  together(expressions: readonly string[]): Promise<readonly Answer[] | null>;
  alone(expression: string): Promise<Answer>;
}

/** Many expressions as few queries; where one is refused or fails, each half again. */
export async function inHalves(
  expressions: readonly string[],
  asking: Asking,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let i = 0; i < expressions.length; i += asking.most) {
    answers.push(...(await halved(expressions.slice(i, i + asking.most), asking)));
  }
  return answers;
}

async function halved(expressions: readonly string[], asking: Asking): Promise<readonly Answer[]> {
  const [first, ...others] = expressions;
  if (first === undefined) return [];
  if (others.length === 0) return [await asking.alone(first)];
  const found = await asking.together(expressions);
  if (found !== null) return found;
  const half = expressions.length >> 1;
  const left = await halved(expressions.slice(0, half), asking);
  return [...left, ...(await halved(expressions.slice(half), asking))];
}
