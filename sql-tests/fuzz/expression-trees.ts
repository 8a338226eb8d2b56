/**
 * Random syntax trees of expressions. Every tree is one that the parser can make, so that
 * `parse(print(tree))` must be the tree again. Offsets are all 0.
 */
import type { Argument, FunctionCall } from '../../planner/parser/ast/call.js';
import type { Expression } from '../../planner/parser/ast/expression.js';
import type { JsonFunction, JsonValueBehavior } from '../../planner/parser/ast/json.js';
import type { ObjectName } from '../../planner/parser/ast/node.js';
import type { OrderItem, Query } from '../../planner/parser/ast/query.js';
import type { FrameBound, WindowSpecification } from '../../planner/parser/ast/window.js';
import { at, LiteralTrees } from './literal-trees.js';

export abstract class ExpressionTrees extends LiteralTrees {
  protected abstract query(depth: number): Query;

  expression(depth: number): Expression {
    if (depth <= 0 || this.chance(15)) return this.leaf();
    const one = () => this.expression(depth - 1);
    const negated = this.chance(30);
    switch (this.random.nextInt(0, 17)) {
      case 0:
        return { kind: 'unary', operator: this.pick(['NOT', '-', '+']), operand: one(), ...at };
      case 1:
      case 2: {
        const operator = this.pick([
          '+',
          '-',
          '*',
          '/',
          '%',
          '=',
          '<>',
          '<',
          '>=',
          'OVERLAPS',
        ] as const);
        return { kind: 'binary', operator, left: one(), right: one(), ...at };
      }
      case 3:
      case 4: {
        const operator = this.pick(['AND', 'OR', '||'] as const);
        return { kind: 'chain', operator, operands: this.many(2, 4, one), ...at };
      }
      case 5: {
        const symmetric = this.chance(20);
        const bounds = { low: one(), high: one() };
        return { kind: 'between', operand: one(), negated, symmetric, ...bounds, ...at };
      }
      case 6: {
        const operator = this.pick(['LIKE', 'ILIKE', 'RLIKE', 'SIMILAR TO'] as const);
        const pattern = { pattern: one(), escape: this.maybe(30, one) };
        return { kind: 'like', operator, operand: one(), negated, ...pattern, ...at };
      }
      case 7: {
        const test = this.pick(['NULL', 'TRUE', 'FALSE', 'UNKNOWN'] as const);
        return { kind: 'is', operand: one(), negated, test, ...at };
      }
      case 8:
        return { kind: 'isDistinct', left: one(), negated, right: one(), ...at };
      case 9:
        return { kind: 'inList', operand: one(), negated, values: this.values(depth - 1), ...at };
      case 10:
        return this.withQuery(depth - 1);
      case 11:
        return this.caseExpression(depth - 1);
      case 12:
        return this.constructorOf(depth - 1);
      case 13:
        return this.accessOf(depth - 1);
      case 14:
      case 15:
        return this.call(depth - 1);
      case 16:
        return this.specialCall(depth - 1);
      default:
        return this.json(depth - 1);
    }
  }

  private leaf(): Expression {
    if (this.chance(40)) return this.literal();
    return { kind: 'column', parts: this.many(1, 3, () => this.identifier()), ...at };
  }

  /** The list of IN or ANY; a lone query in it would be a query of IN. */
  private values(depth: number): Expression[] {
    const values = this.many(1, 3, () => this.expression(depth));
    return values.length === 1 && values[0]?.kind === 'subquery' ? [this.leaf()] : values;
  }

  private withQuery(depth: number): Expression {
    const negated = this.chance(30);
    const operator = this.pick(['=', '<', '>='] as const);
    const quantifier = this.pick(['ANY', 'ALL'] as const);
    const operand = this.expression(depth);
    const query = this.query(depth);
    switch (this.random.nextInt(0, 5)) {
      case 0:
        return { kind: 'inQuery', operand, negated, query, ...at };
      case 1:
        return { kind: 'exists', query, ...at };
      case 2:
        return { kind: 'subquery', query, ...at };
      case 3: {
        const collection = this.pick(['ARRAY', 'MAP', 'MULTISET'] as const);
        return { kind: 'collectionQuery', collection, query, ...at };
      }
      case 4:
        return { kind: 'quantifiedQuery', operator, quantifier, left: operand, query, ...at };
      default: {
        const values = this.values(depth);
        return { kind: 'quantifiedList', operator, quantifier, left: operand, values, ...at };
      }
    }
  }

  private caseExpression(depth: number): Expression {
    const one = () => this.expression(depth);
    const operand = this.maybe(50, one);
    const branches = this.many(1, 3, () => {
      const when = operand === undefined ? [one()] : this.many(1, 2, one);
      const then = one();
      return { kind: 'branch', when, then, ...at } as const;
    });
    return { kind: 'case', operand, branches, otherwise: this.maybe(50, one), ...at };
  }

  private constructorOf(depth: number): Expression {
    const one = () => this.expression(depth);
    switch (this.random.nextInt(0, 5)) {
      case 0: {
        const collection = this.pick(['ARRAY', 'MULTISET'] as const);
        return { kind: 'collection', collection, items: this.many(0, 3, one), ...at };
      }
      case 1: {
        const keys = this.many(0, 2, one);
        return { kind: 'map', keys, values: keys.map(one), ...at };
      }
      case 2:
        return { kind: 'row', explicit: true, items: this.many(0, 3, one), ...at };
      case 3:
        return { kind: 'row', explicit: false, items: this.many(2, 3, one), ...at };
      case 4: {
        const qualifier = this.qualifier('HOUR', undefined);
        return { kind: 'intervalOf', negative: this.chance(30), operand: one(), qualifier, ...at };
      }
      default:
        return { kind: 'cast', tries: this.chance(30), operand: one(), type: this.type(2), ...at };
    }
  }

  private accessOf(depth: number): Expression {
    const operand = this.expression(depth);
    if (this.chance(50)) {
      return { kind: 'item', operand, index: this.expression(depth), ...at };
    }
    return { kind: 'field', operand, name: this.identifier(), ...at };
  }

  /* Calls. */

  protected bareCall(name: ObjectName, args: readonly Argument[]): FunctionCall {
    return {
      kind: 'call',
      name,
      parentheses: true,
      quantifier: undefined,
      args,
      orderBy: [],
      nulls: undefined,
      withinGroup: [],
      filter: undefined,
      over: undefined,
      ...at,
    };
  }

  private call(depth: number): Expression {
    const name = this.chance(70)
      ? this.named(this.pick(['f', 'SUM', 'COUNT', 'LEFT', 'Mod', 'IF', 'ARRAY_AGG']))
      : this.objectName();
    const args = this.many(0, 3, () => this.argument(depth));
    const some = args.length > 0;
    return {
      ...this.bareCall(name, args),
      quantifier: some ? this.pick([undefined, undefined, 'DISTINCT', 'ALL'] as const) : undefined,
      orderBy: some && this.chance(15) ? this.many(1, 2, () => this.orderItem(depth)) : [],
      nulls: this.pick([undefined, undefined, undefined, 'RESPECT', 'IGNORE'] as const),
      withinGroup: this.chance(10) ? this.many(1, 2, () => this.orderItem(depth)) : [],
      filter: this.maybe(15, () => this.expression(depth)),
      over: this.maybe(20, () => (this.chance(30) ? this.identifier() : this.window(depth))),
    };
  }

  private argument(depth: number): Argument {
    switch (this.random.nextInt(0, 12)) {
      case 0:
        return { kind: 'starArgument', ...at };
      case 1:
        return { kind: 'default', ...at };
      case 2: {
        const value = this.expression(depth);
        return { kind: 'namedArgument', name: this.identifier(), value, ...at };
      }
      default:
        return this.expression(depth);
    }
  }

  private specialCall(depth: number): Expression {
    const one = () => this.expression(depth);
    switch (this.random.nextInt(0, 6)) {
      case 0:
        return this.bareCall(this.named('EXTRACT'), [this.timeUnit(), one()]);
      case 1:
        return this.bareCall(this.named(this.pick(['FLOOR', 'CEIL'])), [one(), this.timeUnit()]);
      case 2:
        return this.bareCall(this.named('TIMESTAMPDIFF'), [this.timeUnit(), one(), one()]);
      case 3:
        return this.bareCall(this.named('POSITION'), this.many(2, 3, one));
      case 4:
        return this.bareCall(this.named('OVERLAY'), this.many(3, 4, one));
      case 5: {
        const side = this.pick(['BOTH', 'LEADING', 'TRAILING'] as const);
        const args: Argument[] = [{ kind: 'trimSide', side, ...at }, ...this.many(1, 2, one)];
        return this.bareCall(this.named('TRIM'), args);
      }
      default: {
        const name = this.named(this.pick(['CURRENT_DATE', 'CURRENT_TIMESTAMP', 'LOCALTIME']));
        return { ...this.bareCall(name, []), parentheses: false };
      }
    }
  }

  protected orderItem(depth: number): OrderItem {
    return {
      kind: 'orderItem',
      expression: this.expression(depth),
      direction: this.pick([undefined, 'ASC', 'DESC'] as const),
      nulls: this.pick([undefined, undefined, 'FIRST', 'LAST'] as const),
      ...at,
    };
  }

  protected window(depth: number): WindowSpecification {
    const frame = this.maybe(50, () => {
      const to = this.maybe(60, () => this.frameBound(depth));
      const unit = this.pick(['ROWS', 'RANGE'] as const);
      return { kind: 'frame', unit, from: this.frameBound(depth), to, ...at } as const;
    });
    return {
      kind: 'window',
      base: this.maybe(20, () => this.identifier()),
      partitionBy: this.many(0, 2, () => this.expression(depth)),
      orderBy: this.many(0, 2, () => this.orderItem(depth)),
      frame,
      ...at,
    };
  }

  private frameBound(depth: number): FrameBound {
    if (this.chance(50)) {
      const bound = this.pick([
        'UNBOUNDED PRECEDING',
        'CURRENT ROW',
        'UNBOUNDED FOLLOWING',
      ] as const);
      return { kind: 'frameBound', bound, offset: undefined, ...at };
    }
    const bound = this.pick(['PRECEDING', 'FOLLOWING'] as const);
    return { kind: 'frameBound', bound, offset: this.expression(depth), ...at };
  }

  /* JSON. */

  private json(depth: number): Expression {
    const one = () => this.expression(depth);
    const onNull = this.pick([undefined, 'NULL', 'ABSENT'] as const);
    const tail = { onNull, filter: this.maybe(20, one), over: undefined, ...at };
    switch (this.random.nextInt(0, 6)) {
      case 0:
        return { kind: 'jsonObjectAgg', key: one(), value: one(), ...tail };
      case 1:
        return { kind: 'jsonArrayAgg', item: one(), ...tail };
      case 2: {
        const entries = this.many(0, 2, () => {
          return { kind: 'jsonEntry', key: one(), value: one(), ...at } as const;
        });
        return { kind: 'jsonObject', entries, onNull, ...at };
      }
      case 3:
        return { kind: 'jsonArray', items: this.many(0, 3, one), onNull, ...at };
      case 4: {
        const type = this.pick(['VALUE', 'SCALAR', 'ARRAY', 'OBJECT'] as const);
        return { kind: 'isJson', operand: one(), negated: this.chance(30), type, ...at };
      }
      default:
        return this.jsonPath(depth);
    }
  }

  private jsonPath(depth: number): JsonFunction {
    const one = () => this.expression(depth);
    const [input, path] = [one(), one()];
    const returning = this.maybe(30, () => this.type(1));
    if (this.chance(30)) {
      const onError = this.pick([undefined, 'TRUE', 'FALSE', 'UNKNOWN', 'ERROR'] as const);
      return { kind: 'jsonExists', input, path, onError, ...at };
    }
    if (this.chance(50)) {
      const wrapper = this.pick([undefined, 'WITHOUT', 'CONDITIONAL', 'UNCONDITIONAL'] as const);
      const behaviors = [undefined, 'NULL', 'ERROR', 'EMPTY ARRAY', 'EMPTY OBJECT'] as const;
      const [onEmpty, onError] = [this.pick(behaviors), this.pick(behaviors)];
      return { kind: 'jsonQuery', input, path, returning, wrapper, onEmpty, onError, ...at };
    }
    const handling = () =>
      this.maybe(40, (): JsonValueBehavior => {
        const behavior = this.pick(['NULL', 'ERROR', 'DEFAULT'] as const);
        const value = behavior === 'DEFAULT' ? one() : undefined;
        return { kind: 'jsonValueBehavior', behavior, value, ...at };
      });
    const [onEmpty, onError] = [handling(), handling()];
    return { kind: 'jsonValue', input, path, returning, onEmpty, onError, ...at };
  }
}
