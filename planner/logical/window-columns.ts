/**
 * Which columns of a plan hold the window of their row. Windows are recognized by these columns: a
 * GROUP BY or PARTITION BY that has a start and an end among its keys works window by window.
 */
import type { WindowProperty } from '../../operators/window/window-aggregate-spec.js';
import { isZoned } from '../../operators/window/window-math.js';
import type { WindowSpec } from '../../operators/window/window-spec.js';
import type { Expand } from './expand.js';
import type { LogicalNode } from './node.js';
import type { Project } from './project.js';

export interface WindowColumns {
  readonly window: WindowSpec;
  readonly start: ReadonlySet<number>;
  readonly end: ReadonlySet<number>;
  readonly time: ReadonlySet<number>;
  /** The time column that the rows were put into windows by. */
  readonly source: ReadonlySet<number>;
  /** The windows were made over a TIMESTAMP_LTZ column: they lie on the session's wall clock. */
  readonly zoned: boolean;
}

const known = new WeakMap<LogicalNode, WindowColumns | null>();

/** Null when the rows carry no window. */
export function windowColumns(node: LogicalNode): WindowColumns | null {
  let found = known.get(node);
  if (found === undefined) {
    found = derive(node);
    known.set(node, found);
  }
  return found;
}

/** True when these columns hold both edges of the window. */
export function holdsWindow(columns: Iterable<number>, window: WindowColumns): boolean {
  let start = false;
  let end = false;
  for (const column of columns) {
    start ||= window.start.has(column);
    end ||= window.end.has(column);
  }
  return start && end;
}

export function isWindowColumn(column: number, window: WindowColumns): boolean {
  return window.start.has(column) || window.end.has(column) || window.time.has(column);
}

function derive(node: LogicalNode): WindowColumns | null {
  switch (node.kind) {
    case 'window-table': {
      const width = node.input.output.length;
      return {
        window: node.window,
        start: new Set([width]),
        end: new Set([width + 1]),
        time: new Set([width + 2]),
        source: new Set([node.time]),
        zoned: isZoned(node.input.output[node.time]?.type),
      };
    }
    case 'project':
      return throughProject(node);
    case 'expand':
      return throughExpand(node);
    case 'filter':
    case 'correlate':
    case 'over':
    case 'sort':
    case 'rank':
      return windowColumns(node.input);
    case 'window-aggregate': {
      const first = node.keys.length + node.calls.length;
      const places = (name: WindowProperty): Set<number> => {
        const at = node.properties.indexOf(name);
        return new Set(at < 0 ? [] : [first + at]);
      };
      return {
        window: node.window.window,
        start: places('window_start'),
        end: places('window_end'),
        time: places('window_time'),
        source: new Set(),
        zoned:
          node.window.kind === 'time'
            ? isZoned(node.input.output[node.window.column]?.type)
            : node.window.zoned === true,
      };
    }
    case 'aggregate':
      return throughAggregate(node.input, node.keys);
    default:
      return null;
  }
}

/** A window that is NULL in some grouping set is the row's no longer. */
function throughExpand({ input, sets }: Expand): WindowColumns | null {
  const below = windowColumns(input);
  if (below === null) return null;
  const absent = sets.flatMap(({ nulls }) => nulls);
  return absent.some((c) => isWindowColumn(c, below)) ? null : below;
}

function throughProject(node: Project): WindowColumns | null {
  const below = windowColumns(node.input);
  if (below === null) return null;
  const map = (columns: ReadonlySet<number>): Set<number> => {
    const places = new Set<number>();
    for (const [i, e] of node.expressions.entries()) {
      if (e.kind === 'column' && columns.has(e.index)) places.add(i);
    }
    return places;
  };
  return {
    window: below.window,
    start: map(below.start),
    end: map(below.end),
    time: map(below.time),
    source: map(below.source),
    zoned: below.zoned,
  };
}

/** Only an aggregate by window keeps its windows. */
function throughAggregate(input: LogicalNode, keys: readonly number[]): WindowColumns | null {
  const below = windowColumns(input);
  if (below === null || !holdsWindow(keys, below)) return null;
  const map = (columns: ReadonlySet<number>): Set<number> =>
    new Set(keys.flatMap((key, i) => (columns.has(key) ? [i] : [])));
  return {
    window: below.window,
    start: map(below.start),
    end: map(below.end),
    time: map(below.time),
    source: map(below.source),
    zoned: below.zoned,
  };
}
