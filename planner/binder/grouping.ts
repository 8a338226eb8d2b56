/**
 * GROUP BY of one SELECT: a projection of the keys and of the aggregates' arguments, the aggregate
 * over it, and the rewriting of expressions above: a part that equals a key is the key's column, a
 * column that is in no key is an error.
 */

import type { ExpandSet } from '../../operators/calc/expand-spec.js';
import { bindCall } from '../../operators/expr/bind.js';
import type { AggregateCall, Expr } from '../../operators/expr/expression.js';
import { literal } from '../../operators/expr/literal.js';
import { BIGINT, withNullable } from '../../state/column/logical-type.js';
import { aggregate } from '../logical/aggregate.js';
import { expand } from '../logical/expand.js';
import { column, exprDigest } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import { project } from '../logical/project.js';
import { oneRow } from '../logical/values.js';
import type { Span } from '../parser/ast/node.js';
import type { AggregateUse } from './aggregate-use.js';
import type { BindContext } from './context.js';
import { type GroupKeys, repetitions } from './grouping-sets.js';
import type { Item } from './select-items.js';
import {
  AGGREGATE_BASE,
  GROUPING_BASE,
  GROUPING_END,
  type GroupingUse,
  OVER_BASE,
} from './special-calls.js';

export class Grouping {
  readonly #places: ReadonlyMap<string, number>;
  /** Keys that are plain columns alone need no digests of whole expressions. */
  readonly #plain: boolean;
  /** Keys, the id of the grouping set among them. */
  readonly #width: number;
  #output: LogicalNode['output'] = [];

  constructor(
    readonly groups: GroupKeys,
    readonly groupings: readonly GroupingUse[],
    readonly aggregates: readonly AggregateUse[],
    readonly items: readonly Item[],
    readonly spans: WeakMap<Expr, Span>,
    readonly context: BindContext,
    readonly at: Span,
  ) {
    const { keys, sets } = groups;
    this.#places = new Map(keys.map((key, i) => [exprDigest(key), i]));
    this.#plain = keys.every((key) => key.kind === 'column');
    this.#width = keys.length + (sets === null ? 0 : 1);
  }

  node(input: LogicalNode): LogicalNode {
    const { keys, sets, sources = keys } = this.groups;
    // The one group there is, of which nothing is asked: as in Flink, its rows are not read.
    if (keys.length + this.aggregates.length === 0) return oneRow();
    const columns = new Columns(input, this.items);
    const places = sources.map((key) => columns.place(key));
    // What an aggregate reads is not the key that is NULL in some sets.
    if (sets !== null) columns.setApart(places.filter((_, key) => !inAll(sets, key)));
    const calls = this.aggregates.map((use) => this.#call(use, columns));
    let below = columns.node();
    if (sets !== null) {
      const width = below.output.length;
      below = expand(below, expandSets(sets, places));
      places.push(width);
    }
    const node = aggregate(below, places, calls, this.#names());
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
    if (expr.index >= GROUPING_BASE && expr.index < GROUPING_END) {
      return this.#grouping(expr.index - GROUPING_BASE);
    }
    if (expr.index >= OVER_BASE) return expr;
    if (expr.index < AGGREGATE_BASE) throw this.#notGrouped(expr);
    const place = this.#width + expr.index - AGGREGATE_BASE;
    return column(place, this.#output[place]?.type ?? expr.type);
  }

  /** For each set the bits of the arguments that it lacks, chosen by the set's id. */
  #grouping(at: number): Expr {
    const { args, call } = this.groupings[at] as GroupingUse;
    const keys = args.map((arg) => this.#places.get(exprDigest(arg)));
    if (keys.includes(undefined)) {
      const reason = 'Argument to GROUPING operator must be a grouped expression';
      throw this.context.error('BIND_INVALID', reason, call);
    }
    const { sets } = this.groups;
    const id = column(this.#width - 1, ID);
    const ids = setIds(sets ?? [], this.groups.keys.length);
    const isGroupId = keys.length === 0;
    const repeated = repetitions(sets ?? []);
    const branches = (sets ?? []).flatMap((set, i): Expr[] => {
      const bits = keys.reduce<number>((all, key) => 2 * all + absence(set, key as number), 0);
      const condition = bindCall('=', [id, number(ids[i] as number)]);
      return [condition, number(isGroupId ? (repeated[i] as number) : bits)];
    });
    return branches.length === 0
      ? number(0)
      : bindCall('CASE', [...branches.slice(0, -2), ...branches.slice(-1)]);
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
      return item?.name ?? `$f${this.#width + i}`;
    });
  }
}

const ID = withNullable(BIGINT, false);

function number(value: number): Expr {
  return literal(BigInt(value), ID);
}

function inAll(sets: readonly (readonly number[])[], key: number): boolean {
  return sets.every((set) => set.includes(key));
}

function absence(set: readonly number[], key: number): 0 | 1 {
  return set.includes(key) ? 0 : 1;
}

/**
 * A bit a key, the first one the highest: set where the key is absent. Above them how often the set
 * has stood before.
 */
function setIds(sets: readonly (readonly number[])[], keys: number): number[] {
  const repeated = repetitions(sets);
  return sets.map((set, i) => {
    let id = repeated[i] as number;
    for (let key = 0; key < keys; key++) id = 2 * id + absence(set, key);
    return id;
  });
}

function expandSets(sets: readonly (readonly number[])[], places: readonly number[]): ExpandSet[] {
  const ids = setIds(sets, places.length);
  return sets.map((set, i) => ({
    nulls: places.filter((_, key) => !set.includes(key)),
    id: ids[i] as number,
  }));
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

  /** Expressions at these places are not shared with those to come. */
  setApart(places: readonly number[]): void {
    for (const [digest, place] of this.#places) {
      if (places.includes(place)) this.#places.delete(digest);
    }
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
