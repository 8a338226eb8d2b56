/**
 * A call as the rules of `functions/` see it: a function of the dialect with its arguments, which a
 * rule reads from left to right and turns into an expression of Flink's. An argument that no rule
 * read, or a clause (DISTINCT, OVER …) that its result does not carry, is refused.
 */
import type { Argument, FunctionCall } from '../parser/ast/call.js';
import type { Expression } from '../parser/ast/expression.js';
import type { TimeUnit, TimeUnitArgument } from '../parser/ast/literal.js';
import type { Span } from '../parser/ast/node.js';
import type { TypeNode } from '../parser/ast/type.js';
import { call } from './build.js';

/** A Flink name that takes the same arguments, or how to build the counterpart. */
export type Rule = string | ((call: Call) => Expression);

/** By names in lower case. */
export type Rules = Readonly<Record<string, Rule>>;

/** What stands around the arguments. */
export type Clauses = Pick<
  FunctionCall,
  'quantifier' | 'orderBy' | 'nulls' | 'withinGroup' | 'filter' | 'over'
>;

/** What a call needs of the reader of the tree. */
export interface ArgumentReader {
  expression(value: unknown): Expression;
  /** A time unit written as a name, keyword or string. */
  timeUnit(value: unknown): TimeUnitArgument;
  typeArgument(value: unknown): TypeNode;
  /** Takes a keyword among the arguments. */
  keyword(words: string): Span;
  refuse(what: string, hint?: string, at?: Span): never;
}

export class Call {
  #read = 0;
  #clauses: Clauses | undefined;
  #carried = false;

  constructor(
    /** As written. */
    readonly name: string,
    readonly at: Span,
    private readonly args: readonly unknown[],
    private readonly reader: ArgumentReader,
    private readonly readClauses: () => Clauses,
  ) {}

  get count(): number {
    return this.args.length;
  }

  /** The next argument. */
  value(): Expression {
    return this.reader.expression(this.#next());
  }

  /** All arguments that are left. */
  values(): Expression[] {
    const values: Expression[] = [];
    while (this.#read < this.count) values.push(this.value());
    return values;
  }

  unit(): TimeUnitArgument {
    return this.reader.timeUnit(this.#next());
  }

  /** One of these units. */
  unitOf(allowed: readonly TimeUnit[], hint?: string): TimeUnitArgument {
    const unit = this.unit();
    if (allowed.includes(unit.unit)) return unit;
    return this.refuse(`${this.name.toUpperCase()} with ${unit.unit}`, hint);
  }

  /** The next argument is a data type. */
  type(): TypeNode {
    return this.reader.typeArgument(this.#next());
  }

  get left(): number {
    return this.count - this.#read;
  }

  /** The next argument if it is a keyword, in upper case: the IN of POSITION. */
  get nextWord(): string | undefined {
    const next = this.args[this.#read];
    if (typeof next !== 'object' || next === null) return undefined;
    const { type, value } = next as { type?: unknown; value?: unknown };
    return type === 'origin' && typeof value === 'string' ? value.toUpperCase() : undefined;
  }

  /** Reads the keyword. */
  word(): Span {
    const word = this.nextWord ?? '';
    this.#next();
    return this.reader.keyword(word);
  }

  /** A call of Flink's, with the clauses of this one. */
  make(name: string, args: readonly Argument[], change: Partial<Clauses> = {}): FunctionCall {
    this.#carried = true;
    return { ...call(name, args, this.at), ...this.clauses, ...change };
  }

  get clauses(): Clauses {
    this.#clauses ??= this.readClauses();
    return this.#clauses;
  }

  refuse(what = this.name.toUpperCase(), hint?: string): never {
    return this.reader.refuse(what, hint, this.at);
  }

  /** After the rule: nothing may be left. */
  done(): void {
    if (this.#read < this.count) {
      this.refuse(`${this.name.toUpperCase()} with ${this.count} arguments`);
    }
    if (this.#carried) return;
    const { quantifier, orderBy, nulls, withinGroup, filter, over } = this.clauses;
    const present = quantifier ?? nulls ?? filter ?? over;
    if (present !== undefined || orderBy.length > 0 || withinGroup.length > 0) {
      this.refuse(`A clause of ${this.name.toUpperCase()}`);
    }
  }

  #next(): unknown {
    if (this.#read >= this.count) {
      this.refuse(`${this.name.toUpperCase()} with ${this.count} arguments`);
    }
    return this.args[this.#read++];
  }
}
