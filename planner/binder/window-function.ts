/**
 * Windowing table functions, arguments by position or by name:
 *
 *     TUMBLE(DATA, TIMECOL, SIZE [, OFFSET])
 *     HOP(DATA, TIMECOL, SLIDE, SIZE [, OFFSET])
 *     CUMULATE(DATA, TIMECOL, STEP, SIZE [, OFFSET])
 *     SESSION(DATA [PARTITION BY …], TIMECOL, GAP)
 */

import type { Column } from '../../operators/core/spec.js';
import { foldConstants } from '../../operators/expr/fold.js';
import type { WindowSpec } from '../../operators/window/window-spec.js';
import { typeText } from '../../state/column/type-text.js';
import { attributeOf } from '../logical/column-type.js';
import type { LogicalNode } from '../logical/node.js';
import { windowTable } from '../logical/window-table.js';
import type { Argument, DescriptorArgument, FunctionCall } from '../parser/ast/call.js';
import { functionName } from './call.js';
import type { BindContext, BoundQuery } from './context.js';
import { ExpressionBinder } from './expression.js';
import { Scope } from './scope.js';
import { noSpecialCalls } from './special-calls.js';
import { argumentsByName, bindTableArgument, type TableBinder } from './table-argument.js';

const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  TUMBLE: ['DATA', 'TIMECOL', 'SIZE', 'OFFSET'],
  HOP: ['DATA', 'TIMECOL', 'SLIDE', 'SIZE', 'OFFSET'],
  CUMULATE: ['DATA', 'TIMECOL', 'STEP', 'SIZE', 'OFFSET'],
  SESSION: ['DATA', 'TIMECOL', 'GAP'],
};

export const WINDOW_FUNCTIONS: readonly string[] = Object.keys(PARAMETERS);

export function isWindowFunctionTable(call: FunctionCall): boolean {
  return Object.hasOwn(PARAMETERS, functionName(call));
}

export function bindWindowFunction(
  call: FunctionCall,
  context: BindContext,
  tables: TableBinder,
): BoundQuery {
  const name = functionName(call);
  const parameters = PARAMETERS[name] as readonly string[];
  const shape = `${name}(${parameters.join(', ').replace(', OFFSET', ' [, OFFSET]')})`;
  const args = argumentsByName(call, { parameters, optional: ['OFFSET'], shape }, context);
  const table = args.get('DATA') as Argument;
  const data = bindData(table, name, context, tables);
  const time = bindTime(args.get('TIMECOL') as Argument, data, context);
  const ms = (parameter: string): number => duration(args.get(parameter), parameter, name, context);
  const window = windowOf(name, args.has('OFFSET') ? ms('OFFSET') : 0, ms, call, context);
  const node = windowTable(data.node, time, window, bindPartition(table, data, context));
  return { node, names: [...data.names, 'window_start', 'window_end', 'window_time'] };
}

function windowOf(
  name: string,
  offsetMs: number,
  ms: (parameter: string) => number,
  call: FunctionCall,
  context: BindContext,
): WindowSpec {
  const refused = (rule: string): Error => {
    return context.error('BIND_INVALID', `${name} table function ${rule}`, call);
  };
  if (name === 'SESSION') {
    const gapMs = ms('GAP');
    if (gapMs > 0) return { kind: 'session', gapMs };
    throw refused(`requires gap to be positive, but got gap ${gapMs} ms`);
  }
  const sizeMs = ms('SIZE');
  if (name === 'TUMBLE') {
    if (sizeMs <= 0) throw refused(`requires size to be positive, but got ${sizeMs} ms`);
    if (Math.abs(offsetMs) < sizeMs) return { kind: 'tumble', sizeMs, offsetMs };
    const got = `but got size ${sizeMs} ms and offset ${offsetMs} ms`;
    throw refused(`parameters must satisfy abs(offset) < size, ${got}`);
  }
  if (name === 'HOP') {
    const slideMs = ms('SLIDE');
    if (slideMs > 0 && sizeMs > 0) return { kind: 'hop', slideMs, sizeMs, offsetMs };
    const got = `but got slide ${slideMs} ms and size ${sizeMs} ms`;
    throw refused(`requires slide and size to be positive, ${got}`);
  }
  const stepMs = ms('STEP');
  const got = `but got maxSize ${sizeMs} ms and step ${stepMs} ms`;
  if (stepMs <= 0 || sizeMs <= 0) {
    throw refused(`requires maxSize and step to be positive, ${got}`);
  }
  if (sizeMs % stepMs === 0) return { kind: 'cumulate', stepMs, sizeMs, offsetMs };
  throw refused(`requires maxSize must be an integral multiple of step, ${got}`);
}

function bindData(
  arg: Argument,
  name: string,
  context: BindContext,
  tables: TableBinder,
): BoundQuery {
  const table = bindTableArgument(arg, 'DATA', context, tables);
  if (arg.kind !== 'tableArgument') return table;
  const refused = [
    ...(arg.orderBy.length > 0 ? ['ORDER BY'] : []),
    ...(arg.partitionBy.length > 0 && name !== 'SESSION' ? ['PARTITION BY'] : []),
  ];
  if (refused.length === 0) return table;
  throw context.error('BIND_INVALID', `${name} takes no ${refused.join(' and no ')}`, arg);
}

/** The places of the columns that sessions are made for. */
function bindPartition(arg: Argument, data: BoundQuery, context: BindContext): number[] {
  if (arg.kind !== 'tableArgument') return [];
  const scope = Scope.of(null, data.names, data.node.output);
  const binder = new ExpressionBinder(context, scope, noSpecialCalls('PARTITION BY'));
  const places = arg.partitionBy.map((key) => {
    const expr = binder.bind(key);
    if (expr.kind === 'column') return expr.index;
    throw context.error('BIND_TYPE', 'PARTITION BY of SESSION names columns', key);
  });
  return [...new Set(places)];
}

/** The place of the time column, which must be a time attribute. */
function bindTime(arg: Argument, data: BoundQuery, context: BindContext): number {
  const [identifier, ...more] =
    arg.kind === 'descriptor' ? (arg as DescriptorArgument).columns : [];
  if (identifier === undefined || more.length > 0) {
    throw context.error('BIND_TYPE', 'TIMECOL must be a DESCRIPTOR of one column', arg);
  }
  const scope = Scope.of(null, data.names, data.node.output);
  const { expr } = scope.resolve([identifier], context);
  if (expr.kind === 'column' && attributeOf(expr.type) !== undefined) return expr.index;
  const reason =
    'The window function requires the timecol is a time attribute type, ' +
    `but is ${typeText(expr.type)}`;
  const hint = timeHint(data.node);
  throw context.error('BIND_TYPE', reason, identifier, hint);
}

function timeHint(node: LogicalNode): string {
  const times = node.output.filter((c: Column) => attributeOf(c.type) === 'ROWTIME');
  const names = times.map((column) => `'${column.name}'`).join(', ');
  return names === ''
    ? 'Declare WATERMARK FOR … in the CREATE TABLE.'
    : `Time attributes here: ${names}.`;
}

function duration(
  arg: Argument | undefined,
  parameter: string,
  name: string,
  context: BindContext,
): number {
  const at = arg as Argument;
  const binder = new ExpressionBinder(context, Scope.empty, noSpecialCalls(name));
  switch (at.kind) {
    case 'namedArgument':
    case 'tableArgument':
    case 'modelArgument':
    case 'descriptor':
    case 'default':
    case 'starArgument':
    case 'trimSide':
    case 'timeUnit':
      throw context.error('BIND_TYPE', `${parameter} of ${name} must be an INTERVAL`, at);
    default: {
      const value = foldConstants(binder.bind(at));
      if (value.kind === 'literal' && value.type.root === 'INTERVAL_DAY_TIME') {
        return Number(value.value);
      }
      const reason = `${parameter} of ${name} must be a constant INTERVAL of days to seconds`;
      throw context.error('BIND_TYPE', reason, at, "Write INTERVAL '10' MINUTE.");
    }
  }
}
