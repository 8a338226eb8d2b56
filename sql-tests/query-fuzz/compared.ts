/** What Flink's plans of INTERSECT ALL and EXCEPT ALL count: the rows of a union with markers. */
import type { Case } from './case.js';
import type { PlanNode } from './plan.js';

/**
 * Whether a projection above went into the set operation, so that rows are compared by other
 * columns than the query names: the operation of this node, or one that no node of the plan is.
 */
export function comparesOthers(node: PlanNode, made: Case, plan: readonly PlanNode[]): boolean {
  const columns = comparedColumns(node);
  if (columns.length === 0) return false;
  const lists = comparedLists(made);
  const named = new Set(lists.flat());
  // Flink adds a digit to a name that there is twice.
  const isNamed = (name: string): boolean => named.has(name) || named.has(name.slice(0, -1));
  const widths = new Set(plan.map((each) => comparedColumns(each).length));
  return (
    lists.every(({ length }) => length !== columns.length) ||
    lists.some(({ length }) => !widths.has(length)) ||
    !columns.every(isNamed)
  );
}

/** The columns of a union that has a marker; none of another node. */
function comparedColumns({ text }: PlanNode): readonly string[] {
  const [, list = ''] = /^Union\(all=\[true\], union=\[([\w$, ]*\bvcol_\w+)\]/.exec(text) ?? [];
  return list.split(', ').filter((name) => name !== '' && !name.startsWith('vcol_'));
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
