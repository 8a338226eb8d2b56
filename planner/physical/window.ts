/** Windowing tables and aggregation by window. */
import type { SessionAggregateSpec } from '../../operators/window/session-aggregate-spec.js';
import type { SessionTableSpec } from '../../operators/window/session-table-spec.js';
import type {
  WindowAggregateSpec,
  WindowProperty,
} from '../../operators/window/window-aggregate-spec.js';
import type { WindowTableSpec } from '../../operators/window/window-table-spec.js';
import { INSERT_ONLY } from '../logical/scan.js';
import type { WindowAggregate } from '../logical/window-aggregate.js';
import { isByClock } from '../logical/window-columns.js';
import type { WindowTable } from '../logical/window-table.js';
import { aggregateText, columnName, columnNames } from './attribute-text.js';
import { byKeys, distributedBy, forward } from './distribution.js';
import { refuseRetraction } from './group-aggregate.js';
import { ascending, throughHash } from './keys.js';
import { hasUpdates, type Key, type PhysicalNode } from './node.js';
import { windowText } from './window-text.js';

export function windowTableNode(node: WindowTable, input: PhysicalNode): PhysicalNode {
  const { window, partition, output } = node;
  const time = isByClock(node.input, node.time) ? null : node.time;
  const retracting = hasUpdates(input.kinds);
  const operator: WindowTableSpec | SessionTableSpec =
    window.kind === 'session'
      ? { kind: 'session-table', time, partition, gapMs: window.gapMs, retracting }
      : { kind: 'window-table', time, window };
  const isSession = window.kind === 'session';
  const place = `time_col=[${columnName(node.time, input.output)}]`;
  const keys = columnNames(partition, input.output);
  // A row stands once a window, which is told apart by its end.
  const end = output.length - 2;
  const withWindow = (keys: readonly Key[]): Key[] => keys.map((key) => ascending([...key, end]));
  return {
    operator,
    title: 'WindowTableFunction',
    attributes: [['window', windowText(window, place, keys)]],
    inputs: [isSession ? byKeys(input, partition) : forward(input)],
    output,
    kinds: input.kinds,
    uniqueKeys: withWindow(input.uniqueKeys),
    upsertKeys: withWindow(isSession ? throughHash(input.upsertKeys, partition) : input.upsertKeys),
    distribution: isSession ? distributedBy(partition) : input.distribution,
  };
}

const PROPERTY_TEXT: Readonly<Record<WindowProperty, string>> = {
  window_start: "start('w$)",
  window_end: "end('w$)",
  window_time: "rowtime('w$)",
};

function propertyText(property: WindowProperty, byClock: boolean): string {
  return byClock && property === 'window_time' ? "proctime('w$)" : PROPERTY_TEXT[property];
}

export function windowAggregateNode(node: WindowAggregate, input: PhysicalNode): PhysicalNode {
  const { keys, calls, window, properties, output } = node;
  const retracting = hasUpdates(input.kinds);
  refuseRetraction(calls, retracting);
  const byClock = window.kind !== 'attached' && isByClock(node.input, window.column);
  const shape = { keys, aggregates: calls, properties, retracting };
  const operator: WindowAggregateSpec | SessionAggregateSpec =
    window.kind === 'session'
      ? {
          kind: 'session-aggregate',
          ...shape,
          time: byClock ? null : window.column,
          gapMs: window.window.gapMs,
        }
      : {
          kind: 'window-aggregate',
          ...shape,
          window: window.kind === 'time' && byClock ? { ...window, column: null } : window,
        };
  const own = [...keys.keys()];
  const first = keys.length + calls.length;
  const unique = windowKeys(node, own, first);
  const select = [
    aggregateText(keys, calls, input.output, output),
    ...properties.map((p, i) => `${propertyText(p, byClock)} AS ${columnName(first + i, output)}`),
  ];
  const attributes: [string, string][] = [];
  if (keys.length > 0) attributes.push(['groupBy', columnNames(keys, input.output)]);
  attributes.push(['window', sourceText(node, input)]);
  attributes.push(['select', select.filter((part) => part !== '').join(', ')]);
  return {
    operator,
    title: 'WindowAggregate',
    attributes,
    inputs: [byKeys(input, keys)],
    output,
    kinds: INSERT_ONLY,
    uniqueKeys: unique,
    upsertKeys: unique,
    distribution: distributedBy(own),
  };
}

/**
 * What tells the groups of a key apart is an edge of their window; but several windows of CUMULATE
 * have one start, and sessions that were made by other keys than these may share either edge.
 */
function windowKeys({ window, properties }: WindowAggregate, own: Key, first: number): Key[] {
  const start = properties.indexOf('window_start');
  const isShared = window.window.kind === 'session' && window.kind === 'attached';
  return properties.flatMap((_, i) => {
    const isStart = i === start;
    if (isShared)
      return start < 0 || isStart ? [] : [ascending([...own, first + start, first + i])];
    return isStart && window.window.kind === 'cumulate' ? [] : [[...own, first + i]];
  });
}

function sourceText(node: WindowAggregate, input: PhysicalNode): string {
  const { window } = node;
  const keys = columnNames(node.keys, input.output);
  if (window.kind !== 'attached') {
    const time = `time_col=[${columnName(window.column, input.output)}]`;
    return windowText(window.window, time, keys);
  }
  const end = `win_end=[${columnName(window.end, input.output)}]`;
  const start =
    window.start === null ? '' : `win_start=[${columnName(window.start, input.output)}], `;
  return windowText(window.window, `${start}${end}`, keys);
}
