/** What Flink's plans of INTERSECT ALL and EXCEPT ALL count: the rows of a union with markers. */
import type { Case } from './case.js';
import type { PlanNode } from './plan.js';

/**
 * Whether a projection above went into the set operation, so that rows are compared by other
 * columns than the query names.
 */
export function comparesOthers({ text }: PlanNode, made: Case): boolean {
  const [, list = ''] = /^Union\(all=\[true\], union=\[([\w$, ]*\bvcol_\w+)\]/.exec(text) ?? [];
  if (list === '') return false;
  const columns = list.split(', ').filter((name) => !name.startsWith('vcol_'));
  const lists = comparedLists(made);
  const named = new Set(lists.flat());
  // Flink adds a digit to a name that there is twice.
  const isNamed = (name: string): boolean => named.has(name) || named.has(name.slice(0, -1));
  return lists.every(({ length }) => length !== columns.length) || !columns.every(isNamed);
}

/** Whether the markers pass an operator that makes plain timestamps of time attributes. */
export function castsMarked({ text, inputs }: PlanNode): boolean {
  return (
    /^Calc\(select=\[.*CAST\(\w+ AS TIMESTAMP.*\bvcol_left_marker\b/.test(text) &&
    inputs.some((input) => input.text.startsWith('Union('))
  );
}

/** The columns of the query on the left of each. */
function comparedLists({ sql, views }: Case): readonly (readonly string[])[] {
  return [sql, ...views].flatMap((text) =>
    [...text.matchAll(/ (?:INTERSECT|EXCEPT) ALL /g)].map(({ index }) => {
      const left = text.slice(beginOf(text, index), index);
      const [, list = ''] = /SELECT ([\w, ]+) FROM/.exec(left) ?? [];
      return list.split(', ');
    }),
  );
}

/** Behind the parenthesis that is open at a place. */
function beginOf(text: string, place: number): number {
  let closed = 0;
  for (let at = place - 1; at >= 0; at--) {
    if (text[at] === ')') closed++;
    if (text[at] === '(' && closed-- === 0) return at + 1;
  }
  return 0;
}
