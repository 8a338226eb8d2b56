/** Prints expressions, with parentheses only where precedence asks for them. */
import type { Expression } from '../ast/expression.js';
import { precedence } from '../precedence.js';
import { CallPrinter } from './call-printer.js';
import { quote, words } from './text-printer.js';

export abstract class ExpressionPrinter extends CallPrinter {
  expression(node: Expression, least = 0): string {
    const text = this.bare(node);
    return strength(node) < least ? `(${text})` : text;
  }

  protected bare(node: Expression): string {
    switch (node.kind) {
      case 'unary':
        return this.unary(node.operator, node.operand);
      case 'binary': {
        const own = strength(node);
        const left = this.expression(node.left, own);
        return `${left} ${node.operator} ${this.expression(node.right, own + 1)}`;
      }
      case 'chain': {
        // Stronger ones only: a chain of the same operator in front would become a part of this.
        const least = strength(node) + 1;
        const operands = node.operands.map((operand) => this.expression(operand, least));
        return operands.join(` ${node.operator} `);
      }
      case 'between':
      case 'like':
      case 'inList':
      case 'inQuery':
        return this.range(node);
      case 'is':
        return `${this.tested(node)} IS ${not(node.negated)}${node.test}`;
      case 'isJson':
        return `${this.tested(node)} IS ${not(node.negated)}JSON ${node.type}`;
      case 'isDistinct': {
        const right = this.expression(node.right, precedence.comparison + 1);
        return `${this.compared(node.left)} IS ${not(node.negated)}DISTINCT FROM ${right}`;
      }
      case 'quantifiedQuery': {
        const { operator, quantifier, query } = node;
        return `${this.compared(node.left)} ${operator} ${quantifier} (${this.query(query)})`;
      }
      case 'quantifiedList': {
        const { operator, quantifier, values } = node;
        const list = this.expressions(values);
        return `${this.compared(node.left)} ${operator} ${quantifier} (${list})`;
      }
      default:
        return this.primary(node);
    }
  }

  private unary(operator: string, operand: Expression): string {
    if (operator === 'NOT') return `NOT ${this.expression(operand, precedence.not)}`;
    const text = this.expression(operand, precedence.sign);
    // Two minus signs side by side begin a comment.
    return text.startsWith('-') ? `${operator} ${text}` : operator + text;
  }

  private tested(node: { readonly operand: Expression }): string {
    return this.expression(node.operand, precedence.is);
  }

  private compared(left: Expression): string {
    return this.expression(left, precedence.comparison);
  }

  private range(node: Extract<Expression, { kind: 'between' | 'like' | 'inList' | 'inQuery' }>) {
    const above = precedence.range + 1;
    const head = `${this.expression(node.operand, precedence.range)} ${not(node.negated)}`;
    switch (node.kind) {
      case 'between': {
        const symmetric = node.symmetric ? 'SYMMETRIC ' : '';
        const bounds = [node.low, node.high].map((bound) => this.expression(bound, above));
        return `${head}BETWEEN ${symmetric}${bounds.join(' AND ')}`;
      }
      case 'like': {
        const sign = node.escape && `ESCAPE ${this.expression(node.escape, above)}`;
        return head + words(node.operator, this.expression(node.pattern, above), sign);
      }
      case 'inList':
        return `${head}IN (${this.expressions(node.values)})`;
      case 'inQuery':
        return `${head}IN (${this.query(node.query)})`;
    }
  }

  private primary(node: Expression): string {
    switch (node.kind) {
      case 'column':
        return this.path(node.parts);
      case 'field':
        return `${this.accessed(node.operand, false)}.${this.identifier(node.name)}`;
      case 'item':
        return `${this.accessed(node.operand, true)}[${this.expression(node.index)}]`;
      case 'call':
        return this.call(node);
      case 'exists':
        return `EXISTS (${this.query(node.query)})`;
      case 'subquery':
        return `(${this.query(node.query)})`;
      case 'cast': {
        const inside = `${this.expression(node.operand)} AS ${this.type(node.type)}`;
        return `${node.tries ? 'TRY_CAST' : 'CAST'}(${inside})`;
      }
      case 'case':
        return this.caseExpression(node);
      case 'collection':
        return `${node.collection}[${this.expressions(node.items)}]`;
      case 'collectionQuery':
        return `${node.collection}(${this.query(node.query)})`;
      case 'map':
        return `MAP[${this.entries(node.keys, node.values)}]`;
      case 'row':
        return `${node.explicit ? 'ROW' : ''}(${this.expressions(node.items)})`;
      case 'matchSemantics':
        return `${node.semantics} ${this.expression(node.operand, precedence.primary)}`;
      default:
        return this.literal(node);
    }
  }

  private literal(node: Expression): string {
    switch (node.kind) {
      case 'number':
        return node.text;
      case 'string':
        return quote(node.value);
      case 'boolean':
        return node.value === null ? 'UNKNOWN' : node.value ? 'TRUE' : 'FALSE';
      case 'null':
        return 'NULL';
      case 'bytes':
        return `X'${node.hex}'`;
      case 'datetime': {
        const type = node.type === 'TIMESTAMP_LTZ' ? 'TIMESTAMP WITH LOCAL TIME ZONE' : node.type;
        return `${type} ${quote(node.text)}`;
      }
      case 'interval': {
        const sign = node.negative ? '-' : '';
        return `INTERVAL ${sign}${quote(node.text)} ${this.intervalQualifier(node.qualifier)}`;
      }
      case 'intervalOf': {
        const sign = node.negative ? '-' : '';
        const operand = `(${this.expression(node.operand)})`;
        return `INTERVAL ${sign}${operand} ${this.intervalQualifier(node.qualifier)}`;
      }
      default:
        return this.json(node as Parameters<CallPrinter['json']>[0]);
    }
  }

  /** The operand of `.name` or `[index]`. */
  private accessed(operand: Expression, byIndex: boolean): string {
    const text = this.expression(operand);
    switch (operand.kind) {
      case 'column':
        return byIndex ? text : `(${text})`;
      case 'field':
      case 'item':
      case 'collection':
      case 'map':
        return text;
      case 'call': {
        const bare = operand.parentheses && text.endsWith(')') && operand.over === undefined;
        return bare && operand.nulls === undefined ? text : `(${text})`;
      }
      default:
        return `(${text})`;
    }
  }

  private entries(keys: readonly Expression[], values: readonly Expression[]): string {
    return keys
      .map((key, at) => `${this.expression(key)}, ${this.expression(values[at] as Expression)}`)
      .join(', ');
  }

  private caseExpression({ operand, branches, otherwise }: CaseNode): string {
    const parts = branches.map(
      ({ when, then: result }) => `WHEN ${this.expressions(when)} THEN ${this.expression(result)}`,
    );
    return words(
      'CASE',
      operand && this.expression(operand),
      ...parts,
      otherwise && `ELSE ${this.expression(otherwise)}`,
      'END',
    );
  }
}

type CaseNode = Extract<Expression, { kind: 'case' }>;

function not(negated: boolean): string {
  return negated ? 'NOT ' : '';
}

/** How strongly the outermost operator of an expression binds. */
function strength(node: Expression): number {
  switch (node.kind) {
    case 'unary':
      return node.operator === 'NOT' ? precedence.not : precedence.sign;
    case 'chain':
      if (node.operator === '||') return precedence.multiplicative;
      return node.operator === 'AND' ? precedence.and : precedence.or;
    case 'binary':
      return binaryStrength(node.operator);
    case 'between':
    case 'like':
    case 'inList':
    case 'inQuery':
      return precedence.range;
    case 'is':
    case 'isJson':
      return precedence.is;
    case 'isDistinct':
    case 'quantifiedQuery':
    case 'quantifiedList':
      return precedence.comparison;
    case 'field':
    case 'item':
      return precedence.access;
    default:
      return precedence.primary;
  }
}

function binaryStrength(operator: string): number {
  switch (operator) {
    case '+':
    case '-':
      return precedence.additive;
    case '*':
    case '/':
    case '%':
      return precedence.multiplicative;
    default:
      return precedence.comparison;
  }
}
