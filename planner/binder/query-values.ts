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
import { mapColumns } from '../../operators/expr/walk.js';
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
import type { ExpressionBinder } from './expression.js';
import { bindMembership, membership, queryOf, tested } from './membership.js';
import { counts, presence, type RightSide, scalar } from './right-side.js';

export type QueryExpression =
  | ExistsExpression
  | InQueryExpression
  | SubqueryExpression
  | QuantifiedQueryExpression;

const QUERY_BASE = 1 << 22;

export class QueryValues {
  readonly #sides: RightSide[] = [];
  #count = 0;

  /** @throws PLAN_UNSUPPORTED, BIND_TYPE */
  bind(node: QueryExpression, binder: ExpressionBinder): Expr {
    return binder.context.locate(node, () => this.#bind(node, binder));
  }

  #bind(node: QueryExpression, binder: ExpressionBinder): Expr {
    switch (node.kind) {
      case 'subquery':
        return this.#place(scalar(queryOf(node, 1, binder)))[0] as Expr;
      case 'exists':
        return this.#isThere(presence(tested(node, binder), []));
      case 'inQuery': {
        const found = this.#membership(node, binder);
        return node.negated ? bindCall('NOT', [found]) : found;
      }
      case 'quantifiedQuery': {
        const within = membership(node);
        return within === null ? this.#quantified(node, binder) : this.#bind(within, binder);
      }
    }
  }

  /**
   * Joins the queries to the input of the clause.
   * @param rewrite an expression over FROM's columns as one over the input's
   */
  attach(
    input: LogicalNode,
    rewrite: (expr: Expr) => Expr,
  ): { readonly node: LogicalNode; readonly replace: (expr: Expr) => Expr } {
    let node = input;
    const values: Expr[] = [];
    const replace = (expr: Expr): Expr =>
      mapColumns(expr, (index) => values[index - QUERY_BASE] ?? index);
    for (const { join: type, node: right, conditions, values: own } of this.#sides) {
      const width = node.output.length;
      const around = (expr: Expr): Expr => replace(rewrite(expr));
      const made = own.map((value) => seenFromJoin(value, width, around));
      node = join(type, node, right, conjunction(joined(conditions, width, around)));
      values.push(...made);
    }
    return { node, replace };
  }

  #place(side: RightSide): Expr[] {
    this.#sides.push(side);
    return side.values.map((value) => column(QUERY_BASE + this.#count++, value.type));
  }

  #isThere(side: RightSide): Expr {
    return bindCall('IS NOT NULL', this.#place(side));
  }

  /** `value IN (query)`, with the three truth values of SQL. */
  #membership(node: InQueryExpression, binder: ExpressionBinder): Expr {
    const { pulled, equalities } = bindMembership(node, binder);
    const [first, second] = equalities;
    if (first === undefined || !equalities.some(({ call }) => call.type.nullable)) {
      return this.#isThere(presence(pulled, equalities));
    }
    if (second !== undefined) {
      throw binder.context.unsupported('IN of several values that may be NULL', node);
    }
    const [rows, values] = this.#place(counts(pulled, first.inner)) as [Expr, Expr];
    const found = this.#isThere(presence(pulled, equalities));
    const value = mapColumns(first.outer, (index) => index - OUTER);
    return bindCall('CASE', [
      ...[hasNone(rows), NO],
      ...[bindCall('IS NULL', [value]), UNKNOWN],
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
    const totals = this.#place(counts(pullUp(query), inner, EXTREMES[operator]));
    const [rows, values, ...extremes] = totals as [Expr, Expr, ...Expr[]];
    const compared = extremes.map((each) => binder.made(operator, [value, each], node));
    const found = compared.reduce((a, b) => bindCall('OR', [a, b]));
    const any = bindCall('CASE', [
      ...[hasNone(rows), NO],
      ...[bindCall('IS TRUE', [found]), booleanLiteral(true)],
      ...[hasFewer(values, rows), UNKNOWN],
      found,
    ]);
    return isAll ? bindCall('NOT', [any]) : any;
  }
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
