/**
 * Expressions: from the syntax tree to bound trees with exact types. Types, overloads and implicit
 * casts come from the function registry (`bindCall`, `bindCast`); here names are resolved, every
 * call gets its place, and time attributes end where a value is computed from them.
 */
import { LEGACY_CAST } from '../../conf/options/table-exec.js';
import { bindCall } from '../../operators/expr/bind.js';
import { bindCast } from '../../operators/expr/cast.js';
import type { CallExpr, Expr } from '../../operators/expr/expression.js';
import { booleanLiteral, numberLiteral } from '../../operators/expr/literal.js';
import { attributeOf, withoutAttribute } from '../logical/column-type.js';
import type { FunctionCall } from '../parser/ast/call.js';
import type * as ast from '../parser/ast/expression.js';
import type { JsonArrayAggregate, JsonObjectAggregate } from '../parser/ast/json.js';
import type { Identifier, Span } from '../parser/ast/node.js';
import { bindFunction } from './call.js';
import { bindCase } from './case.js';
import type { BindContext } from './context.js';
import { intervalType, UNIT_VALUE } from './interval.js';
import { bindJson } from './json.js';
import { bindLiteral } from './literal.js';
import type { QueryValues } from './query-values.js';
import type { Scope } from './scope.js';
import { asTrue, bindTrue, holdsTest } from './truth.js';
import { bindType } from './type.js';

/** Operands of a chain of || that may make its tree as high. */
const MAX_LEANING = 100;

/** A call that may be an aggregate or have an OVER. */
export type AnyCall = FunctionCall | JsonObjectAggregate | JsonArrayAggregate;

/**
 * What a clause does with aggregates and window functions: their value as an expression, or
 * undefined for a call that is neither. Clauses that allow none throw.
 */
export type SpecialCalls = (call: AnyCall, binder: ExpressionBinder) => Expr | undefined;

export class ExpressionBinder {
  /**
   * @param spans where column references stand, for errors that are found after binding
   * @param queries takes the queries in expressions; null = they cannot stand here
   */
  constructor(
    readonly context: BindContext,
    readonly scope: Scope,
    readonly special: SpecialCalls,
    readonly spans: WeakMap<Expr, Span> = new WeakMap(),
    readonly queries: QueryValues | null = null,
  ) {}

  /** The same where no query may stand. */
  withoutQueries(): ExpressionBinder {
    return new ExpressionBinder(this.context, this.scope, this.special, this.spans);
  }

  /** @throws BIND_* with the place of what is wrong */
  bind(node: ast.Expression): Expr {
    switch (node.kind) {
      case 'number':
      case 'string':
      case 'bytes':
      case 'boolean':
      case 'null':
      case 'datetime':
      case 'interval':
        return bindLiteral(node, this.context);
      case 'column':
        return this.#column(node);
      case 'field':
        return this.field(this.bind(node.operand), node.name, node);
      case 'item':
        return this.call('ITEM', [node.operand, node.index], node);
      case 'unary':
        if (node.operator === '-' && node.operand.kind === 'number') {
          const { text } = node.operand;
          return this.context.locate(node, () => numberLiteral(text, true));
        }
        return this.call(node.operator, [node.operand], node);
      case 'binary':
        return this.call(node.operator, [node.left, node.right], node);
      case 'chain':
        return this.#chain(node);
      case 'between':
      case 'like':
      case 'is':
      case 'isDistinct':
      case 'inList':
        return this.#test(node);
      case 'case':
        return bindCase(node, this);
      case 'cast': {
        const type = bindType(node.type, this.context);
        const operand = this.bind(node.operand);
        const mode = node.tries ? 'TRY_CAST' : this.#castMode();
        const span = this.context.span(node);
        return this.context.locate(node, () => bindCast(operand, type, mode, span));
      }
      case 'collection':
        return this.call(node.collection, node.items, node);
      case 'map': {
        const items = node.keys.flatMap((key, i) => [key, node.values[i] as ast.Expression]);
        return this.call('MAP', items, node);
      }
      case 'row':
        return this.call('ROW', node.items, node);
      case 'intervalOf':
        return this.#interval(node);
      case 'call':
        return this.special(node, this) ?? bindFunction(node, this);
      case 'jsonObjectAgg':
      case 'jsonArrayAgg':
        return this.special(node, this) ?? bindJson(node, this);
      default:
        return this.#rest(node);
    }
  }

  #castMode(): 'CAST' | 'LEGACY' {
    const legacy = this.context.shared.configuration.get(LEGACY_CAST) === 'ENABLED';
    return legacy ? 'LEGACY' : 'CAST';
  }

  /** A condition: BOOLEAN, or an error that names the clause. */
  condition(node: ast.Expression, clause: string): Expr {
    const bound = this.bind(node);
    if (bound.type.root === 'BOOLEAN') return bound;
    if (bound.type.root === 'NULL') return booleanLiteral(null);
    const reason = `${clause} clause must be a condition`;
    throw this.context.error('BIND_TYPE', reason, node);
  }

  call(name: string, args: readonly ast.Expression[], at: Span, option?: CallExpr['option']): Expr {
    const bound = this.context.each(args, (arg) => this.bind(arg));
    return this.made(name, bound, at, option);
  }

  /** A call of bound arguments. */
  made(name: string, args: readonly Expr[], at: Span, option?: CallExpr['option']): Expr {
    const { context } = this;
    const bound = context.locate(at, () => bindCall(name, args, option, context.span(at)));
    if (bound.kind !== 'call' || attributeOf(bound.type) === undefined) return bound;
    if (bound.name === 'PROCTIME') return bound;
    return { ...bound, type: withoutAttribute(bound.type) };
  }

  /** A field of a ROW. @throws BIND_UNKNOWN_COLUMN */
  field(operand: Expr, name: Identifier, at: Span): Expr {
    const { type } = operand;
    if (type.root !== 'ROW' && type.root !== 'STRUCTURED_TYPE') {
      const reason = `There is no field '${name.name}' in a value that is no ROW`;
      throw this.context.error('BIND_UNKNOWN_COLUMN', reason, name);
    }
    const index = type.fields.findIndex((field) => field.name === name.name);
    if (index < 0) {
      const known = type.fields.map((each) => each.name).join(', ');
      const reason = `There is no field '${name.name}'; there are ${known}`;
      throw this.context.error('BIND_UNKNOWN_COLUMN', reason, name);
    }
    return this.made('.field', [operand], at, index);
  }

  #column(node: ast.ColumnReference): Expr {
    const { expr, fields, item } = this.scope.resolve(node.parts, this.context);
    if (item !== undefined) {
      const depth = node.parts.length - fields.length - 1;
      this.context.shared.names.columns.set(node, { item, depth });
    }
    // An object of its own for each reference, so that each has its place.
    const found: Expr = { ...expr };
    this.spans.set(found, node);
    return fields.reduce((operand, name) => this.field(operand, name, node), found);
  }

  #chain(node: ast.ChainExpression): Expr {
    const args = this.context.each(node.operands, (operand) => this.bind(operand));
    if (node.operator !== '||') return this.made(node.operator, args, node);
    return this.#concatenated(args, node);
  }

  /** Leans left as Flink's tree does, but for long chains: whoever walks a tree recurses. */
  #concatenated(args: readonly Expr[], at: ast.ChainExpression): Expr {
    if (args.length <= MAX_LEANING) {
      return args.reduce((left, right) => this.made('||', [left, right], at));
    }
    const middle = Math.ceil(args.length / 2);
    const halves = [args.slice(0, middle), args.slice(middle)];
    const [left, right] = halves.map((half) => this.#concatenated(half, at)) as [Expr, Expr];
    return this.made('||', [left, right], at);
  }

  #test(
    node:
      | ast.BetweenExpression
      | ast.LikeExpression
      | ast.IsExpression
      | ast.DistinctExpression
      | ast.InListExpression,
  ): Expr {
    const not = node.negated ? 'NOT ' : '';
    switch (node.kind) {
      case 'between': {
        const option = node.symmetric ? 'SYMMETRIC' : undefined;
        return this.call(`${not}BETWEEN`, [node.operand, node.low, node.high], node, option);
      }
      case 'like': {
        const escapes = node.escape === undefined ? [] : [node.escape];
        const name = node.operator === 'RLIKE' ? 'REGEXP' : node.operator;
        const positive = this.call(name, [node.operand, node.pattern, ...escapes], node);
        return node.negated ? this.made('NOT', [positive], node) : positive;
      }
      case 'is':
        if ((node.test === 'TRUE' || node.test === 'FALSE') && holdsTest(node.operand)) {
          const truth = bindTrue(asTrue({ ...node, negated: false }), this, 'truth');
          return this.made(`IS ${not}TRUE`, [truth], node);
        }
        return this.call(`IS ${not}${node.test}`, [node.operand], node);
      case 'isDistinct':
        return this.call(`IS ${not}DISTINCT FROM`, [node.left, node.right], node);
      case 'inList':
        return this.call(`${not}IN`, [node.operand, ...node.values], node);
    }
  }

  /** `INTERVAL (a + 1) HOUR`: the number times one hour. */
  #interval(node: ast.IntervalExpression): Expr {
    const type = intervalType(node.qualifier);
    const unit = UNIT_VALUE[node.qualifier.from];
    const value = node.negative ? -unit : unit;
    const scalar = type.root === 'INTERVAL_DAY_TIME' ? BigInt(value) : value;
    const one: Expr = { kind: 'literal', value: scalar, type };
    return this.made('*', [one, this.bind(node.operand)], node);
  }

  #quantified(node: ast.QuantifiedListExpression): Expr {
    const { operator, quantifier, left, values } = node;
    if (operator === '=' && quantifier === 'ANY') return this.call('IN', [left, ...values], node);
    if (operator === '<>' && quantifier === 'ALL') {
      return this.call('NOT IN', [left, ...values], node);
    }
    const [value, ...bound] = this.context.each([left, ...values], (each) => this.bind(each));
    const compared = bound.map((each) => this.made(operator, [value as Expr, each], node));
    const name = quantifier === 'ANY' ? 'OR' : 'AND';
    return compared.reduce((a, b) => this.made(name, [a, b], node));
  }

  #rest(node: Exclude<ast.Expression, { kind: 'call' | 'jsonObjectAgg' | 'jsonArrayAgg' }>): Expr {
    switch (node.kind) {
      case 'exists':
      case 'inQuery':
      case 'subquery':
      case 'quantifiedQuery':
        if (this.queries === null) {
          throw this.context.unsupported('A query in an expression of this clause', node);
        }
        return this.queries.bind(node, this);
      case 'quantifiedList':
        return this.#quantified(node);
      case 'collectionQuery':
        throw this.context.unsupported(`${node.collection}(query)`, node);
      case 'matchSemantics':
        throw this.context.error(
          'BIND_INVALID',
          `${node.semantics} is for MATCH_RECOGNIZE alone`,
          node,
        );
      case 'isJson':
      case 'jsonExists':
      case 'jsonValue':
      case 'jsonQuery':
      case 'jsonObject':
      case 'jsonArray':
        return bindJson(node, this);
      default:
        throw this.context.unsupported(node.kind, node);
    }
  }
}
