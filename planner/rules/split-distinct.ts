/**
 * DISTINCT aggregation over two levels, as Flink's SplitAggregateRule has it: the values of a
 * column are dealt into buckets by their hash, each bucket of a key is aggregated by itself, and
 * the results of a key's buckets are added up. So the values of one large key are spread over
 * tasks. Flink's bucket is the same: MOD(HASH_CODE(value), buckets).
 *
 * Possible where all DISTINCT aggregates are of one column, and the results of all aggregates can
 * be added up.
 */
import { bindCall } from '../../operators/expr/bind.js';
import type { AggregateCall } from '../../operators/expr/expression.js';
import { isHashable } from '../../operators/expr/functions/hash-code.js';
import { intLiteral } from '../../operators/expr/literal.js';
import type { LogicalType } from '../../state/column/logical-type.js';
import { type Aggregate, aggregate } from '../logical/aggregate.js';
import { column } from '../logical/expressions.js';
import type { LogicalNode } from '../logical/node.js';
import { project } from '../logical/project.js';

/** What adds up the results of an aggregate. */
const ADDING: Readonly<Record<string, string>> = {
  COUNT: '$SUM0',
  $SUM0: '$SUM0',
  SUM: 'SUM',
  MIN: 'MIN',
  MAX: 'MAX',
};

export function splitDistinct(node: LogicalNode, buckets: number): LogicalNode {
  if (node.kind !== 'aggregate') return node;
  const value = onlyDistinctColumn(node);
  if (value === null) return node;
  const { input, keys, calls, output } = node;
  const all = input.output.map(({ type }, index) => column(index, type));
  const hash = bindCall('HASH_CODE', [all[value] as (typeof all)[number]]);
  const bucket = bindCall('MOD', [hash, intLiteral(buckets)]);
  const names = input.output.map(({ name }) => name);
  const dealt = project(input, [...all, bucket], [...names, '$bucket']);
  const results = calls.map((_, i) => `$result${i}`);
  const inBuckets = aggregate(dealt, [...keys, all.length], calls, results);
  const adding = calls.map((call, i): AggregateCall => {
    const { type } = call;
    const place = keys.length + 1 + i;
    const argTypes: LogicalType[] = [type];
    const name = ADDING[call.name] as string;
    return { name, args: [place], argTypes, distinct: false, filter: null, type };
  });
  const own = keys.map((_, key) => key);
  const ttl = node.ttl === undefined ? {} : { ttl: node.ttl };
  const added = aggregate({ ...inBuckets, ...ttl }, own, adding, []);
  return { ...added, ...ttl, output };
}

/** The column that all DISTINCT aggregates are of; null where the node cannot be split. */
function onlyDistinctColumn({ input, calls }: Aggregate): number | null {
  if (!calls.every(({ name }) => name in ADDING)) return null;
  const distinct = calls.filter((call) => call.distinct);
  const [value, ...others] = new Set(distinct.flatMap(({ args }) => args));
  if (value === undefined || others.length > 0) return null;
  const type = input.output[value]?.type;
  return type !== undefined && isHashable(type) ? value : null;
}
