/** Windowing tables and aggregation by window. */
import type {
  WindowAggregateSpec,
  WindowProperty,
} from '../../operators/window/window-aggregate-spec.js';
import type { WindowTableSpec } from '../../operators/window/window-table-spec.js';
import { INSERT_ONLY } from '../logical/scan.js';
import type { WindowAggregate } from '../logical/window-aggregate.js';
import type { WindowTable } from '../logical/window-table.js';
import { aggregateText, columnName, columnNames } from './attribute-text.js';
import { byKeys, distributedBy, forward } from './distribution.js';
import { refuseRetraction } from './group-aggregate.js';
import { ascending } from './keys.js';
import { hasUpdates, type Key, type PhysicalNode } from './node.js';
import { windowText } from './window-text.js';

export function windowTableNode(node: WindowTable, input: PhysicalNode): PhysicalNode {
  const { time, window, output } = node;
  const operator: WindowTableSpec = { kind: 'window-table', time, window };
  const place = `time_col=[${columnName(time, input.output)}]`;
  // A row stands once a window, which is told apart by its end.
  const end = output.length - 2;
  const withWindow = (keys: readonly Key[]): Key[] => keys.map((key) => ascending([...key, end]));
  return {
    operator,
    title: 'WindowTableFunction',
    attributes: [['window', windowText(window, place)]],
    inputs: [forward(input)],
    output,
    kinds: input.kinds,
    uniqueKeys: withWindow(input.uniqueKeys),
    upsertKeys: withWindow(input.upsertKeys),
    distribution: input.distribution,
  };
}

const PROPERTY_TEXT: Readonly<Record<WindowProperty, string>> = {
  window_start: "start('w$)",
  window_end: "end('w$)",
  window_time: "rowtime('w$)",
};

export function windowAggregateNode(node: WindowAggregate, input: PhysicalNode): PhysicalNode {
  const { keys, calls, window, properties, output } = node;
  refuseRetraction(calls, hasUpdates(input.kinds));
  const operator: WindowAggregateSpec = {
    kind: 'window-aggregate',
    keys,
    aggregates: calls,
    window,
    properties,
    retracting: hasUpdates(input.kinds),
  };
  const own = [...keys.keys()];
  const first = keys.length + calls.length;
  const unique = properties.map((_, i): Key => [...own, first + i]);
  const select = [
    aggregateText(keys, calls, input.output, output),
    ...properties.map((p, i) => `${PROPERTY_TEXT[p]} AS ${columnName(first + i, output)}`),
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

function sourceText(node: WindowAggregate, input: PhysicalNode): string {
  const { window } = node;
  if (window.kind === 'time') {
    return windowText(window.window, `time_col=[${columnName(window.column, input.output)}]`);
  }
  const end = `win_end=[${columnName(window.end, input.output)}]`;
  const start =
    window.start === null ? '' : `win_start=[${columnName(window.start, input.output)}], `;
  return windowText(window.window, `${start}${end}`);
}
