/**
 * Parses expressions by climbing precedences (`precedence.ts`).
 *
 * `climb(least)` reads an operand and then, in a loop, every operator that binds at least as
 * strongly as `least`, so the call stack grows with nesting only: a chain of ten thousand ANDs is
 * one loop and one flat node.
 */
import type { BinaryExpression, ComparisonOperator, Expression } from './ast/expression.js';
import { precedence } from './precedence.js';
import { PrimaryParser } from './primary-parser.js';

export abstract class ExpressionParser extends PrimaryParser {
  expression(): Expression {
    return this.climb(0);
  }

  protected additive(): Expression {
    return this.climb(precedence.range + 1);
  }

  private climb(least: number): Expression {
    this.enter();
    const { start } = this;
    let left = this.prefix();
    for (;;) {
      const next = this.operator(left, least, start);
      if (next === undefined) break;
      left = next;
    }
    this.leave();
    return left;
  }

  /** NOT and signs, which take an operand of their own strength, or a primary. */
  private prefix(): Expression {
    const { word, start } = this;
    if (word === 'NOT' || word === '-' || word === '+') {
      this.position++;
      const operand = this.climb(word === 'NOT' ? precedence.not : precedence.sign);
      return { kind: 'unary', operator: word, operand, start, end: this.end };
    }
    return this.access(this.primary(), start);
  }

  /** The operator at hand applied to `left`, or `undefined` when it binds less than `least`. */
  private operator(left: Expression, least: number, start: number): Expression | undefined {
    const { word } = this;
    switch (word) {
      case 'OR':
      case 'AND':
        return this.chain(left, word, word === 'OR' ? precedence.or : precedence.and, least, start);
      case '||':
        return this.chain(left, word, precedence.multiplicative, least, start);
      case '*':
      case '/':
      case '%':
        return this.binary(left, word, precedence.multiplicative, least, start);
      case '+':
      case '-':
        return this.binary(left, word, precedence.additive, least, start);
      case '=':
      case '<>':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return least > precedence.comparison ? undefined : this.comparison(left, word, start);
      case 'IS':
        return this.is(left, least, start);
      case 'NOT':
      case 'BETWEEN':
      case 'IN':
      case 'LIKE':
      case 'ILIKE':
      case 'RLIKE':
      case 'SIMILAR':
        return least > precedence.range ? undefined : this.range(left, start);
      case 'OVERLAPS':
      case 'CONTAINS':
      case 'EQUALS':
      case 'PRECEDES':
      case 'SUCCEEDS':
        return this.binary(left, word, precedence.comparison, least, start);
      case 'IMMEDIATELY':
        return this.immediately(left, least, start);
      default:
        this.note('an operator');
        this.noteNear(operatorWords);
        return undefined;
    }
  }

  private chain(
    left: Expression,
    operator: 'AND' | 'OR' | '||',
    strength: number,
    least: number,
    start: number,
  ): Expression | undefined {
    if (strength < least) return undefined;
    const operands = [left];
    while (this.word === operator) {
      this.position++;
      operands.push(this.climb(strength + 1));
    }
    return { kind: 'chain', operator, operands, start, end: this.end };
  }

  private binary(
    left: Expression,
    operator: BinaryExpression['operator'],
    strength: number,
    least: number,
    start: number,
  ): Expression | undefined {
    if (strength < least) return undefined;
    this.position++;
    const right = this.climb(strength + 1);
    return { kind: 'binary', operator, left, right, start, end: this.end };
  }

  private immediately(left: Expression, least: number, start: number): Expression | undefined {
    const next = this.wordAfter(1);
    if (least > precedence.comparison || (next !== 'PRECEDES' && next !== 'SUCCEEDS')) {
      return undefined;
    }
    this.position += 2;
    const right = this.climb(precedence.comparison + 1);
    const operator = `IMMEDIATELY ${next}` as const;
    return { kind: 'binary', operator, left, right, start, end: this.end };
  }

  /** `left < right` or `left < ANY (…)`. */
  private comparison(left: Expression, operator: ComparisonOperator, start: number): Expression {
    this.position++;
    const { word } = this;
    const quantified = word === 'ANY' || word === 'SOME' || word === 'ALL';
    if (!quantified || this.wordAfter(1) !== '(') {
      const right = this.climb(precedence.comparison + 1);
      return { kind: 'binary', operator, left, right, start, end: this.end };
    }
    this.position++;
    const quantifier = word === 'ALL' ? 'ALL' : 'ANY';
    if (this.atQueryInParentheses()) {
      const query = this.queryInParentheses();
      const end = this.end;
      return { kind: 'quantifiedQuery', operator, quantifier, left, query, start, end };
    }
    const values = this.parenthesized(() => this.expression());
    return { kind: 'quantifiedList', operator, quantifier, left, values, start, end: this.end };
  }

  private is(left: Expression, least: number, start: number): Expression | undefined {
    const negated = this.wordAfter(1) === 'NOT';
    const test = this.wordAfter(negated ? 2 : 1);
    const strength = test === 'DISTINCT' ? precedence.comparison : precedence.is;
    if (strength < least) return undefined;
    this.position += negated ? 2 : 1;
    if (this.accept('DISTINCT')) {
      this.expect('FROM');
      const right = this.climb(precedence.comparison + 1);
      return { kind: 'isDistinct', left, negated, right, start, end: this.end };
    }
    if (this.accept('JSON')) {
      const type = this.jsonType();
      return { kind: 'isJson', operand: left, negated, type, start, end: this.end };
    }
    const found = this.expectOne('NULL', 'TRUE', 'FALSE', 'UNKNOWN');
    return { kind: 'is', operand: left, negated, test: found, start, end: this.end };
  }

  /** `[NOT] BETWEEN | IN | LIKE …`. */
  private range(operand: Expression, start: number): Expression {
    const negated = this.accept('NOT');
    if (this.accept('BETWEEN')) {
      const symmetric = this.accept('SYMMETRIC');
      if (!symmetric) this.accept('ASYMMETRIC');
      const low = this.additive();
      this.expect('AND');
      const high = this.additive();
      return { kind: 'between', operand, negated, symmetric, low, high, start, end: this.end };
    }
    if (this.accept('IN')) {
      if (this.atQueryInParentheses()) {
        const query = this.queryInParentheses();
        return { kind: 'inQuery', operand, negated, query, start, end: this.end };
      }
      const values = this.parenthesized(() => this.expression());
      return { kind: 'inList', operand, negated, values, start, end: this.end };
    }
    const operator = this.likeOperator();
    const pattern = this.additive();
    const escapes = this.accept('ESCAPE') ? this.additive() : undefined;
    const end = this.end;
    return { kind: 'like', operator, operand, negated, pattern, escape: escapes, start, end };
  }

  private likeOperator(): 'LIKE' | 'ILIKE' | 'RLIKE' | 'SIMILAR TO' {
    const operator = this.expectOne('LIKE', 'SIMILAR', 'ILIKE', 'RLIKE');
    if (operator !== 'SIMILAR') return operator;
    this.expect('TO');
    return 'SIMILAR TO';
  }

  /** `[index]` and `.name` behind an operand. */
  private access(operand: Expression, start: number): Expression {
    let result = operand;
    for (;;) {
      if (this.word === '[') {
        this.position++;
        const index = this.expression();
        this.expect(']');
        const end = this.end;
        result = { kind: 'item', operand: result, index, start, end };
      } else if (this.word === '.' && this.wordAfter(1) !== '*') {
        this.position++;
        const name = this.identifier();
        result = { kind: 'field', operand: result, name, start, end: name.end };
      } else {
        return result;
      }
    }
  }
}

const operatorWords = ['AND', 'OR', 'IS', 'NOT', 'BETWEEN', 'IN', 'LIKE'];
