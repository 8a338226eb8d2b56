/**
 * UNNEST and LATERAL TABLE(f(…)): tables made of each row of what stands to their left in FROM.
 * Their arguments see the columns there; an argument that is no column is computed below.
 */
import type { Column } from '../../operators/core/spec.js';
import type { RowMaker } from '../../operators/correlate/correlate-spec.js';
import { isRow } from '../../operators/correlate/made-rows.js';
import type { Expr } from '../../operators/expr/expression.js';
import { javascriptArguments } from '../../operators/expr/functions/javascript.js';
import { mapColumns } from '../../operators/expr/walk.js';
import { INT, type LogicalType, withNullable } from '../../state/column/logical-type.js';
import { withoutAttribute } from '../logical/column-type.js';
import { correlate } from '../logical/correlate.js';
import { column, isTrue } from '../logical/expressions.js';
import { filter } from '../logical/filter.js';
import type { LogicalNode } from '../logical/node.js';
import { pick } from '../logical/project.js';
import { oneRow } from '../logical/values.js';
import { withArguments } from '../logical/with-arguments.js';
import type { FromItem, Join, TableAlias, TableFunction, Unnest } from '../parser/ast/from.js';
import type { BoundFrom } from './bound-from.js';
import { misfit, tableFunctionOf, valueArguments } from './call.js';
import type { BindContext } from './context.js';
import { ExpressionBinder } from './expression.js';
import { Scope } from './scope.js';
import { noSpecialCalls } from './special-calls.js';

export type Lateral = Unnest | TableFunction;

/** What is made of a row: by what, of which values, under which names. */
interface Making {
  readonly maker: RowMaker;
  readonly args: readonly Expr[];
  readonly made: readonly Column[];
}

/** Whether an item of FROM makes its rows of those to its left. */
export function isLateral(item: FromItem, context: BindContext): item is Lateral {
  if (item.kind === 'unnest') return true;
  return item.kind === 'tableFunction' && tableFunctionOf(item.call, context) !== undefined;
}

/** One that stands alone: made of constants. */
export function bindLateral(item: Lateral, context: BindContext): BoundFrom {
  const left: BoundFrom = { node: oneRow(), scope: Scope.empty };
  const making = makingOf(item, left, context);
  const { node } = joined(left.node, making, false, null);
  const own = pick(
    node,
    [...making.made.keys()].map((i) => i + 1),
  );
  return { node: own, scope: scopeOf(item, making, own.output, context) };
}

/** @param item joins what is to its left with `lateral`, its right side */
export function bindLateralJoin(
  item: Join,
  lateral: Lateral,
  left: BoundFrom,
  context: BindContext,
): BoundFrom {
  if (item.type === 'RIGHT' || item.type === 'FULL') {
    const reason = `A ${item.type} join cannot be with a table that is made of its left side`;
    throw context.error('BIND_INVALID', reason, lateral);
  }
  const making = makingOf(lateral, left, context);
  const names = scopeOf(lateral, making, making.made, context).visible.map(({ name }) => name);
  const isCommon = left.scope.visible.some(({ name }) => names.includes(name));
  // Flink joins by columns of one name only where the right side is a table by itself.
  if (item.using.length > 0 || (item.natural && isCommon)) {
    const reason = 'unexpected correlate variable $cor0 in the plan';
    const hint = 'A table made of its left side joins by ON, not by names in common.';
    throw context.error('PLAN_UNSUPPORTED', reason, item, hint);
  }
  const outer = item.type === 'LEFT';
  const scopeWith = (padded: boolean): Scope => {
    const width = left.node.output.length;
    const types = making.made.map(({ type }) => (padded ? withNullable(type, true) : type));
    const output = [
      ...left.node.output,
      ...making.made.map((c, i) => ({ ...c, type: types[i] as LogicalType })),
    ];
    const own = scopeOf(lateral, making, output, context, width);
    return new Scope(
      [...left.scope.relations, ...own.relations],
      [...left.scope.visible, ...own.visible],
    );
  };
  const binder = new ExpressionBinder(context, scopeWith(false), noSpecialCalls('ON'));
  const on = item.on === undefined ? null : binder.condition(item.on, 'ON');
  const condition = on === null || isTrue(on) ? null : on;
  const { node } = joined(left.node, making, outer, outer ? condition : null);
  const scope = scopeWith(outer);
  return { node: outer || condition === null ? node : filter(node, condition), scope };
}

/** The left columns and those made; arguments that are no columns are between them for a while. */
function joined(
  left: LogicalNode,
  { maker, args, made }: Making,
  outer: boolean,
  condition: Expr | null,
): { readonly node: LogicalNode } {
  const width = left.output.length;
  const { input, places } = withArguments(left, args);
  const computed = input.output.length - width;
  const moved = condition && mapColumns(condition, (c) => (c < width ? c : c + computed));
  const node = correlate(input, maker, places, made, { outer, condition: moved });
  if (computed === 0) return { node };
  const kept = [...node.output.keys()].filter((i) => i < width || i >= width + computed);
  return { node: pick(node, kept) };
}

function makingOf(item: Lateral, left: BoundFrom, context: BindContext): Making {
  const clause = item.kind === 'unnest' ? 'UNNEST' : 'a table function';
  const binder = new ExpressionBinder(context, left.scope, noSpecialCalls(clause));
  return item.kind === 'unnest' ? unnesting(item, binder) : calling(item, binder);
}

function unnesting(item: Unnest, binder: ExpressionBinder): Making {
  const { context } = binder;
  const [operand, second] = item.operands;
  if (operand === undefined || second !== undefined) {
    throw context.unsupported('UNNEST of several collections', second ?? item);
  }
  const arg = binder.bind(operand);
  const made = elementColumns(arg.type, item.alias);
  if (made === undefined) {
    const reason = 'UNNEST takes an ARRAY, a MAP or a MULTISET';
    throw context.error('BIND_TYPE', reason, operand);
  }
  const { ordinality } = item;
  const ordinal: Column = { name: 'ORDINALITY', type: withNullable(INT, false) };
  return {
    maker: { kind: 'unnest', ordinality },
    args: [{ ...arg, type: withoutAttribute(arg.type) }],
    made: ordinality ? [...made, ordinal] : made,
  };
}

/** The columns of a collection's elements; a single one is called as the table is. */
function elementColumns(type: LogicalType, alias: TableAlias | undefined): Column[] | undefined {
  if (type.root === 'MAP') {
    return [
      { name: 'KEY', type: type.key },
      { name: 'VALUE', type: type.value },
    ];
  }
  if (type.root !== 'ARRAY' && type.root !== 'MULTISET') return undefined;
  const { element } = type;
  if (!isRow(element)) return [{ name: alias?.name.name ?? 'EXPR$0', type: element }];
  // An element that is NULL makes no row, so fields are as nullable as they say.
  return element.fields.map(({ name, type: own }) => ({ name, type: own }));
}

function calling({ call }: TableFunction, binder: ExpressionBinder): Making {
  const { context } = binder;
  const target = tableFunctionOf(call, context);
  if (target === undefined) throw context.unsupported('This table function', call);
  const given = valueArguments(call, binder);
  const args = javascriptArguments(target, given);
  if (args === undefined) throw misfit(call, given, target, context);
  const { file, export: name, returns: rows, timeoutMs } = target;
  const span = context.span(call);
  const made = isRow(rows)
    ? rows.fields.map(({ name: field, type }) => ({ name: field, type }))
    : [{ name: 'EXPR$0', type: rows }];
  return { maker: { kind: 'javascript', file, export: name, rows, timeoutMs, span }, args, made };
}

/** The names of the columns made, which stand from `at` on in `output`. */
function scopeOf(
  item: Lateral,
  { made }: Making,
  output: readonly Column[],
  context: BindContext,
  at = 0,
): Scope {
  const { alias } = item;
  const columns = alias?.columns ?? [];
  if (columns.length > 0 && columns.length !== made.length) {
    const reason = `The table has ${made.length} columns, its alias names ${columns.length}`;
    throw context.error('BIND_INVALID', reason, alias ?? item);
  }
  const visible = made.map(({ name }, i) => ({
    name: columns[i]?.name ?? name,
    expr: column(at + i, (output[at + i] as Column).type),
    item,
  }));
  return new Scope(
    [{ name: alias === undefined ? null : [alias.name.name], columns: visible }],
    visible,
  );
}
