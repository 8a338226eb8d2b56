/**
 * Decides what each join makes of time once its condition is complete, and takes time attributes
 * away where they do not outlive it: from the output of a regular join and from whatever passes its
 * columns on. Flink does the same behind its logical rules (`RelTimeIndicatorConverter`).
 *
 * What needs a time attribute that is gone is refused here or where its operator is chosen.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { Column } from '../../operators/core/spec.js';
import type { Expr } from '../../operators/expr/expression.js';
import { mapColumns } from '../../operators/expr/walk.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { typeText } from '../../state/column/type-text.js';
import { columnBelow } from '../logical/changelog.js';
import { attributeOf, withoutAttribute } from '../logical/column-type.js';
import { column } from '../logical/expressions.js';
import { rewrite } from '../logical/graph.js';
import { intervalOf } from '../logical/interval.js';
import { type Join, rejoin } from '../logical/join.js';
import type { LogicalNode } from '../logical/node.js';
import { checkTimes } from '../logical/temporal.js';
import type { Union } from '../logical/union.js';
import { windowsOf } from '../logical/window-join.js';
import type { WindowTable } from '../logical/window-table.js';

/** @throws PLAN_UNSUPPORTED for a window of what is a time attribute no longer */
export function settleTimes(roots: readonly LogicalNode[]): LogicalNode[] {
  return rewrite(roots, settle);
}

/** @param node its inputs are settled */
function settle(node: LogicalNode): LogicalNode {
  switch (node.kind) {
    case 'scan':
    case 'values':
    case 'watermark':
    case 'aggregate':
    case 'window-aggregate':
    case 'match':
      return node;
    case 'join':
      return settleJoin(node);
    case 'project': {
      const expressions = node.expressions.map((expr) => settled(expr, node.input.output));
      const output = node.output.map((own, i) => withTimeOf(own, expressions[i]?.type));
      return { ...node, expressions, output };
    }
    case 'from-changelog':
    case 'to-changelog': {
      const output = node.output.map((own, i) => {
        const below = columnBelow(node, i);
        return below === null ? own : withTimeOf(own, node.input.output[below]?.type);
      });
      return { ...node, output };
    }
    case 'union':
      return settleUnion(node);
    case 'window-table':
      return settleWindow({ ...node, output: passed(node.output, node.input) });
    default:
      return { ...node, output: passed(node.output, node.input) };
  }
}

function settleJoin(node: Join): Join {
  const { left, right } = node;
  const condition = node.condition && settled(node.condition, [...left.output, ...right.output]);
  if (node.form === 'temporal') {
    const joined = rejoin(node, left, right, condition);
    checkTimes(joined);
    return joined;
  }
  if (node.form === 'lookup') return rejoin(node, left, right, condition);
  if (windowsOf({ ...node, condition }) !== null) {
    return rejoin(node, left, right, condition, 'window');
  }
  const isNear = intervalOf({ ...node, condition }) !== null;
  return rejoin(node, left, right, condition, isNear ? 'interval' : 'regular');
}

/** A column is a time attribute where it is one in all inputs. */
function settleUnion(node: Union): Union {
  const output = node.output.map((own, i) =>
    node.inputs.reduce((settled, input) => withTimeOf(settled, input.output[i]?.type), own),
  );
  return { ...node, output };
}

function settleWindow(node: WindowTable): WindowTable {
  const { type } = node.input.output[node.time] as Column;
  if (attributeOf(type) !== undefined) return node;
  const reason =
    'The window function requires the timecol is a time attribute type, ' +
    `but is ${typeText(type)}`;
  throw new MillraceError('PLAN_UNSUPPORTED', reason, { hint: REGULAR });
}

const REGULAR =
  'Rows of a join come in no order of time, unless its condition bounds the time between them.';

/** The expression with the columns' types as they are now. */
function settled(expr: Expr, input: readonly Column[]): Expr {
  return mapColumns(expr, (index) => column(index, (input[index] as Column).type));
}

/** The output of a node that passes its input's columns on, before its own. */
function passed(output: readonly Column[], input: LogicalNode): readonly Column[] {
  return output.map((own, i) => withTimeOf(own, input.output[i]?.type));
}

/** The column without its time attribute where what it is made of, if anything, has none. */
function withTimeOf(own: Column, from: LogicalType | undefined): Column {
  const isLost = from !== undefined && attributeOf(from) === undefined;
  return isLost ? { ...own, type: withoutAttribute(own.type) } : own;
}
