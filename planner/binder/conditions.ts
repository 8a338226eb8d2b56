/**
 * WHERE and HAVING: a filter, and a semi or anti join for each `[NOT] IN (query)` and
 * `[NOT] EXISTS` that must be true. Queries in other places are values (`query-values.ts`).
 */
import { bindCall } from '../../operators/expr/bind.js';
import type { Expr } from '../../operators/expr/expression.js';
import { joined, readAround } from '../logical/decorrelate.js';
import { conjunction } from '../logical/expressions.js';
import { filter } from '../logical/filter.js';
import { join } from '../logical/join.js';
import type { LogicalNode } from '../logical/node.js';
import type { ExistsExpression, Expression, InQueryExpression } from '../parser/ast/expression.js';
import type { BoundFrom } from './bound-from.js';
import type { BindContext } from './context.js';
import { ExpressionBinder } from './expression.js';
import { bindMembership, isNotFalse, tested } from './membership.js';
import { placeColumns, QueryValues } from './query-values.js';
import { presence } from './right-side.js';
import { noSpecialCalls } from './special-calls.js';
import { asTrue, bindTrue, holdsTest, parts, type Test, testOf } from './truth.js';

interface TestJoin {
  readonly type: 'semi' | 'anti';
  readonly right: LogicalNode;
  /** Over the columns of the right side, and those around from `OUTER` on. */
  readonly conditions: readonly Expr[];
  readonly at: ExistsExpression | InQueryExpression;
}

export function bindWhere(where: Expression, from: BoundFrom, context: BindContext): LogicalNode {
  const queries = new QueryValues();
  const special = noSpecialCalls('WHERE clause');
  const binder = new ExpressionBinder(context, from.scope, special, new WeakMap(), queries);
  const conditions = new Conditions(where, 'WHERE', binder);
  const { node, replace } = queries.attach(from.node, (expr) => expr);
  return conditions.fulfilled(node, replace);
}

/** All that must hold for a row to stay. */
export class Conditions {
  readonly #values: readonly Expr[];
  readonly #tests: readonly TestJoin[];
  readonly #binder: ExpressionBinder;

  /** @throws what binding an expression throws, and PLAN_UNSUPPORTED */
  constructor(node: Expression, clause: string, binder: ExpressionBinder) {
    const values: Expr[] = [];
    const tests: Test[] = [];
    const { context } = binder;
    context.each(parts(asTrue(node)), (part) => {
      const test = testOf(part);
      if (test !== null) tests.push(test);
      else if (part.kind !== 'chain' || !holdsTest(part)) {
        values.push(binder.condition(part, clause));
      } else values.push(bindTrue(part, binder, 'row'));
    });
    this.#binder = binder;
    this.#values = values;
    this.#tests = tests.map((test) => context.locate(test.query, () => testJoin(test, binder)));
  }

  /** The expressions of the clause's input that they read. */
  get read(): readonly Expr[] {
    const ofTests = this.#tests.flatMap(({ conditions, at }) => {
      const outer = readAround(conditions);
      for (const each of outer) placeColumns(each, at, this.#binder.spans);
      return outer;
    });
    return [...this.#values, ...ofTests];
  }

  /** @param place an expression over FROM's columns as one over those of `input` */
  fulfilled(input: LogicalNode, place: (expr: Expr) => Expr): LogicalNode {
    const condition = conjunction(this.#values.map(place));
    let node = condition === null ? input : filter(input, condition);
    for (const { type, right, conditions, at } of this.#tests) {
      const on = joined(conditions, node.output.length, (outer) => {
        placeColumns(outer, at, this.#binder.spans);
        return place(outer);
      });
      node = join(type, node, right, conjunction(on));
    }
    return node;
  }
}

function testJoin({ query: at, negated }: Test, binder: ExpressionBinder): TestJoin {
  const type = negated ? 'anti' : 'semi';
  if (at.kind === 'exists') {
    const { node, conditions } = tested(at, binder);
    const right = conditions.length === 0 ? anyRow(node) : node;
    return { type, right, conditions, at };
  }
  const { pulled, equalities } = bindMembership(at, binder);
  const own = equalities.map((each) => (negated ? isNotFalse(each) : each.call));
  return { type, right: pulled.node, conditions: [...pulled.conditions, ...own], at };
}

/** One row when there are any: all that a query by itself says. */
function anyRow(node: LogicalNode): LogicalNode {
  const { node: rows, values } = presence({ node, conditions: [] }, []);
  return filter(rows, bindCall('IS NOT NULL', values));
}
