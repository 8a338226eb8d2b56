/**
 * GROUP BY of one SELECT: a projection of the keys and of the aggregates' arguments, the aggregate
 * over it, and the rewriting of expressions above: a part that equals a key is the key's column, a
 * column that is in no key is an error.
 */
import type { AggregateCall, Expr } from '../../operators/expr/expression.js';
import { aggregate } from '../logical/aggregate.js';
import { column, exprDigest } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import { project } from '../logical/project.js';
import type { Span } from '../parser/ast/node.js';
import type { AggregateUse } from './aggregate-use.js';
import type { BindContext } from './context.js';
import type { Item } from './select-items.js';
import { AGGREGATE_BASE, OVER_BASE } from './special-calls.js';

export class Grouping {
  readonly #places: ReadonlyMap<string, number>;
  /** Keys that are plain columns alone need no digests of whole expressions. */
  readonly #plain: boolean;
  #output: LogicalNode['output'] = [];

  constructor(
    readonly keys: readonly Expr[],
    readonly aggregates: readonly AggregateUse[],
    readonly items: readonly Item[],
    readonly spans: WeakMap<Expr, Span>,
    readonly context: BindContext,
    readonly at: Span,
  ) {
    this.#places = new Map(keys.map((key, i) => [exprDigest(key), i]));
    this.#plain = keys.every((key) => key.kind === 'column');
  }

  node(input: LogicalNode): LogicalNode {
    const columns = new Columns(input, this.items);
    const keys = this.keys.map((key) => columns.place(key));
    const calls = this.aggregates.map((use) => this.#call(use, columns));
    const node = aggregate(columns.node(), keys, calls, this.#names());
    this.#output = node.output;
    return node;
  }

  /** An expression over the SELECT's input as one over the aggregate's output. */
  rewrite(expr: Expr): Expr {
    if (expr.kind === 'literal') return expr;
    const key = this.#keyOf(expr);
    if (key !== undefined) return column(key, this.#output[key]?.type ?? expr.type);
    if (expr.kind === 'call') {
      const args = expr.args.map((arg) => this.rewrite(arg));
      return args.every((arg, i) => arg === expr.args[i]) ? expr : { ...expr, args };
    }
    if (expr.index >= OVER_BASE) return expr;
    if (expr.index < AGGREGATE_BASE) throw this.#notGrouped(expr);
    const place = this.keys.length + expr.index - AGGREGATE_BASE;
    return column(place, this.#output[place]?.type ?? expr.type);
  }

  #keyOf(expr: Expr): number | undefined {
    if (this.#plain && expr.kind === 'call') return undefined;
    return this.#places.get(exprDigest(expr));
  }

  #notGrouped(expr: Expr): Error {
    const span = this.spans.get(expr) ?? this.at;
    const name = this.context.text.slice(span.start, span.end);
    const reason = `Expression '${name}' is not being grouped`;
    return this.context.error('BIND_INVALID', reason, span, 'Add it to GROUP BY or aggregate it.');
  }

  #call(use: AggregateUse, columns: Columns): AggregateCall {
    const { bound, distinct, filter } = use;
    return {
      name: bound.name,
      args: bound.args.map((arg) => columns.place(arg)),
      argTypes: bound.args.map((arg) => arg.type),
      distinct,
      filter: filter === null ? null : columns.place(filter),
      type: bound.type,
      ...(bound.option === undefined ? {} : { option: bound.option }),
      ...(bound.span === undefined ? {} : { span: bound.span }),
    };
  }

  /** An aggregate that is an item of the list has its name. */
  #names(): string[] {
    return this.aggregates.map((_, i) => {
      const item = this.items.find(
        ({ expr }) => expr.kind === 'column' && expr.index === AGGREGATE_BASE + i,
      );
      return item?.name ?? `$f${this.keys.length + i}`;
    });
  }
}

/** The columns that a node needs of its input: a projection, each expression once. */
export class Columns {
  readonly #input: LogicalNode;
  readonly #items: readonly Item[];
  readonly #expressions: Expr[] = [];
  readonly #places = new Map<string, number>();

  /** @param items give names to expressions that are in the list */
  constructor(input: LogicalNode, items: readonly Item[]) {
    this.#input = input;
    this.#items = items;
  }

  place(expr: Expr): number {
    const digest = exprDigest(expr);
    const known = this.#places.get(digest);
    if (known !== undefined) return known;
    const place = this.#expressions.push(expr) - 1;
    this.#places.set(digest, place);
    return place;
  }

  /** The projection; the input itself where nothing is needed of it. */
  node(): LogicalNode {
    if (this.#expressions.length === 0) return this.#input;
    const names = this.#expressions.map((expr, i) => this.#name(expr, i));
    return project(this.#input, this.#expressions, names);
  }

  #name(expr: Expr, place: number): string {
    if (expr.kind === 'column') return this.#input.output[expr.index]?.name ?? `$f${place}`;
    const digest = exprDigest(expr);
    const item = this.#items.find((each) => exprDigest(each.expr) === digest);
    return item?.name ?? `$f${place}`;
  }
}
