/** Builds a tree from operators and operands in the order of the text, by precedence. */
import type { Expression } from '../parser/ast/expression.js';
import { precedence } from '../parser/precedence.js';
import type { Taken } from './ledger.js';

/** An operator with what belongs to it alone. */
type Operator =
  | {
      readonly kind: 'prefix';
      readonly operator: 'NOT' | '-' | '+';
      readonly at: Taken | undefined;
    }
  | { readonly kind: 'infix'; readonly operator: string; readonly escape?: Expression }
  | { readonly kind: 'betweenAnd' }
  | { readonly kind: 'postfix'; readonly strength: number; readonly apply: Apply };

export type Apply = (operand: Expression) => Expression;

export type Part = { readonly kind: 'operand'; readonly expression: Expression } | Operator;

/** What operators mean in the dialect. */
interface Operators {
  strengthOf(operator: string): number;
  combine(operator: string, left: Expression, right: Expression, escaping?: Expression): Expression;
  refuse(what: string): never;
}

/** Builds a tree from a chain, as Flink's parser does from tokens. */
export class Climb {
  #at = 0;

  constructor(
    private readonly parts: readonly Part[],
    private readonly reader: Operators,
  ) {}

  whole(): Expression {
    const result = this.#climb(0);
    if (this.#at < this.parts.length) this.reader.refuse('The order of these operators');
    return result;
  }

  #climb(least: number): Expression {
    let left = this.#first();
    for (;;) {
      const part = this.parts[this.#at];
      if (part?.kind === 'postfix' && part.strength >= least) {
        this.#at++;
        left = part.apply(left);
      } else if (part?.kind === 'infix') {
        const strength = this.reader.strengthOf(part.operator);
        if (strength < least) return left;
        left = this.#infix(left, part.operator, strength, part.escape);
      } else {
        return left;
      }
    }
  }

  #first(): Expression {
    const part = this.parts[this.#at++];
    if (part?.kind === 'operand') return part.expression;
    if (part?.kind !== 'prefix') return this.reader.refuse('The order of these operators');
    const { operator, at } = part;
    const operand = this.#climb(operator === 'NOT' ? precedence.not : precedence.sign);
    return { kind: 'unary', operator, operand, start: (at ?? operand).start, end: operand.end };
  }

  #infix(
    left: Expression,
    operator: string,
    strength: number,
    escaping: Expression | undefined,
  ): Expression {
    if (operator === 'BETWEEN' || operator === 'NOT BETWEEN') return this.#between(left, operator);
    const chained = operator === '&&' ? 'AND' : operator;
    if (chained !== 'AND' && chained !== 'OR' && chained !== '||') {
      this.#at++;
      return this.reader.combine(operator, left, this.#climb(strength + 1), escaping);
    }
    const operands = [left];
    for (;;) {
      const part = this.parts[this.#at];
      if (part?.kind !== 'infix' || (part.operator !== operator && part.operator !== chained)) {
        break;
      }
      this.#at++;
      operands.push(this.#climb(strength + 1));
    }
    const last = operands.at(-1) as Expression;
    return { kind: 'chain', operator: chained, operands, ...across(left, last) };
  }

  #between(operand: Expression, operator: string): Expression {
    this.#at++;
    const low = this.#climb(precedence.range + 1);
    if (this.parts[this.#at++]?.kind !== 'betweenAnd') {
      return this.reader.refuse('The order of the operators in BETWEEN');
    }
    const high = this.#climb(precedence.range + 1);
    const negated = operator === 'NOT BETWEEN';
    return {
      kind: 'between',
      operand,
      negated,
      symmetric: false,
      low,
      high,
      ...across(operand, high),
    };
  }
}

export function across(first: Expression, last: Expression): { start: number; end: number } {
  return { start: first.start, end: last.end };
}
