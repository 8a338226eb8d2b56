/**
 * Top-N: a filter that bounds ROW_NUMBER() OVER (PARTITION BY … ORDER BY …) from above becomes a
 * rank, which keeps N rows a partition instead of all.
 */
import { MillraceError } from '../../conf/errors/error.js';
import type { Column } from '../../operators/core/spec.js';
import { isComparison, MIRRORED } from '../../operators/expr/comparisons.js';
import type { Expr } from '../../operators/expr/expression.js';
import { literal } from '../../operators/expr/literal.js';
import { column, conjuncts } from '../logical/expressions.js';
import type { Filter } from '../logical/filter.js';
import type { LogicalNode } from '../logical/node.js';
import type { Over } from '../logical/over.js';
import { project } from '../logical/project.js';
import type { Rank } from '../logical/rank.js';
import { values } from '../logical/values.js';
import { holdsWindow, windowColumns } from '../logical/window-columns.js';
import { above } from './condition.js';

export function recognizeRank(node: LogicalNode): LogicalNode {
  if (node.kind !== 'filter' || node.input.kind !== 'over') return node;
  return toRank(node, node.input) ?? node;
}

function toRank(node: Filter, numbered: Over): LogicalNode | undefined {
  const [call] = numbered.calls;
  if (numbered.calls.length !== 1 || call === undefined || !NUMBERING.has(call.name)) {
    return undefined;
  }
  const number = numbered.output.length - 1;
  let from = 1;
  let to = Infinity;
  const rest: Expr[] = [];
  for (const condition of conjuncts(node.condition)) {
    const bound = boundOf(condition, number);
    if (bound === undefined) {
      rest.push(condition);
      continue;
    }
    from = Math.max(from, bound.from);
    to = Math.min(to, bound.to);
  }
  if (to < from) return values(node.output, []);
  if (to === Infinity) {
    if (rest.length === conjuncts(node.condition).length) return undefined;
    const reason =
      'Rank end is not specified. Currently rank only support TopN, ' +
      'which means the rank end must be specified.';
    throw new MillraceError('PLAN_UNSUPPORTED', reason, { hint: 'Add AND rownum <= N.' });
  }
  refuseOtherRanks(call.name, numbered);
  const { input, partition, order, output } = numbered;
  const shape = { input, partition, order, output, from, to };
  const rank: Rank = { kind: 'rank', windowEnd: null, outputRank: true, ...shape };
  return above(from === to ? withConstant(rank) : rank, rest);
}

const NUMBERING = new Set(['ROW_NUMBER', 'RANK', 'DENSE_RANK']);

/** @throws PLAN_UNSUPPORTED for RANK and DENSE_RANK, as Flink */
function refuseOtherRanks(name: string, { input, partition }: Over): void {
  if (name === 'ROW_NUMBER') return;
  const window = windowColumns(input);
  const isWindow = window !== null && holdsWindow(partition, window);
  const reason = isWindow
    ? `${name}() function is not supported on Window TopN currently, ` +
      'only ROW_NUMBER() is supported.'
    : `${name}() on streaming table is not supported currently`;
  throw new MillraceError('PLAN_UNSUPPORTED', reason, { hint: 'Use ROW_NUMBER().' });
}

/** A rank of one number alone is that number. */
function withConstant(rank: Rank): LogicalNode {
  const output = rank.output.slice(0, -1);
  const number = rank.output.at(-1) as Column;
  const columns: Expr[] = output.map((each, i) => column(i, each.type));
  const names = rank.output.map((each) => each.name);
  const constant = literal(BigInt(rank.from), number.type);
  return project({ ...rank, outputRank: false, output }, [...columns, constant], names);
}

/** The numbers that a comparison with a literal leaves, or undefined for another condition. */
function boundOf(condition: Expr, number: number): { from: number; to: number } | undefined {
  if (condition.kind !== 'call' || condition.args.length !== 2) return undefined;
  const [a, b] = condition.args as [Expr, Expr];
  const swapped = b.kind === 'column';
  const [subject, limit] = swapped ? [b, a] : [a, b];
  if (subject.kind !== 'column' || subject.index !== number) return undefined;
  if (limit.kind !== 'literal') return undefined;
  const value = typeof limit.value === 'bigint' ? Number(limit.value) : limit.value;
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return undefined;
  if (limit.type.root === 'DECIMAL') return undefined;
  if (!isComparison(condition.name)) return undefined;
  switch (swapped ? MIRRORED[condition.name] : condition.name) {
    case '=':
      return { from: value, to: value };
    case '<':
      return { from: 1, to: value - 1 };
    case '<=':
      return { from: 1, to: value };
    case '>':
      return { from: value + 1, to: Infinity };
    case '>=':
      return { from: value, to: Infinity };
  }
}
