/** Literals as bound expressions. */
import { bindCast } from '../../operators/expr/cast.js';
import type { Expr } from '../../operators/expr/expression.js';
import {
  binaryLiteral,
  booleanLiteral,
  literal,
  nullLiteral,
  numberLiteral,
  stringLiteral,
} from '../../operators/expr/literal.js';
import { parseDate, parseTime, parseTimestamp } from '../../operators/expr/runtime/time-text.js';
import { DATE, timestamp, timestampLtz } from '../../state/column/logical-type.js';
import type { DateTimeLiteral, Literal } from '../parser/ast/literal.js';
import type { BindContext } from './context.js';
import { bindInterval } from './interval.js';

/** @throws PARSE_LITERAL for a number of too many digits, a day that is none */
export function bindLiteral(node: Literal, context: BindContext): Expr {
  switch (node.kind) {
    case 'number':
      return context.locate(node, () => numberLiteral(node.text));
    case 'string':
      return stringLiteral(node.value);
    case 'bytes':
      return binaryLiteral(node.hex);
    case 'boolean':
      return booleanLiteral(node.value);
    case 'null':
      return nullLiteral();
    case 'datetime':
      return bindDateTime(node, context);
    case 'interval':
      return bindInterval(node, context);
  }
}

/** A TIME or TIMESTAMP literal has the precision of the digits that are written. */
function bindDateTime(node: DateTimeLiteral, context: BindContext): Expr {
  const text = node.text.trim();
  const precision = text.includes('.') ? text.length - 1 - text.indexOf('.') : 0;
  if (node.type === 'DATE') {
    const days = parseDate(text);
    if (days !== undefined) return literal(days, DATE);
  } else if (node.type === 'TIME') {
    const ms = parseTime(text);
    const type = { root: 'TIME_WITHOUT_TIME_ZONE', precision, nullable: false } as const;
    if (ms !== undefined) return literal(ms, type);
  } else {
    const moment = parseTimestamp(text);
    if (moment !== undefined) {
      const nanos = BigInt(moment.ms) * 1_000_000n + BigInt(moment.nanos);
      const plain = literal(nanos, timestamp(precision));
      return node.type === 'TIMESTAMP'
        ? plain
        : bindCast(plain, timestampLtz(precision), 'CAST', context.span(node));
    }
  }
  throw context.error('PARSE_LITERAL', `'${node.text}' is no ${node.type}`, node);
}
