/**
 * Conditions of which only it counts whether they are true, or whether they are false. Around tests
 * of queries NOT moves inwards, as in Flink: `NOT (x IN (query) OR c)` asks for `x NOT IN (query)`
 * and for NOT c, each by itself. A condition without such a test stays as it is written.
 */

import type { Expr } from '../../operators/expr/expression.js';
import type {
  CaseExpression,
  ExistsExpression,
  Expression,
  InQueryExpression,
} from '../parser/ast/expression.js';
import type { ExpressionBinder } from './expression.js';
import { membership } from './membership.js';
import type { Asked } from './query-values.js';

/** Whether a query has a row, or one of these values. */
export interface Test {
  readonly query: ExistsExpression | InQueryExpression;
  readonly negated: boolean;
}

/** Whether the condition is a test, or is made of some and of others. */
export function holdsTest(node: Expression): boolean {
  switch (node.kind) {
    case 'exists':
    case 'inQuery':
    case 'quantifiedQuery':
      return true;
    case 'unary':
    case 'is':
      return holdsTest(node.operand);
    case 'chain':
      return node.operator !== '||' && node.operands.some(holdsTest);
    case 'binary':
      return node.operator === '=' && (holdsTest(node.left) || holdsTest(node.right));
    case 'case':
      return node.branches.some(({ when }) => when.some(holdsTest));
    default:
      return false;
  }
}

/** A condition that is true where this one is. */
export function asTrue(node: Expression): Expression {
  if (!holdsTest(node)) return node;
  switch (node.kind) {
    case 'unary':
      return node.operator === 'NOT' ? asFalse(node.operand) : node;
    case 'chain':
      return { ...node, operands: node.operands.map(asTrue) };
    case 'quantifiedQuery':
      return membership(node) ?? node;
    case 'is': {
      if (node.test !== 'TRUE' && node.test !== 'FALSE') return node;
      if (node.negated && isNeverNull(node.operand)) {
        return node.test === 'TRUE' ? asFalse(node.operand) : asTrue(node.operand);
      }
      const operand = node.test === 'TRUE' ? asTrue(node.operand) : asFalse(node.operand);
      return node.negated ? { ...node, test: 'TRUE', operand } : operand;
    }
    case 'binary':
    case 'case': {
      const same = node.kind === 'case' ? tested(node) : compared(node);
      return same === null ? node : asTrue(same);
    }
    default:
      return node;
  }
}

/** A condition that is true where this one is false. */
export function asFalse(node: Expression): Expression {
  const { start, end } = node;
  const not: Expression = { kind: 'unary', operator: 'NOT', operand: node, start, end };
  if (!holdsTest(node)) return not;
  switch (node.kind) {
    case 'unary':
      return node.operator === 'NOT' ? asTrue(node.operand) : not;
    case 'chain': {
      const operator = node.operator === 'OR' ? 'AND' : 'OR';
      return { ...node, operator, operands: node.operands.map(asFalse) };
    }
    case 'inQuery':
      return { ...node, negated: !node.negated };
    case 'quantifiedQuery': {
      const within = membership(node);
      return within === null ? not : asFalse(within);
    }
    case 'is':
      return node.test === 'TRUE' || node.test === 'FALSE'
        ? asTrue({ ...node, negated: !node.negated })
        : not;
    case 'binary':
    case 'case': {
      const same = node.kind === 'case' ? tested(node) : compared(node);
      return same === null ? not : asFalse(same);
    }
    default:
      return not;
  }
}

/** By its form: it is true or false. */
function isNeverNull(node: Expression): boolean {
  if (node.kind === 'unary') return node.operator === 'NOT' && isNeverNull(node.operand);
  if (node.kind === 'chain') return node.operator !== '||' && node.operands.every(isNeverNull);
  return node.kind === 'is' || node.kind === 'exists';
}

/** What must hold, all of it. */
export function parts(node: Expression): readonly Expression[] {
  if (node.kind !== 'chain' || node.operator !== 'AND') return [node];
  return holdsTest(node) ? node.operands.flatMap(parts) : node.operands;
}

/** A part of the condition that only asks for a row of a query; null for others. */
export function testOf(part: Expression): Test | null {
  if (part.kind === 'unary' && part.operator === 'NOT') {
    return part.operand.kind === 'exists' ? { query: part.operand, negated: true } : null;
  }
  if (part.kind === 'exists') return { query: part, negated: false };
  return part.kind === 'inQuery' ? { query: part, negated: part.negated } : null;
}

/** What `asTrue` gives, where it only counts whether it is true. */
export function bindTrue(node: Expression, binder: ExpressionBinder, asked: Asked): Expr {
  if (node.kind === 'chain' && holdsTest(node)) {
    const bound = binder.context.each(node.operands, (each) => bindTrue(each, binder, asked));
    return binder.made(node.operator, bound, node);
  }
  const isIn = node.kind === 'inQuery' && !node.negated;
  if (!isIn || binder.queries === null) return binder.bind(node);
  return binder.queries.bindMembership(node, binder, asked);
}

/** `condition = FALSE`. */
function compared(node: Extract<Expression, { kind: 'binary' }>): Expression | null {
  const { left, right, start, end } = node;
  if (right.kind !== 'boolean' || right.value === null) return null;
  if (right.value) return left;
  return { kind: 'unary', operator: 'NOT', operand: left, start, end };
}

/** `CASE WHEN condition THEN FALSE ELSE TRUE END`. */
function tested({ operand, branches, otherwise, start, end }: CaseExpression): Expression | null {
  const [branch, other] = branches;
  const [when, also] = branch?.when ?? [];
  if (operand !== undefined || when === undefined || also !== undefined) return null;
  if (other !== undefined || branch?.then.kind !== 'boolean') return null;
  const otherwiseTrue = otherwise?.kind === 'boolean' ? otherwise.value : null;
  if (branch.then.value === null || otherwiseTrue !== !branch.then.value) return null;
  return { kind: 'is', operand: when, negated: !branch.then.value, test: 'TRUE', start, end };
}
