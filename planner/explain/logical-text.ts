/**
 * The logical plan as the query says it, before any rule: the `Abstract Syntax Tree` of EXPLAIN.
 */

import type { Column } from '../../operators/core/spec.js';
import { describeExpr } from '../../operators/expr/describe.js';
import type { SortKey } from '../../operators/rank/rank-spec.js';
import type { Expand } from '../logical/expand.js';
import { inputsOf } from '../logical/graph.js';
import type { Match } from '../logical/match.js';
import type { LogicalNode } from '../logical/node.js';
import type { Over } from '../logical/over.js';
import type { Sort } from '../logical/sort.js';
import type { Values } from '../logical/values.js';
import { invocationText } from '../physical/changelog-functions.js';
import { afterText, defineText, patternText } from '../physical/match-text.js';
import { windowText } from '../physical/window-text.js';
import { aggregatePrefixText, prefixText } from './prefix-text.js';
import type { TreeNode } from './tree-text.js';

export function logicalTree(node: LogicalNode): TreeNode {
  return { text: nodeText(node), inputs: inputsOf(node).map(logicalTree) };
}

function nodeText(node: LogicalNode): string {
  switch (node.kind) {
    case 'scan':
      return `LogicalTableScan(table=[[${node.table.path.join(', ')}]])`;
    case 'values':
      return `LogicalValues(tuples=[[${tuplesText(node)}]])`;
    case 'project': {
      const parts = node.expressions.map((e, i) => `${nameOf(node, i)}=[${prefixText(e)}]`);
      return `LogicalProject(${parts.join(', ')})`;
    }
    case 'filter':
      return `LogicalFilter(condition=[${prefixText(node.condition)}])`;
    case 'correlate': {
      const columns = node.arguments.join(', ');
      const type = node.outer ? 'left' : 'inner';
      const read = `requiredColumns=[{${columns}}]`;
      return `LogicalCorrelate(correlation=[$cor0], joinType=[${type}], ${read})`;
    }
    case 'normalize':
      return `LogicalChangelogNormalize(key=[{${node.key.join(', ')}}])`;
    case 'from-changelog':
    case 'to-changelog':
      return `LogicalTableFunctionScan(invocation=[${invocationText(node)}])`;
    case 'watermark': {
      const rowtime = nameOf(node, node.rowtime);
      const value = prefixText(node.expression);
      return `LogicalWatermarkAssigner(rowtime=[${rowtime}], watermark=[${value}])`;
    }
    case 'window-table': {
      const time = `time_col=[$${node.time}]`;
      const keys = node.partition.map((key) => `$${key}`).join(', ');
      return `LogicalTableFunctionScan(invocation=[${windowText(node.window, time, keys)}])`;
    }
    case 'aggregate': {
      const calls = node.calls.map(
        (call, i) => `${nameOf(node, node.keys.length + i)}=[${aggregatePrefixText(call)}]`,
      );
      return `LogicalAggregate(${[`group=[{${node.keys.join(', ')}}]`, ...calls].join(', ')})`;
    }
    case 'expand': {
      const sets = node.sets.map(setText);
      return `LogicalExpand(sets=[${sets.join(', ')}])`;
    }
    case 'over':
      return overText(node);
    case 'match':
      return `LogicalMatch(${matchText(node)})`;
    case 'sort':
      return sortText(node);
    case 'join': {
      const condition = node.condition === null ? 'true' : prefixText(node.condition);
      return `LogicalJoin(condition=[${condition}], joinType=[${node.type}])`;
    }
    case 'union':
      return 'LogicalUnion(all=[true])';
    case 'sink': {
      const fields = node.output.map((column) => column.name).join(', ');
      return `LogicalSink(table=[${node.table.path.join('.')}], fields=[${fields}])`;
    }
    case 'rank':
    case 'window-aggregate':
      // Made by rules alone; a tree that has them is printed for tests.
      return `Logical${node.kind === 'rank' ? 'Rank' : 'WindowAggregate'}`;
  }
}

function nameOf(node: LogicalNode, column: number): string {
  return (node.output[column] as Column).name;
}

function tuplesText(node: Values): string {
  const rows = node.rows.map((row) => {
    const items = row.map((value, i) => {
      const { type } = node.output[i] as Column;
      return describeExpr({ kind: 'literal', value, type }, []);
    });
    return `{ ${items.join(', ')} }`;
  });
  return rows.join(', ');
}

function setText({ nulls, id }: Expand['sets'][number]): string {
  return `{${[...nulls.map((column) => `null AS $${column}`), `${id} AS $e`].join(', ')}}`;
}

function overText(node: Over): string {
  const partition = node.partition.map((column) => `$${column}`).join(', ');
  const parts = [
    ...(node.partition.length === 0 ? [] : [`partition {${partition}}`]),
    ...(node.order.length === 0 ? [] : [`order by [${node.order.map(keyText).join(', ')}]`]),
    `aggs [${node.calls.map(aggregatePrefixText).join(', ')}]`,
  ];
  return `LogicalWindow(window#0=[window(${parts.join(' ')})])`;
}

function matchText(node: Match): string {
  const parts = [
    `partition=[[${node.partition.join(', ')}]]`,
    `order=[[${node.order.map(keyText).join(', ')}]]`,
    `outputFields=[[${node.output.map(({ name }) => name).join(', ')}]]`,
    `after=[${afterText(node)}]`,
    `pattern=[${patternText(node.variables)}]`,
    ...(node.withinMs === null ? [] : [`interval=[${node.withinMs}]`]),
    `patternDefinitions=[[${defineText(node)}]]`,
  ];
  return parts.join(', ');
}

function keyText(key: SortKey): string {
  const nulls = key.nullsFirst ? ' NULLS FIRST' : ' NULLS LAST';
  return `$${key.column}${key.descending ? ' DESC' : ''}${nulls}`;
}

function sortText(node: Sort): string {
  const parts = [
    ...node.order.map((key, i) => `sort${i}=[$${key.column}]`),
    ...node.order.map((key, i) => {
      const direction = key.descending ? 'DESC' : 'ASC';
      return `dir${i}=[${direction}${key.nullsFirst ? '-nulls-first' : '-nulls-last'}]`;
    }),
    ...(node.offset === 0 ? [] : [`offset=[${node.offset}]`]),
    ...(node.fetch === null ? [] : [`fetch=[${node.fetch}]`]),
  ];
  return `LogicalSort(${parts.join(', ')})`;
}
