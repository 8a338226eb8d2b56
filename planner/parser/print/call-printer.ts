/** Prints calls, their arguments and windows. */
import type { AggregateSuffix, Argument, FunctionCall, TableArgument } from '../ast/call.js';
import type { Expression } from '../ast/expression.js';
import type { JsonFunction, JsonQuery, JsonValue, JsonValueBehavior } from '../ast/json.js';
import type { ObjectName } from '../ast/node.js';
import type { OrderItem, Query } from '../ast/query.js';
import type { Frame, FrameBound, WindowSpecification } from '../ast/window.js';
import { precedence } from '../precedence.js';
import { TextPrinter, words } from './text-printer.js';

export abstract class CallPrinter extends TextPrinter {
  /** In parentheses when it binds less than `least`. */
  abstract expression(node: Expression, least?: number): string;
  abstract query(node: Query): string;

  expressions(nodes: readonly Expression[]): string {
    return nodes.map((node) => this.expression(node)).join(', ');
  }

  call(node: FunctionCall): string {
    const { name, args, nulls, withinGroup } = node;
    if (!node.parentheses) return this.functionName(name);
    const inside = words(
      node.quantifier,
      this.specialArguments(node) ?? this.arguments(args),
      this.orderBy(node.orderBy),
    );
    return words(
      `${this.functionName(name)}(${inside})`,
      nulls && `${nulls} NULLS`,
      withinGroup.length > 0 && `WITHIN GROUP (${this.orderBy(withinGroup)})`,
      this.suffix(node),
    );
  }

  protected functionName(name: ObjectName): string {
    return this.name(name);
  }

  arguments(args: readonly Argument[]): string {
    return args.map((argument) => this.argument(argument)).join(', ');
  }

  /** The arguments of a function with a syntax of its own. */
  private specialArguments({ name, args }: FunctionCall): string | undefined {
    const [only] = name.parts;
    if (only === undefined || name.parts.length > 1 || only.quoted) return undefined;
    const word = only.name.toUpperCase();
    const [first, second, third] = args;
    if (word === 'EXTRACT' && first && second) {
      return `${this.argument(first)} FROM ${this.argument(second)}`;
    }
    if (second?.kind === 'timeUnit' && first) {
      // An interval at the end would take TO for its own.
      const bare = first.kind === 'column' || first.kind === 'call';
      const operand = bare ? this.argument(first) : `(${this.argument(first)})`;
      return `${operand} TO ${second.unit}`;
    }
    if (word === 'POSITION' && first && second) {
      const pair = `${this.operandArgument(first)} IN ${this.operandArgument(second)}`;
      return third === undefined ? pair : `${pair} FROM ${this.argument(third)}`;
    }
    if (first?.kind === 'trimSide') return this.trim(first.side, args.slice(1));
    return undefined;
  }

  private operandArgument(argument: Argument): string {
    return this.expression(argument as Expression, precedence.range + 1);
  }

  private trim(side: string, args: readonly Argument[]): string {
    const source = args.at(-1);
    const characters = args.length > 1 ? args[0] : undefined;
    return words(
      side,
      characters && this.argument(characters),
      'FROM',
      source && this.argument(source),
    );
  }

  argument(node: Argument): string {
    switch (node.kind) {
      case 'namedArgument':
        return `${this.identifier(node.name)} => ${this.argument(node.value)}`;
      case 'tableArgument':
        return this.tableArgument(node);
      case 'modelArgument':
        return `MODEL ${this.name(node.name)}`;
      case 'descriptor':
        return `DESCRIPTOR${this.columns(node.columns)}`;
      case 'default':
        return 'DEFAULT';
      case 'starArgument':
        return '*';
      case 'trimSide':
        return node.side;
      case 'timeUnit':
        return node.unit;
      default:
        return this.expression(node);
    }
  }

  protected tableArgument({ source, partitionBy, orderBy }: TableArgument): string {
    const table = source.kind === 'name' ? this.name(source) : `(${this.query(source)})`;
    return words(
      `TABLE ${table}`,
      partitionBy.length > 0 && `PARTITION BY (${this.expressions(partitionBy)})`,
      orderBy.length > 0 && `ORDER BY (${this.orderItems(orderBy)})`,
    );
  }

  private suffix({ filter, over }: AggregateSuffix): string {
    const window = over?.kind === 'identifier' ? this.identifier(over) : over && this.window(over);
    return words(filter && `FILTER (WHERE ${this.expression(filter)})`, window && `OVER ${window}`);
  }

  window({ base, partitionBy, orderBy, frame }: WindowSpecification): string {
    const inside = words(
      base && this.identifier(base),
      this.partitionBy(partitionBy),
      this.orderBy(orderBy),
      frame && this.frame(frame),
    );
    return `(${inside})`;
  }

  private frame({ unit, from, to }: Frame): string {
    const start = this.frameBound(from);
    if (to === undefined) return `${unit} ${start}`;
    return `${unit} BETWEEN ${start} AND ${this.frameBound(to)}`;
  }

  private frameBound({ bound, offset }: FrameBound): string {
    return words(offset && this.expression(offset), bound);
  }

  partitionBy(keys: readonly Expression[]): string {
    return keys.length === 0 ? '' : `PARTITION BY ${this.expressions(keys)}`;
  }

  orderBy(items: readonly OrderItem[]): string {
    return items.length === 0 ? '' : `ORDER BY ${this.orderItems(items)}`;
  }

  private orderItems(items: readonly OrderItem[]): string {
    return items
      .map(({ expression, direction, nulls }) =>
        words(this.expression(expression), direction, nulls && `NULLS ${nulls}`),
      )
      .join(', ');
  }

  /* JSON. */

  protected json(node: JsonFunction): string {
    switch (node.kind) {
      case 'jsonExists': {
        const { input, path, onError } = node;
        const handling = onError && `${onError} ON ERROR`;
        return `JSON_EXISTS(${words(this.jsonPath(input, path), handling)})`;
      }
      case 'jsonValue':
        return this.jsonValue(node);
      case 'jsonQuery':
        return this.jsonQuery(node);
      case 'jsonObject': {
        const entries = node.entries.map(({ key, value }) => this.jsonEntry(key, value));
        return `JSON_OBJECT(${words(entries.join(', '), onNull(node.onNull))})`;
      }
      case 'jsonArray':
        return `JSON_ARRAY(${words(this.expressions(node.items), onNull(node.onNull))})`;
      case 'jsonObjectAgg': {
        const entry = words(this.jsonEntry(node.key, node.value), onNull(node.onNull));
        return words(`JSON_OBJECTAGG(${entry})`, this.suffix(node));
      }
      case 'jsonArrayAgg': {
        const item = words(this.expression(node.item), onNull(node.onNull));
        return words(`JSON_ARRAYAGG(${item})`, this.suffix(node));
      }
    }
  }

  private jsonPath(input: Expression, path: Expression): string {
    return `${this.expression(input)}, ${this.expression(path)}`;
  }

  private jsonEntry(key: Expression, value: Expression): string {
    return `KEY ${this.expression(key)} VALUE ${this.expression(value)}`;
  }

  private jsonValue({ input, path, returning, onEmpty, onError }: JsonValue): string {
    const inside = words(
      this.jsonPath(input, path),
      returning && `RETURNING ${this.type(returning)}`,
      onEmpty && `${this.jsonBehavior(onEmpty)} ON EMPTY`,
      onError && `${this.jsonBehavior(onError)} ON ERROR`,
    );
    return `JSON_VALUE(${inside})`;
  }

  private jsonBehavior({ behavior, value }: JsonValueBehavior): string {
    return words(behavior, value && this.expression(value));
  }

  private jsonQuery({ input, path, returning, wrapper, onEmpty, onError }: JsonQuery): string {
    const wrapping = wrapper === 'WITHOUT' ? 'WITHOUT ARRAY' : wrapper && `WITH ${wrapper} ARRAY`;
    const inside = words(
      this.jsonPath(input, path),
      returning && `RETURNING ${this.type(returning)}`,
      wrapping && `${wrapping} WRAPPER`,
      onEmpty && `${onEmpty} ON EMPTY`,
      onError && `${onError} ON ERROR`,
    );
    return `JSON_QUERY(${inside})`;
  }
}

function onNull(behavior: 'NULL' | 'ABSENT' | undefined): string | undefined {
  return behavior && `${behavior} ON NULL`;
}
