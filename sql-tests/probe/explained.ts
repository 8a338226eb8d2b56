/**
 * Whether a difference between the engines has a reason. Where Flink refuses an expression or its
 * query fails, its words must be those of a known kind (`kinds.ts`). Else the expression is asked
 * for with all its parts: each row that differs must differ by a kind in the call itself, or in a
 * part, which is judged in the same way. So a difference is explained by both engines' values in
 * the place where it begins, wherever that is nested.
 */
import { type Answer, type Cell, isError, sameCell } from './answer.js';
import { FAILED, type Shape } from './keyed.js';
import {
  type Argument,
  hidesAnother,
  isBroken,
  isKnown,
  isRefusedHere,
  isRefusedThere,
} from './kinds.js';
import { render, type Tree } from './tree.js';

/** Both engines' answers to expressions. */
export type AskBoth = (
  expressions: readonly string[],
  shape: Shape,
) => Promise<readonly (readonly [Answer, Answer])[]>;

export interface Question {
  readonly tree: Tree;
  readonly shape: Shape;
  readonly here: Answer;
  readonly there: Answer;
}

const AGGREGATE_CALL =
  /\b(?:SUM|AVG|MIN|MAX|COUNT|STDDEV_\w+|VAR\w+|\w+_VALUE|\w+AGG|COLLECT|PERCENTILE)\(/;

/** Whether an aggregate's call stands in it: a query of groups without one is no such query. */
export function isAggregated(tree: Tree): boolean {
  return AGGREGATE_CALL.test(render(tree));
}

/** @param groups the rows of each group, as the answers have the groups */
export async function isExplained(
  { tree, shape, here, there }: Question,
  groups: readonly (readonly number[])[],
  ask: AskBoth,
): Promise<boolean> {
  if ('refused' in there) return isRefusedThere(there.refused);
  if (there.cells.length === 1 && isBrokenCell(there.cells[0] ?? null)) return true;
  if ('refused' in here) return isRefusedHere(here.refused, there.cells);
  const failed = here.type === FAILED;
  if (!failed && here.type !== there.type) return false;
  if (!failed && here.cells.length !== there.cells.length) return false;
  const search = new Search(groups, await answers(tree, shape, ask));
  if (failed) return search.failsByKind(tree, shape);
  search.known.set(keyOf(tree, shape), [here, there]);
  const rows = search.rows(tree, shape);
  return here.cells.every((cell, i) => sameCell(cell, there.cells[i] ?? null) || rows[i] === true);
}

type Known = Map<string, readonly [Answer, Answer]>;

async function answers(tree: Tree, shape: Shape, ask: AskBoth): Promise<Known> {
  const known: Known = new Map();
  const parts = partsOf(tree, shape);
  for (const of of ['rows', 'groups'] as const) {
    const list = [...new Set(parts.filter((part) => part.shape === of).map((part) => part.sql))];
    const found = list.length === 0 ? [] : await ask(list, of);
    for (const [i, each] of found.entries()) known.set(`${of} ${list[i]}`, each);
  }
  return known;
}

/** All parts at any height. What stands within an aggregate's call is of rows. */
function partsOf(tree: Tree, shape: Shape): readonly { sql: string; shape: Shape }[] {
  return tree.parts.flatMap((part) => {
    const own = shapeOf(part, shape);
    return [{ sql: render(part), shape: own }, ...partsOf(part, own)];
  });
}

function shapeOf(part: Tree, around: Shape): Shape {
  return around === 'groups' && isAggregated(part) ? 'groups' : 'rows';
}

function keyOf(tree: Tree, shape: Shape): string {
  return `${shape} ${render(tree)}`;
}

/** Of these types values that are printed alike may be different ones. */
const MAY_HIDE = /^(?:TIMESTAMP|INTERVAL)/;

class Search {
  constructor(
    readonly groups: readonly (readonly number[])[],
    readonly known: Known,
  ) {}

  /**
   * In which rows or groups the value of the tree differs for a reason.
   *
   * @param stored whether an aggregate keeps what is made of the value
   */
  rows(tree: Tree, shape: Shape, stored = false): readonly boolean[] {
    const [here, there] = this.known.get(keyOf(tree, shape)) ?? [];
    if (here === undefined || there === undefined) return [];
    if ('refused' in here) return [];
    if ('refused' in there) return here.cells.map(() => isRefusedThere(there.refused));
    const below = tree.parts.map((part) => this.#below(part, shape, stored));
    return here.cells.map((own, i) => {
      const their = there.cells[i] ?? null;
      const place = {
        own,
        their,
        type: here.type,
        form: formOf(tree),
        args: this.#args(tree, shape, i),
      };
      if (hidesAnother(place, stored)) return true;
      const isBelow = below.some((rows) => rows[i]);
      if (sameCell(own, their)) return isBelow && MAY_HIDE.test(here.type);
      return isBelow || isBrokenCell(their) || isKnown(place);
    });
  }

  /** Whether every row that fails in a part, and so the query, does so for a reason. */
  failsByKind(tree: Tree, shape: Shape): boolean {
    const failing = tree.parts.flatMap((part) => {
      const own = shapeOf(part, shape);
      const [here] = this.known.get(keyOf(part, own)) ?? [];
      if (here === undefined || 'refused' in here) return [];
      const rows = this.rows(part, own);
      return here.cells.flatMap((cell, i) => (isError(cell) ? [rows[i] === true] : []));
    });
    return failing.length > 0 && failing.every((hasReason) => hasReason);
  }

  /** The same of a part, as rows or groups of what it is a part of. */
  #below(part: Tree, around: Shape, stored: boolean): readonly boolean[] {
    const shape = shapeOf(part, around);
    const rows = this.rows(part, shape, stored || shape !== around);
    if (shape === around) return rows;
    return this.groups.map((group) => group.some((row) => rows[row]));
  }

  /** @param at a row, or a group */
  #args(tree: Tree, shape: Shape, at: number): readonly Argument[] {
    const rows = shape === 'rows' ? [at] : (this.groups[at] ?? []);
    return tree.parts.map((part) => {
      const sql = render(part);
      const [here] = this.known.get(`rows ${sql}`) ?? [];
      if (here === undefined || 'refused' in here) return { sql, type: '', cell: null, cells: [] };
      const cells = rows.map((row) => here.cells[row] ?? null);
      return { sql, type: here.type, cell: cells[0] ?? null, cells };
    });
  }
}

function formOf({ text }: Tree): string {
  return text.join('{}');
}

function isBrokenCell(cell: Cell): boolean {
  return isError(cell) && isBroken(cell.error);
}
