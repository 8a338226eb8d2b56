/**
 * Random syntax trees: names, literals, types and expressions. Every tree is one that the parser
 * can make, so that `parse(print(tree))` must be the tree again. Offsets are all 0.
 */
import type { Random } from '../../conf/random.js';
import type { Argument, FunctionCall } from '../../planner/parser/ast/call.js';
import type { Expression } from '../../planner/parser/ast/expression.js';
import type { JsonFunction, JsonValueBehavior } from '../../planner/parser/ast/json.js';
import type {
  IntervalQualifier,
  Literal,
  StringLiteral,
  TimeUnitArgument,
} from '../../planner/parser/ast/literal.js';
import type { Identifier, ObjectName, Option } from '../../planner/parser/ast/node.js';
import type { OrderItem, Query } from '../../planner/parser/ast/query.js';
import type { RowField, SimpleTypeName, TypeNode } from '../../planner/parser/ast/type.js';
import type { FrameBound, WindowSpecification } from '../../planner/parser/ast/window.js';

export const at = { start: 0, end: 0 } as const;

const plainNames = ['a', 'b', 'c', 't1', 'data', 'name', 'größe', '_x', '$y', 'Key', 'window_end'];
const quotedNames = ['select', 'a b', 'x`y', 'value', '1', "it's", '😀', 'from'];
const strings = ['', 'x', "it's", '%a_', '/* no comment */', '-- x', ';', 'ünï', 'a\nb', '\\', '`'];
const numbers = ['0', '1', '42', '1.50', '.5', '1e3', '2.5E-10', '12345678901234567890'];
const hexes = ['', '00', 'CAFE'];

type Qualified = readonly [text: string, from: string, to?: string];
const intervals: readonly Qualified[] = [
  ['1', 'DAY'],
  ['-5', 'MINUTE'],
  ['1.5', 'SECOND'],
  ['2-3', 'YEAR', 'MONTH'],
  ['4 05:06:07.8', 'DAY', 'SECOND'],
  ['1:30', 'HOUR', 'MINUTE'],
  ['3', 'WEEK'],
];

const dates = [
  ['DATE', '2001-02-03'],
  ['TIME', '04:05:06.7'],
  ['TIMESTAMP', '2001-02-03 04:05:06.123456789'],
  ['TIMESTAMP_LTZ', '2001-02-03 04:05:06'],
] as const;

/** Name and most arguments. */
const simpleTypes: readonly (readonly [SimpleTypeName, number])[] = [
  ['BOOLEAN', 0],
  ['INT', 0],
  ['DOUBLE', 0],
  ['DECIMAL', 2],
  ['CHAR', 1],
  ['VARCHAR', 1],
  ['STRING', 0],
  ['VARBINARY', 1],
  ['DATE', 0],
  ['TIME', 1],
  ['TIMESTAMP', 1],
  ['TIMESTAMP_LTZ', 1],
  ['TIMESTAMP_TZ', 1],
  ['VARIANT', 0],
  ['BITMAP', 0],
  ['NULL', 0],
];

export abstract class ExpressionTrees {
  constructor(protected readonly random: Random) {}

  protected abstract query(depth: number): Query;

  /* Choices. */

  protected pick<T>(items: readonly T[]): T {
    return items[this.random.nextInt(0, items.length - 1)] as T;
  }

  protected chance(percent: number): boolean {
    return this.random.nextInt(1, 100) <= percent;
  }

  protected many<T>(min: number, max: number, make: () => T): T[] {
    return Array.from({ length: this.random.nextInt(min, max) }, make);
  }

  protected maybe<T>(percent: number, make: () => T): T | undefined {
    return this.chance(percent) ? make() : undefined;
  }

  /* Names and literals. */

  protected identifier(): Identifier {
    const quoted = this.chance(20);
    const name = this.pick(quoted ? quotedNames : plainNames);
    return { kind: 'identifier', name, quoted, ...at };
  }

  protected named(name: string): ObjectName {
    const parts: Identifier[] = [{ kind: 'identifier', name, quoted: false, ...at }];
    return { kind: 'name', parts, ...at };
  }

  protected objectName(): ObjectName {
    return { kind: 'name', parts: this.many(1, 3, () => this.identifier()), ...at };
  }

  protected string(): StringLiteral {
    return { kind: 'string', value: this.pick(strings), ...at };
  }

  protected option(): Option {
    const [key, value] = [this.pick(strings), this.pick(strings)];
    return { kind: 'option', key, value, valueStart: 0, valueEnd: 0, ...at };
  }

  protected qualifier(from: string, to: string | undefined): IntervalQualifier {
    const precision = this.maybe(30, () => this.random.nextInt(0, 4));
    const seconds = to === 'SECOND' || (from === 'SECOND' && precision !== undefined);
    const fraction = seconds ? this.maybe(40, () => this.random.nextInt(0, 9)) : undefined;
    return { kind: 'intervalQualifier', from, precision, to, fraction, ...at } as IntervalQualifier;
  }

  protected literal(): Literal {
    switch (this.random.nextInt(0, 6)) {
      case 0:
        return this.string();
      case 1:
        return { kind: 'bytes', hex: this.pick(hexes), ...at };
      case 2:
        return { kind: 'boolean', value: this.pick([true, false, null]), ...at };
      case 3:
        return { kind: 'null', ...at };
      case 4: {
        const [type, text] = this.pick(dates);
        return { kind: 'datetime', type, text, ...at };
      }
      case 5: {
        const [text, from, to] = this.pick(intervals);
        const qualifier = this.qualifier(from, to);
        return { kind: 'interval', negative: this.chance(20), text, qualifier, ...at };
      }
      default:
        return { kind: 'number', text: this.pick(numbers), ...at };
    }
  }

  protected timeUnit(): TimeUnitArgument {
    const unit = this.pick(['YEAR', 'WEEK', 'DAY', 'HOUR', 'SECOND', 'EPOCH', 'DOW'] as const);
    return { kind: 'timeUnit', unit, ...at };
  }

  /* Types. */

  protected type(depth: number): TypeNode {
    const notNull = this.chance(25);
    const kind = depth <= 0 ? 0 : this.random.nextInt(0, 9);
    switch (kind) {
      case 4: {
        const element = this.type(depth - 1);
        const collection = this.pick(['ARRAY', 'MULTISET'] as const);
        return { kind: 'collectionType', collection, element, notNull, ...at };
      }
      case 5: {
        const [key, value] = [this.type(depth - 1), this.type(depth - 1)];
        return { kind: 'mapType', key, value, notNull, ...at };
      }
      case 6: {
        const fields = this.many(0, 3, () => this.rowField(depth - 1));
        return { kind: 'rowType', fields, notNull, ...at };
      }
      case 7: {
        const [, from, to] = this.pick(intervals);
        return { kind: 'intervalType', qualifier: this.qualifier(from, to), notNull, ...at };
      }
      case 8: {
        const fields = this.many(0, 2, () => this.rowField(depth - 1));
        return { kind: 'structuredType', className: this.string(), fields, notNull, ...at };
      }
      case 9:
        if (this.chance(50)) return { kind: 'namedType', name: this.objectName(), notNull, ...at };
        return {
          kind: 'rawType',
          className: this.string(),
          snapshot: this.string(),
          notNull,
          ...at,
        };
      default:
        return this.simpleType(notNull);
    }
  }

  private simpleType(notNull: boolean): TypeNode {
    const [name, most] = this.pick(simpleTypes);
    const precision = most > 0 ? this.maybe(50, () => this.random.nextInt(1, 9)) : undefined;
    const scaled = most > 1 && precision !== undefined;
    const scale = scaled ? this.maybe(50, () => this.random.nextInt(0, 4)) : undefined;
    return { kind: 'simpleType', name, precision, scale, notNull, ...at };
  }

  private rowField(depth: number): RowField {
    const comment = this.maybe(20, () => this.string());
    return { kind: 'rowField', name: this.identifier(), type: this.type(depth), comment, ...at };
  }

  /* Expressions. */

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
