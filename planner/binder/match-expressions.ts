/**
 * Expressions of MATCH_RECOGNIZE. A column under a variable's name is bound as one of a row that
 * has every variable's columns one behind the other, behind those without a name in front; then
 * each becomes the value that it stands for.
 */
import { isAggregate } from '../../operators/aggregate/bind-aggregate.js';
import { isMoment } from '../../operators/aggregate/moments.js';
import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import { inputColumns, mapColumns } from '../../operators/expr/walk.js';
import { type MatchValue, VALUE_BASE } from '../../operators/match/match-spec.js';
import { timestamp, withNullable } from '../../state/column/logical-type.js';
import { attributeOf, withoutAttribute } from '../logical/column-type.js';
import { column, plain } from '../logical/expressions.js';
import type { FunctionCall } from '../parser/ast/call.js';
import type * as ast from '../parser/ast/expression.js';
import type { Identifier, Span } from '../parser/ast/node.js';
import { argumentsOf, boundAggregate } from './aggregate-use.js';
import { aggregateOf, functionName } from './call.js';
import type { BindContext } from './context.js';
import { type AnyCall, ExpressionBinder } from './expression.js';
import { refused } from './match-pattern.js';
import { Scope } from './scope.js';

/** Values of all conditions and measures, one entry for equal ones. */
export class ValueList {
  readonly all: MatchValue[] = [];
  readonly #byDigest = new Map<string, Expr>();

  place(value: MatchValue): Expr {
    const digest = JSON.stringify({ ...value, span: null }, plain);
    const known = this.#byDigest.get(digest);
    if (known !== undefined) return known;
    const placed = column(VALUE_BASE + this.all.push(value) - 1, value.type);
    this.#byDigest.set(digest, placed);
    return placed;
  }
}

export interface MatchInput {
  readonly output: readonly Column[];
  /** Of the table itself. */
  readonly name: readonly string[] | null;
  readonly variables: readonly string[];
  /** Whether rows come in order of a rowtime column. */
  readonly byRowtime: boolean;
}

/** FINAL is what measures of one row a match are anyway. */
class MatchBinder extends ExpressionBinder {
  override bind(node: ast.Expression): Expr {
    if (node.kind !== 'matchSemantics') return super.bind(node);
    if (node.semantics === 'FINAL') return super.bind(node.operand);
    throw refused('Unsupported call: RUNNING', node, this.context);
  }
}

export class MatchExpressions {
  readonly #input: MatchInput;
  readonly #values: ValueList;
  readonly #context: BindContext;
  /** Whose condition is bound; null = measures. */
  readonly #current: number | null;
  readonly #binder: MatchBinder;
  #inside: string | null = null;

  constructor(input: MatchInput, values: ValueList, current: number | null, context: BindContext) {
    this.#input = input;
    this.#values = values;
    this.#current = current;
    this.#context = context;
    this.#binder = new MatchBinder(context, this.#scope(), (call) => this.#special(call));
  }

  measure(node: ast.Expression): Expr {
    return this.#resolved(this.#binder.bind(node));
  }

  condition(node: ast.Expression): Expr {
    return this.#resolved(this.#binder.condition(node, 'DEFINE'));
  }

  #scope(): Scope {
    const { output, variables, name } = this.#input;
    const width = output.length;
    const own = this.#current;
    const relation = (variable: number | null): Scope => {
      const isRow = own !== null && (variable === null || variable === own);
      const base = variable === null ? 0 : (variable + 1) * width;
      const columns = output.map(({ name: each, type }, i) => {
        const held = isRow ? type : withNullable(withoutAttribute(type), true);
        return { name: each, expr: column(base + i, held) };
      });
      const of = variable === null ? name : [variables[variable] as string];
      return new Scope([{ name: of, columns }], columns);
    };
    const bare = relation(null);
    const named = variables.flatMap((_, variable) => relation(variable).relations);
    return new Scope([...named, ...bare.relations], bare.visible);
  }

  /** Columns that stand for values replaced by these. */
  #resolved(expr: Expr): Expr {
    return mapColumns(expr, (index) => {
      if (index >= VALUE_BASE) return index;
      const { variable, place } = this.#origin(index);
      const isRow = this.#current !== null && (variable ?? this.#current) === this.#current;
      return isRow ? place : this.#row(index, 'last', 0);
    });
  }

  #row(index: number, from: 'first' | 'last', offset: number): Expr {
    const { variable, place } = this.#origin(index);
    const { type: own } = this.#input.output[place] as Column;
    const type = withNullable(withoutAttribute(own), true);
    return this.#values.place({ kind: 'row', variable, column: place, from, offset, type });
  }

  #origin(index: number): { variable: number | null; place: number } {
    const width = this.#input.output.length;
    const variable = Math.floor(index / width) - 1;
    return { variable: variable < 0 ? null : variable, place: index % width };
  }

  #special(call: AnyCall): Expr | undefined {
    const context = this.#context;
    if (call.kind !== 'call') throw context.unsupported('A JSON aggregate of a match', call);
    const name = functionName(call);
    switch (name) {
      case 'FIRST':
      case 'LAST':
        return this.#navigation(call, name);
      case 'PREV':
      case 'NEXT':
        throw refused('Flink does not support physical offsets within partition.', call, context);
      case 'CLASSIFIER':
      case 'MATCH_NUMBER':
        throw refused(`Unsupported call: ${name}()`, call, context);
      case 'MATCH_ROWTIME':
        return this.#rowtime(call);
      case 'MATCH_PROCTIME':
        this.#measureOnly(call, name);
        return this.#binder.made('PROCTIME', [], call);
    }
    if (isAggregate(name)) return this.#aggregate(call);
    if (isMoment(name) || aggregateOf(call, context) !== undefined || call.over !== undefined) {
      throw context.unsupported(`${name} over rows of a match`, call);
    }
    return undefined;
  }

  /** FIRST or LAST of an expression: of each column in it. */
  #navigation(call: FunctionCall, name: 'FIRST' | 'LAST'): Expr {
    const context = this.#context;
    const [value, offset] = this.#within(call, name);
    const count = offset === undefined ? 0 : constantOf(offset);
    if (value === undefined || call.args.length > 2 || count === null) {
      const reason = `${name} takes a value, and how many rows from there as a constant`;
      throw context.error('BIND_TYPE', reason, call);
    }
    this.#variableOf([value], call);
    const from = name === 'FIRST' ? 'first' : 'last';
    return mapColumns(value, (index) => this.#row(index, from, count));
  }

  #aggregate(call: FunctionCall): Expr {
    const context = this.#context;
    const name = functionName(call);
    if (call.quantifier === 'DISTINCT') {
      const reason = `DISTINCT/ALL not allowed with ${name} function`;
      throw context.error('BIND_INVALID', reason, call);
    }
    if (call.filter !== undefined || call.over !== undefined || call.orderBy.length > 0) {
      throw context.unsupported('FILTER, OVER or ORDER BY of an aggregate of a match', call);
    }
    const args = this.#within(call, name);
    const variable = this.#variableOf(args, call);
    const bound = boundAggregate(call, args, true, context);
    const type = withNullable(bound.type, name !== 'COUNT');
    const own = bound.args.map((arg) => mapColumns(arg, (index) => this.#origin(index).place));
    const { option, span } = bound;
    return this.#values.place({
      kind: 'aggregate',
      variable,
      name: bound.name,
      args: own,
      type,
      ...(option === undefined ? {} : { option }),
      ...(span === undefined ? {} : { span }),
    });
  }

  /** The arguments, which hold no further aggregate or navigation. */
  #within(call: FunctionCall, name: string): readonly Expr[] {
    if (this.#inside !== null) {
      const reason = `${name} cannot stand inside ${this.#inside}`;
      throw this.#context.error('BIND_INVALID', reason, call);
    }
    this.#inside = name;
    const args = argumentsOf(call, this.#binder);
    this.#inside = null;
    return args;
  }

  /** The one variable whose columns are read; null where they have no variable's name. */
  #variableOf(args: readonly Expr[], at: Span): number | null {
    const columns = new Set<number>();
    for (const arg of args) inputColumns(arg, columns);
    const [first = null, ...others] = new Set([...columns].map((c) => this.#origin(c).variable));
    if (others.length > 0) {
      throw this.#context.error('BIND_INVALID', 'Multiple pattern variables in a call', at);
    }
    return first;
  }

  #rowtime(call: FunctionCall): Expr {
    this.#measureOnly(call, 'MATCH_ROWTIME');
    const [of] = call.args;
    const { output, byRowtime } = this.#input;
    const isNamed = of?.kind === 'column';
    const name = isNamed ? (of.parts.at(-1) as Identifier).name : '';
    const named = output.find((each) => each.name === name)?.type;
    const fits = of === undefined || (named !== undefined && attributeOf(named) === 'ROWTIME');
    if (!byRowtime || !fits || call.args.length > 1) {
      const reason =
        'The function MATCH_ROWTIME requires argument to be a row time attribute type, ' +
        'and rows in order of one';
      throw this.#context.error('BIND_TYPE', reason, call);
    }
    const rowtime = { ...withNullable(timestamp(3), false), attribute: 'ROWTIME' as const };
    return this.#values.place({ kind: 'rowtime', type: named ?? rowtime });
  }

  #measureOnly(call: FunctionCall, name: string): void {
    if (this.#current !== null || this.#inside !== null) {
      throw this.#context.unsupported(`${name} outside of a measure of its own`, call);
    }
  }
}

function constantOf(offset: Expr): number | null {
  if (offset.kind !== 'literal') return null;
  const count = Number(offset.value);
  return Number.isSafeInteger(count) && count >= 0 ? count : null;
}
