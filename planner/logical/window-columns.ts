/**
 * Which columns of a plan hold the window of their row. Windows are recognized by these columns: a
 * GROUP BY or PARTITION BY that has a start and an end among its keys works window by window.
 */
import type { WindowProperty } from '../../operators/window/window-aggregate-spec.js';
import { isZoned } from '../../operators/window/window-math.js';
import type { WindowSpec } from '../../operators/window/window-spec.js';
import { attributeOf } from './column-type.js';
import type { Expand } from './expand.js';
import type { Join } from './join.js';
import type { LogicalNode } from './node.js';
import type { Project } from './project.js';

export interface WindowColumns {
  readonly window: WindowSpec;
  readonly start: ReadonlySet<number>;
  readonly end: ReadonlySet<number>;
  readonly time: ReadonlySet<number>;
  /** The time column that the rows were put into windows by. */
  readonly source: ReadonlySet<number>;
  /** By key that sessions are made for, the columns that hold it. */
  readonly partition: readonly ReadonlySet<number>[];
  /** The windows were made over a TIMESTAMP_LTZ column: they lie on the session's wall clock. */
  readonly zoned: boolean;
  /** The windows are of processing time. */
  readonly byClock: boolean;
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
export function holdsEdges(columns: readonly number[], window: WindowColumns): boolean {
  const start = columns.some((column) => window.start.has(column));
  return start && columns.some((column) => window.end.has(column));
}

/** The same; of a session the others must be its keys besides, as in Flink's aggregates. */
export function holdsWindow(columns: readonly number[], window: WindowColumns): boolean {
  if (!holdsEdges(columns, window)) return false;
  if (window.window.kind !== 'session') return true;
  const { partition } = window;
  const others = columns.filter((column) => !isWindowColumn(column, window));
  return (
    others.every((column) => partition.some((key) => key.has(column))) &&
    partition.every((key) => others.some((column) => key.has(column)))
  );
}

export function isWindowColumn(column: number, window: WindowColumns): boolean {
  return window.start.has(column) || window.end.has(column) || window.time.has(column);
}

/** Whether windows over a time column are of processing time. */
export function isByClock(input: LogicalNode, time: number): boolean {
  const type = input.output[time]?.type;
  return type !== undefined && attributeOf(type) === 'PROCTIME';
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
        partition: node.partition.map((key) => new Set([key])),
        zoned: isZoned(node.input.output[node.time]?.type),
        byClock: isByClock(node.input, node.time),
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
        partition: node.keys.map((_, key) => new Set([key])),
        zoned:
          node.window.kind === 'attached'
            ? node.window.zoned === true
            : isZoned(node.input.output[node.window.column]?.type),
        byClock: node.window.kind !== 'attached' && isByClock(node.input, node.window.column),
      };
    }
    case 'aggregate':
      return throughAggregate(node.input, node.keys);
    case 'join':
      return node.form === 'window' ? throughJoin(node) : null;
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
    partition: below.partition.map(map),
    zoned: below.zoned,
    byClock: below.byClock,
  };
}

/** A side that is filled up with NULL has no window where it has no row. */
function throughJoin({ type, left, right }: Join): WindowColumns | null {
  const own = type === 'right' || type === 'full' ? null : windowColumns(left);
  const other = type === 'inner' || type === 'right' ? windowColumns(right) : null;
  const width = left.output.length;
  if (other === null) return own;
  const shifted = (columns: ReadonlySet<number>): number[] => [...columns].map((c) => c + width);
  return {
    ...other,
    start: new Set([...(own?.start ?? []), ...shifted(other.start)]),
    end: new Set([...(own?.end ?? []), ...shifted(other.end)]),
    time: new Set([...(own?.time ?? []), ...shifted(other.time)]),
    source: new Set([...(own?.source ?? []), ...shifted(other.source)]),
    partition: (own ?? other).partition.map((key, i) => {
      const further = shifted(other.partition[i] ?? new Set());
      return own === null ? new Set(further) : new Set([...key, ...further]);
    }),
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
    partition: below.partition.map(map),
    zoned: below.zoned,
    byClock: below.byClock,
  };
}
