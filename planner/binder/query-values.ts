/**
 * Queries as values in the expressions of a clause: a scalar query, and EXISTS and IN where they
 * are no conditions of their own. Each is joined to the clause's input and gives it values.
 *
 * While expressions are bound, such a value stands in them as a column from `QUERY_BASE` on. As in
 * Flink (`FlinkSubQueryRemoveRule`), a scalar query is aggregated by SINGLE_VALUE unless it is an
 * aggregate without keys; EXISTS and IN ask whether MIN(TRUE) of the matches is there, and IN over
 * values that may be NULL counts rows and values besides, as do ANY and ALL of other comparisons.
 */
import type { Column } from '../../operators/core/spec.js';
import { bindCall } from '../../operators/expr/bind.js';
import type { Expr } from '../../operators/expr/expression.js';
import { bigintLiteral, booleanLiteral, nullLiteral } from '../../operators/expr/literal.js';
import { inputColumns, mapColumns } from '../../operators/expr/walk.js';
import { BOOLEAN } from '../../state/column/logical-type.js';
import { joined, OUTER, pullUp, seenFromJoin } from '../logical/decorrelate.js';
import { column, conjunction } from '../logical/expressions.js';
import { join } from '../logical/join.js';
import type { LogicalNode } from '../logical/node.js';
import type {
  ExistsExpression,
  InQueryExpression,
  QuantifiedQueryExpression,
  SubqueryExpression,
} from '../parser/ast/expression.js';
import type { Span } from '../parser/ast/node.js';
import type { ExpressionBinder } from './expression.js';
import { bindMembership, membership, queryOf, tested } from './membership.js';
import { counts, presence, type RightSide, scalar } from './right-side.js';
import type { Scope } from './scope.js';

export type QueryExpression =
  | ExistsExpression
  | InQueryExpression
  | SubqueryExpression
  | QuantifiedQueryExpression;

/**
 * What counts of `value IN (query)`: the value with NULL, whether it is true, or, as below OR in
 * WHERE, whether it is true beside a row that comes with the query's first one.
 */
export type Asked = 'value' | 'truth' | 'row';

const QUERY_BASE = 1 << 22;

interface Attached {
  readonly node: LogicalNode;
  /** Puts the values in the places that stand for them. */
  readonly replace: (expr: Expr) => Expr;
  /** What stands for a place; undefined for other columns. */
  readonly value: (place: number) => Expr | undefined;
}

/** Which columns of the join it reads. */
export interface QueryInOn {
  readonly node: QueryExpression;
  readonly reads: readonly number[];
}

interface Placed {
  readonly side: RightSide;
  /** Where it is written, and who asks. */
  readonly node: QueryExpression;
  readonly binder: ExpressionBinder;
  /** The place of its first value. */
  readonly at: number;
}

export class QueryValues {
  readonly #sides: Placed[] = [];
  readonly #known = new Map<Scope, Map<string, Expr>>();
  #count = 0;

  /** @throws PLAN_UNSUPPORTED, BIND_TYPE */
  bind(node: QueryExpression, binder: ExpressionBinder): Expr {
    if (node.kind === 'inQuery') return this.bindMembership(node, binder, 'value');
    return this.#once('', node, binder, () => this.#bind(node, binder));
  }

  /** @throws PLAN_UNSUPPORTED, BIND_TYPE */
  bindMembership(node: InQueryExpression, binder: ExpressionBinder, asked: Asked): Expr {
    const { start } = node.operand;
    const found = this.#once(asked, { start, end: node.end }, binder, () =>
      this.#membership(node, binder, asked),
    );
    return node.negated ? bindCall('NOT', [found]) : found;
  }

  /** One value for equal texts. */
  #once(asked: Asked | '', at: Span, { context, scope }: ExpressionBinder, make: () => Expr): Expr {
    const text = asked + context.text.slice(at.start, at.end);
    const known = this.#known.get(scope) ?? new Map<string, Expr>();
    this.#known.set(scope, known);
    const made = known.get(text) ?? context.locate(at, make);
    known.set(text, made);
    return made;
  }

  #bind(node: Exclude<QueryExpression, InQueryExpression>, binder: ExpressionBinder): Expr {
    switch (node.kind) {
      case 'subquery':
        return this.#place(scalar(queryOf(node, 1, binder)), node, binder)[0] as Expr;
      case 'exists':
        return this.#isThere(presence(tested(node, binder), []), node, binder);
      case 'quantifiedQuery': {
        const within = membership(node);
        return within === null ? this.#quantified(node, binder) : this.bind(within, binder);
      }
    }
  }

  /**
   * Joins the queries to the input of the clause.
   * @param rewrite an expression over FROM's columns as one over the input's
   * @param used those that hold the queries to join; all are joined without it
   */
  attach(input: LogicalNode, rewrite: (expr: Expr) => Expr, used?: readonly Expr[]): Attached {
    return attached(input, rewrite, this.#needed(rewrite, used));
  }

  /** Joins to one side of a join queries in its ON; each row of the side stays. */
  attachToSide(input: LogicalNode, belongs: (query: QueryInOn) => boolean): Attached {
    const own = this.#sides.filter((placed) => belongs(inOn(placed)));
    const left = own.map((each) => ({ ...each, side: { ...each.side, join: 'left' as const } }));
    return attached(input, (expr) => expr, left);
  }

  get inOn(): readonly QueryInOn[] {
    return this.#sides.map(inOn);
  }

  /** Those that the expressions hold, and those that these read in turn. */
  #needed(rewrite: (expr: Expr) => Expr, used: readonly Expr[] | undefined): readonly Placed[] {
    if (used === undefined || this.#sides.length === 0) return this.#sides;
    const read = new Set(used.flatMap((expr) => [...inputColumns(rewrite(expr))]));
    const needed = this.#sides.toReversed().filter(({ side, at }) => {
      const isRead = side.values.some((_, i) => read.has(QUERY_BASE + at + i));
      if (isRead) for (const index of outerColumns(side)) read.add(index);
      return isRead;
    });
    return needed.reverse();
  }

  #place(side: RightSide, node: QueryExpression, binder: ExpressionBinder): Expr[] {
    this.#sides.push({ side, node, binder, at: this.#count });
    return side.values.map((value) => column(QUERY_BASE + this.#count++, value.type));
  }

  #isThere(side: RightSide, node: QueryExpression, binder: ExpressionBinder): Expr {
    return bindCall('IS NOT NULL', this.#place(side, node, binder));
  }

  /** `value IN (query)`, with the three truth values of SQL where they are asked for. */
  #membership(node: InQueryExpression, binder: ExpressionBinder, asked: Asked): Expr {
    const { pulled, equalities } = bindMembership(node, binder);
    if (asked === 'truth' || !equalities.some(({ call }) => call.type.nullable)) {
      return this.#isThere(presence(pulled, equalities), node, binder);
    }
    const inner = equalities.map((each) => each.inner);
    if (inner.filter(({ type }) => type.nullable).length > 1 && asked === 'value') {
      const reason = 'We now only support the count of one field.';
      const hint = 'In WHERE, IN of several columns that may be NULL runs, and NOT IN by itself.';
      throw binder.context.error('PLAN_UNSUPPORTED', reason, node, hint);
    }
    // As in Flink, the answer for a constant is there before the first row.
    const isConstant = equalities.every(({ outer }) => [...inputColumns(outer)].length === 0);
    const counted = counts(pulled, complete(inner));
    const side = isConstant ? ({ ...counted, join: 'left' } as const) : counted;
    const [rows, values] = this.#place(side, node, binder) as [Expr, Expr];
    const found = this.#isThere(presence(pulled, equalities), node, binder);
    if (asked === 'row') return bindCall('AND', [bindCall('NOT', [hasNone(rows)]), found]);
    const nulls = equalities.map(({ outer }) =>
      bindCall('IS NULL', [mapColumns(outer, (index) => index - OUTER)]),
    );
    return bindCall('CASE', [
      ...[hasNone(rows), NO],
      ...[nulls.reduce((a, b) => bindCall('OR', [a, b])), UNKNOWN],
      ...[found, booleanLiteral(true)],
      ...[hasFewer(values, rows), UNKNOWN],
      NO,
    ]);
  }

  /** `value > ANY (query)`: the least or the greatest decides. ALL is not ANY of the opposite. */
  #quantified(node: QuantifiedQueryExpression, binder: ExpressionBinder): Expr {
    const isAll = node.quantifier === 'ALL';
    const operator = isAll ? OPPOSITES[node.operator] : node.operator;
    const query = queryOf(node, 1, binder);
    const inner = column(0, (query.output[0] as Column).type);
    const value = binder.bind(node.left);
    const side = counts(pullUp(query), inner, EXTREMES[operator]);
    const totals = this.#place(side, node, binder);
    const [rows, values, ...extremes] = totals as [Expr, Expr, ...Expr[]];
    const compared = extremes.map((each) => binder.made(operator, [value, each], node));
    const found = compared.reduce((a, b) => bindCall('OR', [a, b]));
    const quantified = bindCall('CASE', [
      ...[hasNone(rows), NO],
      ...[bindCall('IS TRUE', [found]), booleanLiteral(true)],
      ...[hasFewer(values, rows), UNKNOWN],
      found,
    ]);
    return isAll ? bindCall('NOT', [quantified]) : quantified;
  }
}

/** Errors of the columns are the query's. */
export function placeColumns(expr: Expr, at: Span, spans: WeakMap<Expr, Span>): void {
  if (expr.kind === 'column') spans.set(expr, at);
  if (expr.kind === 'call') for (const arg of expr.args) placeColumns(arg, at, spans);
}

function attached(
  input: LogicalNode,
  rewrite: (expr: Expr) => Expr,
  queries: readonly Placed[],
): Attached {
  let node = input;
  const values: Expr[] = [];
  const value = (place: number): Expr | undefined => values[place - QUERY_BASE];
  const replace = (expr: Expr): Expr => mapColumns(expr, (index) => value(index) ?? index);
  for (const { side, at, node: query, binder } of queries) {
    const { join: type, node: right, conditions, values: own } = side;
    const width = node.output.length;
    const around = (expr: Expr): Expr => {
      placeColumns(expr, query, binder.spans);
      return replace(rewrite(expr));
    };
    const made = own.map((each) => seenFromJoin(each, width, around));
    node = join(type, node, right, conjunction(joined(conditions, width, around)));
    for (const [i, each] of made.entries()) values[at + i] = each;
  }
  return { node, replace, value };
}

function inOn({ side, node }: Placed): QueryInOn {
  return { node, reads: outerColumns(side) };
}

function outerColumns({ conditions, values }: RightSide): readonly number[] {
  const read = [...conditions, ...values].flatMap((expr) => [...inputColumns(expr)]);
  return read.filter((index) => index >= OUTER).map((index) => index - OUTER);
}

/** The value that fulfils a comparison if any does; one that differs is the one or the other. */
const EXTREMES = {
  '<': ['MAX'],
  '<=': ['MAX'],
  '>': ['MIN'],
  '>=': ['MIN'],
  '=': [],
  '<>': ['MIN', 'MAX'],
} as const;

const OPPOSITES = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '=': '<>', '<>': '=' } as const;

const NO = booleanLiteral(false);
const UNKNOWN = nullLiteral(BOOLEAN);
const ZERO = bigintLiteral(0n);

/** What is NULL where one of the values is. */
function complete([first, ...rest]: readonly Expr[]): Expr {
  if (rest.length === 0) return first as Expr;
  const there = [first as Expr, ...rest].map((each) => bindCall('IS NOT NULL', [each]));
  return bindCall('CASE', [bindCall('AND', there), booleanLiteral(true), UNKNOWN]);
}

/** A count of a query that reads the one around is NULL where there are no rows. */
function counted(count: Expr): Expr {
  return bindCall('COALESCE', [count, ZERO]);
}

function hasNone(rows: Expr): Expr {
  return bindCall('=', [counted(rows), ZERO]);
}

function hasFewer(values: Expr, rows: Expr): Expr {
  return bindCall('<', [counted(values), counted(rows)]);
}
