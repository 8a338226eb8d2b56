/** The columns that a maker of rows reads: those of its input, and others computed behind them. */
import type { ColumnExpr, Expr } from '../../operators/expr/expression.js';
import { isOuter } from './decorrelate.js';
import { column } from './expressions.js';
import type { LogicalNode } from './node.js';
import { project } from './project.js';

/**
 * @param args over the columns of `left`; a column of the query around is none of them
 * @returns `left`, with what is computed behind its columns, and where each argument stands
 */
export function withArguments(
  left: LogicalNode,
  args: readonly Expr[],
): { readonly input: LogicalNode; readonly places: readonly number[] } {
  const width = left.output.length;
  const computed = args.filter((arg) => arg.kind !== 'column' || isOuter(arg));
  const places = args.map((arg) => {
    const at = computed.indexOf(arg);
    return at >= 0 ? width + at : (arg as ColumnExpr).index;
  });
  if (computed.length === 0) return { input: left, places };
  const own = left.output.map(({ type }, i) => column(i, type));
  const names = [...left.output.map((c) => c.name), ...computed.map((_, i) => `$f${width + i}`)];
  return { input: project(left, [...own, ...computed], names), places };
}
