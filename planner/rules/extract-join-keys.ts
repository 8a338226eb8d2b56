/**
 * An equality of an expression of one side with one of the other becomes an equality of columns,
 * which projections below the join compute: only columns can be join keys.
 */
import type { CallExpr, Expr } from '../../operators/expr/expression.js';
import { inputColumns, mapColumns, rewriteCalls } from '../../operators/expr/walk.js';
import { sameType } from '../../state/column/logical-type.js';
import { attributeOf, withoutAttribute } from '../logical/column-type.js';
import { column, conjunction, conjuncts, isMovable, shiftColumns } from '../logical/expressions.js';
import { type Join, rejoin } from '../logical/join.js';
import type { LogicalNode } from '../logical/node.js';
import { pick, project } from '../logical/project.js';

export function extractJoinKeys(found: LogicalNode): LogicalNode {
  if (found.kind !== 'join' || found.condition === null) return found;
  const condition = withoutTimeCasts(found.condition);
  const node = condition === found.condition ? found : { ...found, condition };
  const left = new Side(node.left, 0);
  const right = new Side(node.right, node.left.output.length);
  const width = node.left.output.length;
  const pairs = conjuncts(condition).map((part) => keyPair(part, width));
  if (!pairs.some((pair) => pair?.some((e) => e.kind !== 'column'))) return node;
  const added = pairs.map((pair) => pair && [left.place(pair[0]), right.place(pair[1])]);
  const newLeft = left.node();
  const shift = newLeft.output.length - width;
  const moved = conjuncts(condition).map((part, i): Expr => {
    const places = added[i];
    const pair = pairs[i];
    if (!places || !pair) return mapColumns(part, (c) => (c < width ? c : c + shift));
    const [a, b] = places as [number, number];
    const args = [column(a, pair[0].type), column(newLeft.output.length + b, pair[1].type)];
    return { ...(part as CallExpr), args };
  });
  const joined = rejoin(node, newLeft, right.node(), conjunction(moved));
  return pick(joined, outputPlaces(node, width, shift));
}

/** Time attributes as they are, where they were cast to be plain timestamps of their type. */
function withoutTimeCasts(condition: Expr): Expr {
  return rewriteCalls(condition, (call) => {
    const [arg] = call.args;
    if (call.name !== 'CAST' || arg?.kind !== 'column') return call;
    const isPlain = sameType(withoutAttribute(arg.type), call.type, true);
    return attributeOf(arg.type) !== undefined && isPlain ? arg : call;
  });
}

function outputPlaces(node: Join, width: number, shift: number): number[] {
  return node.output.map((_, i) => (i < width ? i : i + shift));
}

/** Left and right expression of an equality between the sides, or null. */
function keyPair(part: Expr, width: number): [Expr, Expr] | null {
  if (part.kind !== 'call' || part.name !== '=' || !isMovable(part)) return null;
  const [a, b] = part.args as [Expr, Expr];
  const side = (expr: Expr): 'left' | 'right' | null => {
    const reads = [...inputColumns(expr)];
    if (reads.length === 0) return null;
    if (reads.every((c) => c < width)) return 'left';
    return reads.every((c) => c >= width) ? 'right' : null;
  };
  const [of, to] = [side(a), side(b)];
  if (of === 'left' && to === 'right') return [a, b];
  return of === 'right' && to === 'left' ? [b, a] : null;
}

/** One input with the key expressions that were added behind its columns. */
class Side {
  readonly #input: LogicalNode;
  readonly #offset: number;
  readonly #added: Expr[] = [];

  constructor(input: LogicalNode, offset: number) {
    this.#input = input;
    this.#offset = offset;
  }

  /** The column, in this input, that holds the expression. */
  place(expr: Expr): number {
    const own = shiftColumns(expr, -this.#offset);
    if (own.kind === 'column') return own.index;
    this.#added.push(own);
    return this.#input.output.length + this.#added.length - 1;
  }

  node(): LogicalNode {
    const { output } = this.#input;
    if (this.#added.length === 0) return this.#input;
    const own = output.map((c, i) => column(i, c.type));
    const names = [
      ...output.map((c) => c.name),
      ...this.#added.map((_, i) => `$f${output.length + i}`),
    ];
    return project(this.#input, [...own, ...this.#added], names);
  }
}
