/**
 * GROUP BY window_start, window_end over rows that carry their window: results are final and come
 * when the window ends. The window's columns stop being keys and become properties of the result.
 * What ends by the clock can be told only where the rows are put into windows; elsewhere such
 * groups are continuous ones (Flink does the same).
 */
import type { Column } from '../../operators/core/spec.js';
import type { WindowProperty } from '../../operators/window/window-aggregate-spec.js';
import type { Aggregate } from '../logical/aggregate.js';
import { column } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import { project } from '../logical/project.js';
import type { WindowAggregate } from '../logical/window-aggregate.js';
import {
  holdsWindow,
  isWindowColumn,
  type WindowColumns,
  windowColumns,
} from '../logical/window-columns.js';
import { placeRowsInWindows } from './place-rows-in-windows.js';

export function recognizeWindowAggregate(node: LogicalNode): LogicalNode {
  if (node.kind !== 'aggregate') return node;
  const window = windowColumns(node.input);
  if (window === null || !holdsWindow(node.keys, window)) return node;
  return byWindow(node, window);
}

function byWindow(node: Aggregate, window: WindowColumns): LogicalNode {
  const { input, calls } = node;
  const keys = node.keys.filter((key) => !isWindowColumn(key, window));
  const properties: WindowProperty[] = [];
  const columns: Column[] = [];
  for (const [i, key] of node.keys.entries()) {
    const property = propertyOf(key, window);
    if (property === null || properties.includes(property)) continue;
    properties.push(property);
    columns.push({ name: property, type: (node.output[i] as Column).type });
  }
  const output = [
    ...node.keys.flatMap((key, i) => (keys.includes(key) ? [node.output[i] as Column] : [])),
    ...node.output.slice(node.keys.length),
    ...columns,
  ];
  const attached = {
    kind: 'attached',
    start: node.keys.find((key) => window.start.has(key)) as number,
    end: node.keys.find((key) => window.end.has(key)) as number,
    window: window.window,
    ...(window.zoned ? { zoned: true } : {}),
  } as const;
  const kind = 'window-aggregate';
  const above: WindowAggregate = { kind, input, keys, calls, window: attached, properties, output };
  const byKey = window.byClock ? placeRowsInWindows(above) : above;
  if (window.byClock && byKey === above) return node;
  const place = (i: number): number => {
    const key = node.keys[i];
    if (key === undefined) return keys.length + (i - node.keys.length);
    const property = propertyOf(key, window);
    if (property === null) return keys.indexOf(key);
    return keys.length + calls.length + properties.indexOf(property);
  };
  const expressions = node.output.map((c, i) => column(place(i), c.type));
  return project(
    byKey,
    expressions,
    node.output.map((c) => c.name),
  );
}

function propertyOf(key: number, window: WindowColumns): WindowProperty | null {
  if (window.start.has(key)) return 'window_start';
  if (window.end.has(key)) return 'window_end';
  return window.time.has(key) ? 'window_time' : null;
}
