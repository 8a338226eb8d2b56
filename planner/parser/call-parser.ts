/**
 * Parses calls: arguments, what aggregates take behind their parentheses, windows, and functions
 * with a syntax of their own, which become plain calls (see `ast/call.ts`).
 */
import type { Argument, FunctionCall, TableArgument, TrimSideArgument } from './ast/call.js';
import type { Expression } from './ast/expression.js';
import type { Identifier, ObjectName } from './ast/node.js';
import type { OrderItem, Query } from './ast/query.js';
import type { Frame, FrameBound, WindowSpecification } from './ast/window.js';
import { tokenKind } from './lexer.js';
import { TypeParser } from './type-parser.js';

export abstract class CallParser extends TypeParser {
  abstract expression(): Expression;
  abstract query(): Query;

  /** Whether `(` at hand opens a query. */
  atQueryInParentheses(): boolean {
    return this.word === '(' && this.isQueryInside(this.position);
  }

  /** `(query)`. */
  protected queryInParentheses(): Query {
    this.expect('(');
    const query = this.query();
    this.expect(')');
    return query;
  }

  /**
   * Whether the parentheses opened at a position hold a query and nothing else. Looks through
   * nested ones: `((SELECT 1) UNION (SELECT 2))` is a query, `((SELECT 1) + 2)` is none.
   */
  isQueryInside(position: number): boolean {
    const own = position - this.position;
    let at = own;
    while (this.wordAfter(at) === '(') at++;
    if (!isQueryStart(this.wordAfter(at))) return false;
    let level = at - own;
    if (level === 1) return true;
    for (let depth = level; this.kindAfter(at) !== tokenKind.end; at++) {
      const word = this.wordAfter(at);
      if (word === ';') return false;
      if (word === '(') depth++;
      if (word !== ')' || --depth >= level) continue;
      if (depth === 0) return true;
      level = depth;
      const next = this.wordAfter(at + 1);
      if (next !== ')' && !continuesQuery(next)) return false;
    }
    return true;
  }

  /* Calls. */

  /** `(…)` and what follows, behind the name of a function. */
  protected call(name: ObjectName): FunctionCall {
    this.enter();
    this.expect('(');
    const quantifier = this.accept('DISTINCT')
      ? 'DISTINCT'
      : this.accept('ALL')
        ? 'ALL'
        : undefined;
    const args: Argument[] = [];
    if (!this.at(')')) {
      do args.push(this.argument());
      while (this.accept(','));
    }
    const call = this.callTail(name, args, quantifier);
    this.leave();
    return call;
  }

  /** From behind the last argument on. */
  private callTail(
    name: ObjectName,
    args: readonly Argument[],
    quantifier: FunctionCall['quantifier'],
  ): FunctionCall {
    let nulls: FunctionCall['nulls'];
    let orderBy: OrderItem[] = [];
    if (!this.accept(')')) {
      if (args.length > 0) {
        nulls = this.nullTreatment();
        orderBy = this.optionalOrderBy();
      }
      this.expect(')');
    }
    nulls ??= this.nullTreatment();
    let withinGroup: OrderItem[] = [];
    if (this.acceptBoth('WITHIN', 'GROUP')) {
      this.expect('(');
      withinGroup = this.orderBy();
      this.expect(')');
    }
    nulls ??= this.nullTreatment();
    const filter = this.optionalFilter();
    const over = this.optionalOver();
    return {
      kind: 'call',
      name,
      parentheses: true,
      quantifier,
      args,
      orderBy,
      nulls,
      withinGroup,
      filter,
      over,
      start: name.start,
      end: this.end,
    };
  }

  private nullTreatment(): FunctionCall['nulls'] {
    if (this.acceptBoth('RESPECT', 'NULLS')) return 'RESPECT';
    return this.acceptBoth('IGNORE', 'NULLS') ? 'IGNORE' : undefined;
  }

  /** A function whose name is a keyword, with arguments already in order. */
  protected plainCall(start: number, args: readonly Argument[]): FunctionCall {
    return {
      kind: 'call',
      name: this.keywordName(start),
      parentheses: true,
      quantifier: undefined,
      args,
      orderBy: [],
      nulls: undefined,
      withinGroup: [],
      filter: undefined,
      over: undefined,
      start,
      end: this.end,
    };
  }

  /** The word of a text that starts at an offset, as a name. */
  protected keywordName(start: number): ObjectName {
    let end = start;
    while (/[A-Za-z0-9_]/.test(this.text[end] ?? '')) end++;
    const name = this.text.slice(start, end);
    const part: Identifier = { kind: 'identifier', name, quoted: false, start, end };
    return { kind: 'name', parts: [part], start, end };
  }

  /** `CURRENT_DATE` and its like. */
  protected niladic(): Expression {
    const { start } = this;
    const name = this.keywordName(start);
    this.position++;
    if (this.word === '(') return this.call(name);
    return { ...this.plainCall(start, []), name, parentheses: false };
  }

  argument(): Argument {
    const { start } = this;
    switch (this.word) {
      case '*':
        this.position++;
        return { kind: 'starArgument', start, end: this.end };
      case 'TABLE':
        return this.tableArgument();
      case 'DESCRIPTOR':
        if (this.wordAfter(1) === '(') return this.descriptor();
        break;
      case 'MODEL':
        if (this.isNameAt(this.position + 1)) {
          this.position++;
          return { kind: 'modelArgument', name: this.objectName(), start, end: this.end };
        }
        break;
      case 'DEFAULT':
        this.position++;
        return { kind: 'default', start, end: this.end };
    }
    if (this.wordAfter(1) === '=>') {
      const name = this.identifier();
      this.position++;
      return { kind: 'namedArgument', name, value: this.argument(), start, end: this.end };
    }
    const value = this.expression();
    if (value.kind === 'subquery' && this.atBoth('PARTITION', 'BY')) {
      return this.partitionedTable(value.query, start);
    }
    return value;
  }

  private descriptor(): Argument {
    const { start } = this;
    this.position++;
    const columns = this.identifiers();
    return { kind: 'descriptor', columns, start, end: this.end };
  }

  /** `TABLE t` or `TABLE (query)`. */
  private tableArgument(): TableArgument {
    const { start } = this;
    this.position++;
    const source = this.word === '(' ? this.queryInParentheses() : this.objectName();
    return this.partitionedTable(source, start);
  }

  /** One key needs no parentheses; several do, since a comma ends the argument. */
  private partitionedTable(source: ObjectName | Query, start: number): TableArgument {
    let partitionBy: Expression[] = [];
    let orderBy: OrderItem[] = [];
    if (this.acceptBoth('PARTITION', 'BY')) {
      if (this.at('(')) partitionBy = this.parenthesized(() => this.expression());
      else partitionBy = [this.expression()];
    }
    if (this.acceptBoth('ORDER', 'BY')) {
      if (this.at('(')) orderBy = this.parenthesized(() => this.orderItem());
      else orderBy = [this.orderItem()];
    }
    return { kind: 'tableArgument', source, partitionBy, orderBy, start, end: this.end };
  }

  /* Functions with a syntax of their own; the token at hand is their name. */

  protected extract(): Expression {
    const { start } = this;
    this.position++;
    this.expect('(');
    const unit = this.timeUnit();
    this.expect('FROM');
    const source = this.expression();
    this.expect(')');
    return this.plainCall(start, [unit, source]);
  }

  /** `FLOOR(x)` and `FLOOR(x TO unit)`; CEIL and CEILING alike. */
  protected floor(): Expression {
    const { start } = this;
    const name = this.keywordName(start);
    this.position++;
    this.expect('(');
    const args: Argument[] = [this.argument()];
    if (this.accept('TO')) args.push(this.timeUnit());
    else while (this.accept(',')) args.push(this.argument());
    return this.callTail(name, args, undefined);
  }

  protected timestampArithmetic(): Expression {
    const { start } = this;
    this.position++;
    this.expect('(');
    const args: Argument[] = [this.timeUnit()];
    while (this.accept(',')) args.push(this.expression());
    this.expect(')');
    return this.plainCall(start, args);
  }

  /** `POSITION(a IN b [FROM n])`. */
  protected positionOf(): Expression {
    const { start } = this;
    this.position++;
    this.expect('(');
    const args: Argument[] = [this.additive()];
    this.expect('IN');
    args.push(this.additive());
    if (this.accept('FROM')) args.push(this.expression());
    this.expect(')');
    return this.plainCall(start, args);
  }

  /** `SUBSTRING(a FROM b [FOR c])` or with commas. */
  protected substring(): Expression {
    const { start } = this;
    this.position++;
    this.expect('(');
    const args: Argument[] = [this.expression()];
    if (this.accept('FROM')) {
      args.push(this.expression());
      if (this.accept('FOR')) args.push(this.expression());
    } else {
      while (this.accept(',')) args.push(this.expression());
    }
    this.expect(')');
    return this.plainCall(start, args);
  }

  /** `OVERLAY(a PLACING b FROM c [FOR d])` or with commas. */
  protected overlay(): Expression {
    const { start } = this;
    this.position++;
    this.expect('(');
    const args: Argument[] = [this.expression()];
    if (this.accept('PLACING')) {
      args.push(this.expression());
      this.expect('FROM');
      args.push(this.expression());
      if (this.accept('FOR')) args.push(this.expression());
    } else {
      while (this.accept(',')) args.push(this.expression());
    }
    this.expect(')');
    return this.plainCall(start, args);
  }

  /** `TRIM([BOTH | LEADING | TRAILING] [a] FROM b)` or `TRIM(b)`. */
  protected trim(): Expression {
    const { start } = this;
    this.position++;
    this.expect('(');
    const args: Argument[] = [];
    const side = this.trimSide();
    if (side !== undefined) args.push(side);
    if (side === undefined || !this.at('FROM')) args.push(this.expression());
    if (side !== undefined || this.at('FROM')) {
      if (side === undefined) args.unshift({ kind: 'trimSide', side: 'BOTH', start, end: start });
      this.expect('FROM');
      args.push(this.expression());
    }
    this.expect(')');
    return this.plainCall(start, args);
  }

  private trimSide(): TrimSideArgument | undefined {
    const { start } = this;
    for (const side of ['BOTH', 'LEADING', 'TRAILING'] as const) {
      if (this.accept(side)) return { kind: 'trimSide', side, start, end: this.end };
    }
    return undefined;
  }

  /** An expression that stops before IN and comparisons. */
  protected abstract additive(): Expression;

  /* What aggregates take. */

  protected optionalFilter(): Expression | undefined {
    if (!this.accept('FILTER')) return undefined;
    this.expectAll('(', 'WHERE');
    const condition = this.expression();
    this.expect(')');
    return condition;
  }

  protected optionalOver(): WindowSpecification | Identifier | undefined {
    if (!this.accept('OVER')) return undefined;
    return this.at('(') ? this.windowSpecification() : this.identifier();
  }

  protected windowSpecification(): WindowSpecification {
    const { start } = this;
    this.expect('(');
    const base = this.atName() ? this.identifier() : undefined;
    const partitionBy = this.acceptBoth('PARTITION', 'BY')
      ? this.list(() => this.expression())
      : [];
    const orderBy = this.optionalOrderBy();
    const frame = this.optionalFrame();
    this.expect(')');
    return { kind: 'window', base, partitionBy, orderBy, frame, start, end: this.end };
  }

  private optionalFrame(): Frame | undefined {
    const { start } = this;
    const unit = this.accept('ROWS') ? 'ROWS' : this.accept('RANGE') ? 'RANGE' : undefined;
    if (unit === undefined) return undefined;
    const between = this.accept('BETWEEN');
    const from = this.frameBound();
    let to: FrameBound | undefined;
    if (between) {
      this.expect('AND');
      to = this.frameBound();
    }
    return { kind: 'frame', unit, from, to, start, end: this.end };
  }

  private frameBound(): FrameBound {
    const { start } = this;
    if (this.acceptBoth('CURRENT', 'ROW')) {
      return { kind: 'frameBound', bound: 'CURRENT ROW', offset: undefined, start, end: this.end };
    }
    if (this.at('UNBOUNDED') && this.wordAfter(1) !== '.') {
      this.position++;
      const bound = `UNBOUNDED ${this.expectOne('PRECEDING', 'FOLLOWING')}` as const;
      return { kind: 'frameBound', bound, offset: undefined, start, end: this.end };
    }
    const offset = this.expression();
    const bound = this.expectOne('PRECEDING', 'FOLLOWING');
    return { kind: 'frameBound', bound, offset, start, end: this.end };
  }

  protected optionalOrderBy(): OrderItem[] {
    return this.at('ORDER') ? this.orderBy() : [];
  }

  protected orderBy(): OrderItem[] {
    this.expectAll('ORDER', 'BY');
    return this.list(() => this.orderItem());
  }

  protected orderItem(): OrderItem {
    const expression = this.expression();
    const direction = this.accept('ASC') ? 'ASC' : this.accept('DESC') ? 'DESC' : undefined;
    const nulls = this.accept('NULLS') ? this.expectOne('FIRST', 'LAST') : undefined;
    const { start } = expression;
    return { kind: 'orderItem', expression, direction, nulls, start, end: this.end };
  }
}

function isQueryStart(word: string): boolean {
  return word === 'SELECT' || word === 'VALUES' || word === 'WITH' || word === 'TABLE';
}

/** Words that stand behind a query and make it part of a larger one. */
function continuesQuery(word: string): boolean {
  switch (word) {
    case 'UNION':
    case 'INTERSECT':
    case 'EXCEPT':
    case 'MINUS':
    case 'ORDER':
    case 'LIMIT':
    case 'OFFSET':
    case 'FETCH':
      return true;
    default:
      return false;
  }
}
