/** Aggregates of BITMAP: a set of the values, and sets combined, each as a set or as its size. */
import { BIGINT, INT, type LogicalType } from '../../../state/column/logical-type.js';
import { BitmapCounts, type Combination } from '../kept/bitmap-counts.js';
import { KeptAccumulator } from '../kept/kept-accumulator.js';
import type { AggregateFunction } from './function.js';

const BITMAP: LogicalType = { root: 'BITMAP', nullable: true };
const integers = new Set<LogicalType['root']>(['TINYINT', 'SMALLINT', 'INTEGER']);

function bitmapAggregate(combination: Combination, isCardinality: boolean): AggregateFunction {
  const isBuilt = combination === 'BUILD';
  const name = `BITMAP_${combination}${isCardinality ? '_CARDINALITY' : ''}_AGG`;
  return {
    name,
    signature: `${name}(<${isBuilt ? 'INT' : 'BITMAP'}>)`,
    nulls: 'always',
    bind: (argTypes) => {
      const [type] = argTypes;
      if (type === undefined || argTypes.length > 1) return null;
      if (isBuilt ? !integers.has(type.root) : type.root !== 'BITMAP') return null;
      return { type: isCardinality ? BIGINT : BITMAP, argTypes: [isBuilt ? INT : BITMAP] };
    },
    accumulator: () => new KeptAccumulator(new BitmapCounts(combination, isCardinality)),
  };
}

export const bitmapAggregates: readonly AggregateFunction[] = (
  ['BUILD', 'AND', 'OR', 'XOR'] as const
).flatMap((combination) => [
  bitmapAggregate(combination, false),
  bitmapAggregate(combination, true),
]);
