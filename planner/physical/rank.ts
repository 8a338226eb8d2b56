/** Top-N, Top-N in windows, and LIMIT with or without ORDER BY: all are ranks. */
import { MillraceError } from '../../conf/errors/error.js';
import type { OperatorSpec } from '../../operators/core/operator-spec.js';
import { bindCall } from '../../operators/expr/bind.js';
import { literal } from '../../operators/expr/literal.js';
import type { DeduplicateSpec } from '../../operators/rank/deduplicate-spec.js';
import type { RankSpec } from '../../operators/rank/rank-spec.js';
import type { WindowRankSpec } from '../../operators/rank/window-rank-spec.js';
import { BIGINT, withNullable } from '../../state/column/logical-type.js';
import { attributeOf } from '../logical/column-type.js';
import { column } from '../logical/expressions.js';
import { over } from '../logical/over.js';
import type { Rank } from '../logical/rank.js';
import { ALL_CHANGES, INSERT_ONLY } from '../logical/scan.js';
import type { Sort } from '../logical/sort.js';
import { windowColumns } from '../logical/window-columns.js';
import { columnList, columnName, columnNames, orderText } from './attribute-text.js';
import { calc } from './calc.js';
import { byKeys, distributedBy, toOne } from './distribution.js';
import { ascending, minimal, throughHash } from './keys.js';
import { hasUpdates, type Key, type PhysicalNode } from './node.js';
import { overNode } from './over.js';
import { refusedChanges } from './refused-changes.js';
import { windowText } from './window-text.js';

export function rankNode(node: Rank, input: PhysicalNode): PhysicalNode {
  if (node.windowEnd !== null) return windowRank(node, node.windowEnd, input);
  const byTime = timeOrder(node, input);
  return byTime === null ? continuousRank(node, input) : deduplicate(node, byTime, input);
}

interface TimeOrder {
  /** The rowtime column; null = processing time. */
  readonly time: number | null;
  readonly keep: 'first' | 'last';
}

/** The first or the last row by a time attribute; null where the rank is another. */
function timeOrder(node: Rank, input: PhysicalNode): TimeOrder | null {
  const [key] = node.order;
  if (node.from !== 1 || node.to !== 1 || node.outputRank || node.order.length !== 1) return null;
  if (hasUpdates(input.kinds) || key === undefined) return null;
  const type = input.output[key.column]?.type;
  const isSource = windowColumns(node.input)?.source.has(key.column) === true;
  const attribute = isSource ? 'ROWTIME' : type && attributeOf(type);
  if (attribute === undefined) return null;
  const time = attribute === 'ROWTIME' ? key.column : null;
  return { time, keep: key.descending ? 'last' : 'first' };
}

/** The order by which the rows of a window are deduplicated: by event time only. */
function rowtimeOrder(node: Rank, input: PhysicalNode): TimeOrder | null {
  const order = timeOrder(node, input);
  return order?.time === null ? null : order;
}

function deduplicate(node: Rank, { time, keep }: TimeOrder, input: PhysicalNode): PhysicalNode {
  if (time !== null && keep === 'first') return firstByTime(node, input);
  const { partition, output } = node;
  const isFinal = keep === 'first';
  const compared = [...output.keys()].filter((column) => {
    const type = output[column]?.type;
    return type !== undefined && attributeOf(type) !== 'PROCTIME';
  });
  const operator: DeduplicateSpec = {
    kind: 'deduplicate',
    key: partition,
    time,
    keep,
    compared,
    updateBefore: true,
  };
  return {
    operator,
    title: 'Deduplicate',
    attributes: [
      ...keepAttributes({ time, keep }, partition, input),
      ['outputInsertOnly', String(isFinal)],
    ],
    inputs: [byKeys(input, partition)],
    output,
    kinds: isFinal ? INSERT_ONLY : { update: true, delete: false },
    uniqueKeys: rankKeys(node, input.uniqueKeys, partition),
    upsertKeys: rankKeys(node, throughHash(input.upsertKeys, partition), partition),
    distribution: distributedBy(partition),
  };
}

function continuousRank(node: Rank, input: PhysicalNode): PhysicalNode {
  const { partition, order, from, to, outputRank, output } = node;
  const taking = takingOf(node, input);
  // A row that moves up stands at its new number before it is taken from its old one.
  const upsertsBelow = outputRank ? [] : throughHash(input.upsertKeys, partition);
  const operator: RankSpec = {
    kind: 'rank',
    function: 'ROW_NUMBER',
    partition,
    order,
    from,
    to,
    outputRank,
    ...taking,
    updateBefore: true,
  };
  return {
    operator,
    title: 'Rank',
    attributes: [['strategy', strategyText(taking)], ...rankAttributes(node, input)],
    inputs: [byKeys(input, partition)],
    output,
    kinds: ALL_CHANGES,
    uniqueKeys: rankKeys(node, input.uniqueKeys, partition),
    upsertKeys: rankKeys(node, upsertsBelow, partition),
    distribution: distributedBy(partition),
  };
}

type Taking = Pick<RankSpec, 'retracting' | 'updateKey'>;

/** How the rank takes the input's changes. */
function takingOf({ updateKey }: Rank | Sort, { kinds }: PhysicalNode): Taking {
  if (!hasUpdates(kinds)) return { retracting: false };
  if (updateKey === undefined || kinds.delete) return { retracting: true };
  return { retracting: false, updateKey };
}

function strategyText({ retracting, updateKey }: Taking): string {
  if (updateKey !== undefined) return `UpdateFastStrategy[${updateKey.join(',')}]`;
  return retracting ? 'RetractStrategy' : 'AppendFastStrategy';
}

function windowRank(node: Rank, windowEnd: number, input: PhysicalNode): PhysicalNode {
  const { partition, order, from, to, outputRank, output } = node;
  const shape = { function: 'ROW_NUMBER', partition, windowEnd, order, from, to } as const;
  const window = windowColumns(node.input);
  const zoned = window?.zoned === true ? { zoned: true } : {};
  const byTime = rowtimeOrder(node, input);
  const title = byTime === null ? 'WindowRank' : 'WindowDeduplicate';
  if (hasUpdates(input.kinds)) throw refusedChanges(`StreamPhysical${title}`, input);
  const ties = byTime?.keep === 'last' ? ({ ties: 'last' } as const) : {};
  const operator: WindowRankSpec = { kind: 'window-rank', ...shape, outputRank, ...zoned, ...ties };
  const start = [...(window?.start ?? [])].map((c) => columnName(c, input.output));
  const edges = [
    ...start.slice(0, 1).map((name) => `win_start=[${name}]`),
    `win_end=[${columnName(windowEnd, input.output)}]`,
  ];
  const keys = window?.partition.flatMap((key) => [...key].slice(0, 1)) ?? [];
  const own = columnNames(keys, input.output);
  const text =
    window === null ? edges.join(', ') : windowText(window.window, edges.join(', '), own);
  const unique = rankKeys(node, input.uniqueKeys, [...partition, windowEnd]);
  return {
    operator,
    title,
    attributes: [
      ['window', text],
      ...(byTime === null
        ? rankAttributes(node, input)
        : keepAttributes(byTime, [...partition], input)),
    ],
    inputs: [byKeys(input, partition)],
    output,
    kinds: INSERT_ONLY,
    uniqueKeys: unique,
    upsertKeys: unique,
    distribution: distributedBy(partition),
  };
}

/** The first row by rowtime is known when the watermark reaches it: number one of an OVER. */
function firstByTime(node: Rank, input: PhysicalNode): PhysicalNode {
  const { partition, order, output } = node;
  const type = withNullable(BIGINT, false);
  const call = { name: 'ROW_NUMBER', args: [], argTypes: [], distinct: false, filter: null, type };
  const frame = { unit: 'ROWS', from: { kind: 'unbounded-preceding', offset: 0 } } as const;
  const numbered = over(node.input, { partition, order, frame }, [call], ['w0$o0']);
  const isFirst = bindCall('=', [column(output.length, type), literal(1n, type)]);
  const columns = output.map((each, i) => column(i, each.type));
  return {
    ...calc(overNode(numbered, input), isFirst, columns, output),
    uniqueKeys: rankKeys(node, input.uniqueKeys, partition),
    upsertKeys: rankKeys(node, throughHash(input.upsertKeys, partition), partition),
  };
}

function keepAttributes(
  { time, keep }: TimeOrder,
  key: readonly number[],
  input: PhysicalNode,
): [string, string][] {
  return [
    ['keep', keep === 'first' ? 'FirstRow' : 'LastRow'],
    ['key', columnNames(key, input.output)],
    ['order', time === null ? 'PROCTIME' : 'ROWTIME'],
  ];
}

/** A row's number tells it apart in its partition; of one row a partition, the partition does. */
function rankKeys(node: Rank, below: readonly Key[], partition: readonly number[]): Key[] {
  const keys = [...below];
  if (node.outputRank) keys.push(ascending([...partition, node.output.length - 1]));
  if (node.from === node.to) keys.push(ascending(partition));
  return minimal(keys);
}

function rankAttributes(node: Rank, input: PhysicalNode): [string, string][] {
  return [
    ['rankType', 'ROW_NUMBER'],
    ['rankRange', `rankStart=${node.from}, rankEnd=${node.to}`],
    ['partitionBy', columnNames(node.partition, input.output)],
    ['orderBy', orderText(node.order, input.output)],
    ['select', columnList(node.output)],
  ];
}

/**
 * @throws PLAN_UNSUPPORTED for what Flink refuses in streaming mode: a sort without LIMIT that is
 * not by time, an OFFSET without LIMIT
 */
export function sortNode(node: Sort, input: PhysicalNode): PhysicalNode {
  const { order, offset, fetch } = node;
  if (fetch === null) return temporalSort(node, input);
  const taking = takingOf(node, input);
  const operator: RankSpec = {
    kind: 'rank',
    function: 'ROW_NUMBER',
    partition: [],
    order,
    from: offset + 1,
    to: offset + fetch,
    outputRank: false,
    ...taking,
    updateBefore: true,
  };
  const limits: [string, string][] = [
    ['offset', String(offset)],
    ['fetch', String(fetch)],
  ];
  const sorted = order.length > 0;
  return {
    operator,
    title: sorted ? 'SortLimit' : 'Limit',
    attributes: sorted
      ? [['orderBy', orderText(order, input.output)], ...limits, ['strategy', strategyText(taking)]]
      : limits,
    inputs: [toOne(input)],
    output: node.output,
    kinds: sorted || taking.retracting ? ALL_CHANGES : INSERT_ONLY,
    uniqueKeys: fetch === 1 ? [[]] : input.uniqueKeys,
    upsertKeys: fetch === 1 ? [[]] : input.upsertKeys,
    distribution: { kind: 'single' },
  };
}

/** @throws PLAN_UNSUPPORTED where the order does not begin with a rising time attribute */
function temporalSort(node: Sort, input: PhysicalNode): PhysicalNode {
  const { order, output } = node;
  const [first, ...rest] = order;
  const type = output[first?.column ?? 0]?.type;
  const attribute = type && attributeOf(type);
  if (first === undefined || node.offset > 0 || first.descending || attribute === undefined) {
    throw refusedSort(node);
  }
  if (hasUpdates(input.kinds)) {
    const reason = "Sort doesn't support consuming update and delete changes";
    throw new MillraceError('PLAN_CHANGELOG', reason);
  }
  const time = attribute === 'ROWTIME' ? first.column : null;
  // By the clock alone rows are in order as they come.
  const isSorted = time === null && rest.length === 0;
  const operator: OperatorSpec = isSorted
    ? { kind: 'union' }
    : { kind: 'temporal-sort', time, order: rest };
  return {
    operator,
    title: 'TemporalSort',
    attributes: [['orderBy', orderText(order, input.output)]],
    inputs: [toOne(input)],
    output,
    kinds: INSERT_ONLY,
    uniqueKeys: input.uniqueKeys,
    upsertKeys: input.upsertKeys,
    distribution: { kind: 'single' },
  };
}

function refusedSort(node: Sort): MillraceError {
  if (node.offset > 0 || node.order.length === 0) {
    const reason = 'FETCH is missing, which on streaming table is not supported currently.';
    return new MillraceError('PLAN_UNSUPPORTED', reason, { hint: 'Add LIMIT n.' });
  }
  const reason = 'Sort on a non-time-attribute field is not supported.';
  return new MillraceError('PLAN_UNSUPPORTED', reason, {
    hint: 'A stream has no end to sort at; add LIMIT n.',
  });
}
