/**
 * Reads operators in the order in which they were written, and lets them bind anew.
 *
 * The library binds AND and OR by accident: `a AND b OR c` in a list of selected expressions comes
 * out as `a AND (b OR c)`, `f(a OR b AND c)` as `(a OR b) AND c`, and `a LIKE b = c` as
 * `a LIKE (b = c)`; NOT and EXISTS before a parenthesis become functions. But an infix walk
 * over its tree gives the operators and operands as they stood in the text, and what stood in
 * parentheses carries a flag. So a tree is flattened down to those flags and built up again by the
 * precedence of Flink's parser, in which all the dialects agree but for `||`. The ledger proves
 * that operators of one chain stood at one depth of parentheses.
 */
import type { BinaryExpression, ChainExpression, Expression } from '../parser/ast/expression.js';
import type { Query } from '../parser/ast/query.js';
import { precedence } from '../parser/precedence.js';
import { binary, call } from './build.js';
import { type Apply, across, Climb, type Part } from './climb.js';
import type { Concatenation } from './dialects.js';
import type { Taken } from './ledger.js';
import { isProperties, type TreeNode } from './tree-reader.js';
import { TypeReader } from './type-reader.js';

const concatenationStrength: Readonly<Record<Concatenation, number>> = {
  none: 0,
  'below sums': precedence.additive - 1,
  'as sums': precedence.additive,
  'as products': precedence.multiplicative,
  'above products': precedence.multiplicative + 1,
};

const infixStrength: ReadonlyMap<string, number> = new Map([
  ...['OR'].map((operator) => [operator, precedence.or] as const),
  ...['AND', '&&'].map((operator) => [operator, precedence.and] as const),
  ...['=', '==', '<>', '!=', '<', '<=', '>', '>='].map(
    (operator) => [operator, precedence.comparison] as const,
  ),
  ...['LIKE', 'ILIKE', 'SIMILAR TO', 'REGEXP', 'RLIKE', '~', '~*', '!~', '!~*'].flatMap(
    (operator) =>
      [
        [operator, precedence.range],
        [`NOT ${operator}`, precedence.range],
      ] as const,
  ),
  ...['BETWEEN', 'NOT BETWEEN'].map((operator) => [operator, precedence.range] as const),
  ...['+', '-'].map((operator) => [operator, precedence.additive] as const),
  ...['*', '/', '%', 'MOD', 'DIV'].map(
    (operator) => [operator, precedence.multiplicative] as const,
  ),
]);

const comparisons: Readonly<Record<string, BinaryExpression['operator']>> = {
  '=': '=',
  '==': '=',
  '<>': '<>',
  '!=': '<>',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
};

export abstract class OperatorReader extends TypeReader {
  /** An expression that is no operator. */
  protected abstract operand(node: TreeNode): Expression;
  protected abstract queryIn(value: unknown): Query;
  protected abstract isQuery(value: unknown): boolean;
  /** `a IS DISTINCT FROM …`, of which the library gives the right side as text. */
  protected abstract expressionOfText(text: string): Expression;

  expression(value: unknown): Expression {
    const flat: Flat = { parts: [], operators: [] };
    this.flatten(value, flat, true);
    this.checkDepth(flat.operators);
    const [only] = flat.parts;
    if (flat.parts.length === 1 && only?.kind === 'operand') return only.expression;
    return new Climb(flat.parts, this).whole();
  }

  expressions(values: readonly unknown[]): Expression[] {
    return values.map((value) => this.expression(value));
  }

  /** How strongly an infix operator binds. @throws PLAN_UNSUPPORTED for one that Flink lacks */
  strengthOf(operator: string): number {
    if (operator === '||') {
      const { concatenation } = this.dialect;
      if (concatenation !== 'none') return concatenationStrength[concatenation];
      return this.refuse("'||'", 'Write CONCAT(a, b) for strings and OR for conditions.');
    }
    return infixStrength.get(operator) ?? this.refuse(`The operator '${operator}'`);
  }

  /** Adds the parts of a node to the chain, from left to right. */
  private flatten(value: unknown, flat: Flat, root = false): void {
    if (typeof value === 'number' || typeof value === 'string') {
      this.number(this.node({ type: 'number', value }), flat);
      return;
    }
    const node = this.node(value);
    const parentheses = node.get('parentheses') === true;
    const { type } = node;
    const isOperator = type === 'binary_expr' || type === 'unary_expr' || isPrefixCall(node);
    if (isOperator && parentheses && !root) {
      const inner = { ...node.raw, parentheses: false };
      flat.parts.push({ kind: 'operand', expression: this.expression(inner) });
      return;
    }
    if (type === 'binary_expr') this.flattenBinary(node, flat);
    else if (type === 'unary_expr') this.flattenUnary(node, flat);
    else if (type === 'number' && parentheses && !root) {
      const inner = { ...node.raw, parentheses: false };
      flat.parts.push({ kind: 'operand', expression: this.expression(inner) });
      return;
    } else if (type === 'number') this.number(node, flat);
    else if (isPrefixCall(node)) this.flattenNot(node, flat);
    else flat.parts.push({ kind: 'operand', expression: this.operand(node) });
    node.done();
  }

  /** A negative number is a sign and a number. */
  private number(node: TreeNode, flat: Flat): void {
    let text = String(node.get('value'));
    if (text.startsWith('-')) {
      const at = this.ledger.take('-');
      flat.parts.push({ kind: 'prefix', operator: '-', at });
      text = text.slice(1);
    }
    const written = this.marked(text)?.text ?? text;
    const { start, end } = this.ledger.take(text) ?? this.ledger.last;
    flat.parts.push({
      kind: 'operand',
      expression: { kind: 'number', text: written, start, end },
    });
  }

  private flattenUnary(node: TreeNode, flat: Flat): void {
    const operator = String(node.get('operator')).toUpperCase();
    if (operator === 'NOT EXISTS' || operator === 'EXISTS') {
      const words = operator.split(' ');
      if (words.length === 2) this.prefix('NOT', flat);
      this.keyword('EXISTS');
      const query = this.queryIn(node.get('expr'));
      const { start, end } = query;
      flat.parts.push({ kind: 'operand', expression: { kind: 'exists', query, start, end } });
      return;
    }
    const canonical = operator === '!' ? 'NOT' : operator;
    if (canonical !== 'NOT' && canonical !== '-' && canonical !== '+') {
      this.refuse(`The operator '${operator}'`);
    }
    if (operator === '!') this.ledger.take('!');
    this.prefix(canonical, flat);
    this.flatten(node.get('expr'), flat);
  }

  private prefix(operator: 'NOT' | '-' | '+', flat: Flat): void {
    const at = this.ledger.take(operator);
    if (at !== undefined && operator === 'NOT') flat.operators.push(at);
    flat.parts.push({ kind: 'prefix', operator, at });
  }

  /** `NOT (a)`, which the library takes for a call; what follows may still belong to it. */
  private flattenNot(node: TreeNode, flat: Flat): void {
    node.pass('name');
    this.prefix('NOT', flat);
    const [value, ...more] = this.read(node.get('args'), (args) => args.list('value'));
    if (value === undefined || more.length > 0) this.refuse('NOT of several values');
    flat.parts.push({ kind: 'operand', expression: this.expression(value) });
  }

  private flattenBinary(node: TreeNode, flat: Flat): void {
    this.flatten(node.get('left'), flat);
    const operator = String(node.get('operator')).toUpperCase();
    const right = node.get('right');
    const mark = flat.operators.length;
    for (const word of operator.split(/\s+/)) {
      const taken = this.ledger.take(word) ?? (word === '=' ? this.ledger.take('==') : undefined);
      if (taken !== undefined) flat.operators.push(taken);
    }
    const negated = operator.startsWith('NOT ') || operator === 'IS NOT';
    if (operator === 'IS' || operator === 'IS NOT') {
      this.is(right, negated, flat);
      return;
    }
    if (operator === 'IN' || operator === 'NOT IN') {
      this.inList(right, negated, flat);
      return;
    }
    if (operator === 'BETWEEN' || operator === 'NOT BETWEEN') {
      flat.parts.push({ kind: 'infix', operator });
      const [low, high] = this.read(right, (list) => list.list('value'));
      this.flatten(low, flat);
      const and = this.ledger.take('AND');
      if (and !== undefined) flat.operators.push(and);
      flat.parts.push({ kind: 'betweenAnd' });
      this.flatten(high, flat);
      return;
    }
    if (this.quantified(operator, right, flat)) return;
    if (isProperties(right) && isProperties(right.escape)) {
      const { escape: written, ...pattern } = right;
      const before = flat.parts.length;
      flat.parts.push({ kind: 'infix', operator });
      this.flatten(pattern, flat);
      this.keyword('ESCAPE');
      const escapes = this.read(written, (each) => this.expression(each.get('value')));
      flat.parts[before] = { kind: 'infix', operator, escape: escapes };
      return;
    }
    if (flat.operators.length === mark) this.strengthOf(operator);
    flat.parts.push({ kind: 'infix', operator });
    this.flatten(right, flat);
  }

  private is(right: unknown, negated: boolean, flat: Flat): void {
    const text = isProperties(right) && right.type === 'default' ? String(right.value) : '';
    const distinct = /^(NOT )?DISTINCT FROM (.*)$/is.exec(text);
    if (distinct !== null) {
      this.keyword(distinct[1] === undefined ? 'DISTINCT' : 'NOT DISTINCT');
      const not = negated || distinct[1] !== undefined;
      this.ledger.take('FROM');
      const other = this.expressionOfText(distinct[2] as string);
      const apply: Apply = (left) => {
        return { kind: 'isDistinct', left, negated: not, right: other, ...across(left, other) };
      };
      flat.parts.push({ kind: 'postfix', strength: precedence.comparison, apply });
      return;
    }
    const test = this.read(right, (node) => {
      const value = String(node.get('value') ?? null).toUpperCase();
      this.keyword(value);
      return value;
    });
    if (test !== 'NULL' && test !== 'TRUE' && test !== 'FALSE' && test !== 'UNKNOWN') {
      this.refuse(`IS ${test}`);
    }
    const { end } = this.ledger.last;
    const apply: Apply = (operand) => {
      return { kind: 'is', operand, negated, test, start: operand.start, end };
    };
    flat.parts.push({ kind: 'postfix', strength: precedence.is, apply });
  }

  private inList(right: unknown, negated: boolean, flat: Flat): void {
    const values = this.isQuery(right)
      ? [right]
      : this.read(right, (node) => {
          if (node.type !== 'expr_list') this.refuse(`IN with ${node.type}`);
          node.pass('parentheses');
          return node.list('value');
        });
    const [first] = values;
    let apply: Apply;
    if (values.length === 1 && this.isQuery(first)) {
      const query = this.queryIn(first);
      apply = (operand) => {
        const { start } = operand;
        return { kind: 'inQuery', operand, negated, query, start, end: query.end };
      };
    } else {
      const items = this.expressions(values);
      const { end } = this.ledger.last;
      apply = (operand) => {
        const { start } = operand;
        return { kind: 'inList', operand, negated, values: items, start, end };
      };
    }
    flat.parts.push({ kind: 'postfix', strength: precedence.range, apply });
  }

  /** `= ANY (query)`: the library takes ANY for a function. */
  private quantified(operator: string, right: unknown, flat: Flat): boolean {
    if (!isProperties(right) || right.type !== 'function') return false;
    const name = calledName(right);
    if (name !== 'ANY' && name !== 'ALL' && name !== 'SOME') return false;
    const comparison = comparisons[operator];
    if (comparison === undefined) this.refuse(`${operator} ${name}`);
    this.keyword(name);
    const quantifier = name === 'ALL' ? 'ALL' : 'ANY';
    const values = this.read(right, (node) => {
      node.pass('name');
      return this.read(node.get('args'), (args) => args.list('value'));
    });
    if (values.length !== 1 || !this.isQuery(values[0])) this.refuse(`${name} of values`);
    const query = this.queryIn(values[0]);
    const apply: Apply = (left) => {
      const { start } = left;
      const kind = 'quantifiedQuery';
      return { kind, operator: comparison as '=', quantifier, left, query, start, end: query.end };
    };
    flat.parts.push({ kind: 'postfix', strength: precedence.comparison, apply });
    return true;
  }

  /** The node of an infix operator. */
  combine(
    operator: string,
    left: Expression,
    right: Expression,
    escaping?: Expression,
  ): Expression {
    const comparison = comparisons[operator];
    if (comparison !== undefined) return binary(comparison, left, right);
    const negated = operator.startsWith('NOT ') || operator.startsWith('!');
    const name = operator.replace(/^(NOT |!)/, '');
    switch (name) {
      case '+':
        if (this.dialect.plusJoinsStrings && (isText(left) || isText(right))) {
          return join(left, right);
        }
        return binary('+', left, right);
      case '-':
      case '*':
      case '/':
        return binary(name, left, right);
      case '%':
      case 'MOD':
        return binary('%', left, right);
      case 'DIV':
        return wholeQuotient(left, right);
      case 'LIKE':
      case 'ILIKE':
      case 'SIMILAR TO':
        return {
          kind: 'like',
          operator: name,
          operand: left,
          negated,
          pattern: right,
          escape: escaping,
          ...across(left, escaping ?? right),
        };
      case '~':
      case 'REGEXP':
      case 'RLIKE':
      case '~*': {
        const span = across(left, right);
        const flag: Expression = { kind: 'string', value: '(?i)', ...span };
        const pattern = name === '~*' ? join(flag, right) : right;
        const match = call('REGEXP', [left, pattern], span);
        return negated ? { kind: 'unary', operator: 'NOT', operand: match, ...span } : match;
      }
      default:
        return this.refuse(`The operator '${operator}'`);
    }
  }
}

interface Flat {
  readonly parts: Part[];
  /** Tokens of the operators that must stand at one depth. */
  readonly operators: Taken[];
}

function calledName(raw: Readonly<Record<string, unknown>>): string {
  const name = isProperties(raw.name) ? raw.name : {};
  const [part] = Array.isArray(name.name) ? name.name : [];
  const only = part ?? name.schema;
  return isProperties(only) ? String(only.value).toUpperCase() : '';
}

function isPrefixCall({ type, raw }: TreeNode): boolean {
  return type === 'function' && calledName(raw) === 'NOT';
}

/** By its form alone: the types of columns are not known here. */
function isText(node: Expression): boolean {
  if (node.kind === 'string') return true;
  if (node.kind === 'chain') return node.operator === '||';
  if (node.kind === 'cast') {
    return node.type.kind === 'simpleType' && /^(VAR)?CHAR|^STRING/.test(node.type.name);
  }
  return node.kind === 'call' && textCalls.has(node.name.parts[0]?.name ?? '');
}

const textCalls: ReadonlySet<string> = new Set(
  'CONCAT CONCAT_WS UPPER LOWER LTRIM RTRIM TRIM SUBSTRING REPLACE LEFT RIGHT CHR REPEAT'.split(
    ' ',
  ),
);

function join(left: Expression, right: Expression): ChainExpression {
  const operands =
    left.kind === 'chain' && left.operator === '||' ? [...left.operands, right] : [left, right];
  return { kind: 'chain', operator: '||', operands, ...across(left, right) };
}

/** `a DIV b`: the quotient without its fraction. */
function wholeQuotient(left: Expression, right: Expression): Expression {
  const span = across(left, right);
  const operand = binary('/', left, right);
  return {
    kind: 'cast',
    tries: false,
    operand,
    type: {
      kind: 'simpleType',
      name: 'BIGINT',
      precision: undefined,
      scale: undefined,
      notNull: false,
      ...span,
    },
    ...span,
  };
}
