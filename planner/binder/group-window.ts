/**
 * The older windows of GROUP BY: TUMBLE(time, size), HOP(time, slide, size) and SESSION(time, gap)
 * as a key, with TUMBLE_START, _END, _ROWTIME and _PROCTIME in the expressions above. The rows get
 * a window as by the windowing table function of the name, whose columns are the key; its place is
 * behind all columns of FROM, so the auxiliary functions are columns there. Sessions are made for
 * the other keys: those that are no columns are computed below, and stand behind the window.
 */
import type { Expr } from '../../operators/expr/expression.js';
import { foldConstants } from '../../operators/expr/fold.js';
import { nullLiteral } from '../../operators/expr/literal.js';
import type { WindowSpec } from '../../operators/window/window-spec.js';
import { type LogicalType, timestampLtz, withNullable } from '../../state/column/logical-type.js';
import { typeText } from '../../state/column/type-text.js';
import { attributeOf } from '../logical/column-type.js';
import { column, exprDigest } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import { project } from '../logical/project.js';
import { type WindowTable, windowTable } from '../logical/window-table.js';
import type { FunctionCall } from '../parser/ast/call.js';
import type { GroupItem, Select } from '../parser/ast/query.js';
import { argumentsOf } from './aggregate-use.js';
import { functionName } from './call.js';
import type { BindContext } from './context.js';
import { type AnyCall, ExpressionBinder } from './expression.js';
import type { GroupKeys } from './grouping-sets.js';
import type { Scope } from './scope.js';

/** Behind the input's columns: window_start, window_end, window_time. */
const PLACES: Readonly<Record<string, number>> = { START: 0, END: 1, ROWTIME: 2, PROCTIME: 2 };

/** The place of the time attribute. */
const TIME = 2;

interface Windowing {
  readonly time: number;
  readonly window: WindowSpec;
}

export class GroupWindow {
  readonly #windowing: Windowing;
  readonly #table: WindowTable;

  constructor(windowing: Windowing, input: LogicalNode) {
    this.#windowing = windowing;
    this.#table = windowTable(input, windowing.time, windowing.window);
  }

  /**
   * The rows with their windows.
   * @param groups those that the rows will be in
   */
  place(
    input: LogicalNode,
    groups: GroupKeys,
    select: Select,
    context: BindContext,
  ): { node: LogicalNode; groups: GroupKeys } {
    const { time, window } = this.#windowing;
    if (window.kind !== 'session') return { node: windowTable(input, time, window), groups };
    if (groups.sets !== null) throw context.unsupported('SESSION with GROUPING SETS', select);
    const own = new Set(this.keys().map(exprDigest));
    const others = groups.keys.filter((key) => !own.has(exprDigest(key)));
    const made: readonly Expr[] = others.filter((key) => key.kind !== 'column');
    const width = input.output.length;
    const extended = made.length === 0 ? input : withExpressions(input, made);
    const partition = others.map((key) =>
      key.kind === 'column' ? key.index : width + made.indexOf(key),
    );
    const table = windowTable(extended, time, window, partition);
    if (made.length === 0) return { node: table, groups };
    // The window's columns come before those that were made, where they are expected.
    const columns = table.output.map((each, i) => column(i, each.type));
    const [rows, keys, edges] = [
      columns.slice(0, width),
      columns.slice(width, width + made.length),
      columns.slice(width + made.length),
    ];
    const all = [...rows, ...edges, ...keys];
    const names = all.map(({ index }) => table.output[index]?.name as string);
    const sources = groups.keys.map((key) => {
      const at = made.indexOf(key);
      return at < 0 ? key : column(width + edges.length + at, key.type);
    });
    return { node: project(table, all, names), groups: { ...groups, sources } };
  }

  /** The keys that the call in GROUP BY stands for. */
  keys(): readonly Expr[] {
    return [0, 1, 2].map((place) => this.#column(place));
  }

  /** The column that TUMBLE_START(…) and its kin are. */
  property(call: FunctionCall, binder: ExpressionBinder): Expr {
    const [form = '', part = ''] = functionName(call).split('_');
    const own = windowingOf(call, form, binder);
    if (!isSameWindowing(own, this.#windowing)) throw lacksGroup(call, binder);
    const place = PLACES[part] as number;
    const time = this.#column(place);
    if (place === TIME && attributeOf(time.type) !== part) {
      // Windows of event time have none in Flink.
      if (part === 'PROCTIME') return nullLiteral(withNullable(timestampLtz(3), true));
      throw binder.context.unsupported(`${functionName(call)} of ${typeText(time.type)}`, call);
    }
    return time;
  }

  #column(place: number): Expr {
    const { input, output } = this.#table;
    const index = input.output.length + place;
    return column(index, output[index]?.type as LogicalType);
  }
}

/** The window that GROUP BY names; undefined where it names none. */
export function bindGroupWindow(
  select: Select,
  scope: Scope,
  input: LogicalNode,
  context: BindContext,
): GroupWindow | undefined {
  const items = select.groupBy?.items.filter(isGroupWindow) ?? [];
  const binder = new ExpressionBinder(context, scope, () => undefined);
  const all = items.map((item) => windowingOf(item, functionName(item), binder));
  const [first] = all;
  if (first === undefined) return undefined;
  const other = all.findIndex((each) => !isSameWindowing(each, first));
  if (other < 0) return new GroupWindow(first, input);
  const reason = 'Only a single window group function may be used in GROUP BY';
  throw context.error('BIND_INVALID', reason, items[other] as FunctionCall);
}

export function isGroupWindow(item: GroupItem): item is FunctionCall {
  return item.kind === 'call' && functionName(item) in SHAPES;
}

/** Refuses TUMBLE and its kin where they are no key of GROUP BY. */
export function refuseStrayWindow(call: AnyCall, context: BindContext): void {
  if (call.kind !== 'call' || !isGroupWindow(call)) return;
  const reason = `Group function '${functionName(call)}' can only appear in GROUP BY clause`;
  throw context.error('BIND_INVALID', reason, call, 'There it stands beside the other keys.');
}

function isSameWindowing(a: Windowing, b: Windowing): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** TUMBLE_START and its kin. */
export function isWindowProperty(name: string): boolean {
  const [form = '', part = '', ...more] = name.split('_');
  return form in SHAPES && more.length === 0 && part in PLACES;
}

export function lacksGroup(call: FunctionCall, { context }: ExpressionBinder): Error {
  const name = functionName(call);
  const reason =
    `Call to auxiliary group function '${name}' must have matching call to group function ` +
    `'${name.split('_')[0]}' in GROUP BY clause`;
  return context.error('BIND_INVALID', reason, call);
}

function windowingOf(call: FunctionCall, form: string, binder: ExpressionBinder): Windowing {
  const { context } = binder;
  const [time, ...intervals] = argumentsOf(call, binder).map((arg) => foldConstants(arg));
  if (time?.kind !== 'column' || attributeOf(time.type) === undefined) {
    const reason = 'Window can only be defined over a time attribute column.';
    throw context.error('BIND_TYPE', reason, call);
  }
  if (form === 'TUMBLE' && intervals[1]?.type.root === 'TIME_WITHOUT_TIME_ZONE') {
    const hint = 'TUMBLE in FROM has an OFFSET.';
    const reason = 'TUMBLE window with alignment is not supported yet.';
    throw context.error('PLAN_UNSUPPORTED', reason, call, hint);
  }
  const [first, second] = intervals.map((each) => {
    const isTime = each.kind === 'literal' && each.type.root === 'INTERVAL_DAY_TIME';
    const ms = isTime ? Number(each.value) : Number.NaN;
    if (ms > 0) return ms;
    const reason = isTime
      ? `${ASSIGNERS[form]}, but got ${ms} ms`
      : `${form} takes constant INTERVALs of days to seconds`;
    throw context.error('BIND_TYPE', reason, call);
  });
  if (first === undefined || intervals.length !== (form === 'HOP' ? 2 : 1)) {
    throw context.error('BIND_TYPE', `It is ${SHAPES[form]}`, call);
  }
  return { time: time.index, window: windowOf(form, first, second) };
}

const SHAPES: Readonly<Record<string, string>> = {
  TUMBLE: 'TUMBLE(time, size)',
  HOP: 'HOP(time, slide, size)',
  SESSION: 'SESSION(time, gap)',
};

/** Flink's rules for their durations. */
const ASSIGNERS: Readonly<Record<string, string>> = {
  TUMBLE: 'TumblingWindowAssigner parameters must satisfy size > 0',
  HOP: 'SlidingWindowAssigner parameters must satisfy slide > 0 and size > 0',
  SESSION: 'SessionWindowAssigner parameters must satisfy 0 < size',
};

function windowOf(form: string, first: number, second: number | undefined): WindowSpec {
  if (form === 'SESSION') return { kind: 'session', gapMs: first };
  return second === undefined
    ? { kind: 'tumble', sizeMs: first, offsetMs: 0 }
    : { kind: 'hop', slideMs: first, sizeMs: second, offsetMs: 0 };
}

/** The input's columns, then these expressions over them. */
function withExpressions(input: LogicalNode, expressions: readonly Expr[]): LogicalNode {
  const columns = input.output.map((each, i) => column(i, each.type));
  const names = input.output.map(({ name }) => name);
  const own = expressions.map((_, i) => `$f${columns.length + i}`);
  return project(input, [...columns, ...expressions], [...names, ...own]);
}
