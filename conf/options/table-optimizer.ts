/** `table.optimizer.*`: which plan a query gets. */
import { option } from '../option.js';

export const AGGREGATE_PHASES = option.enumeration({
  key: 'table.optimizer.agg-phase-strategy',
  values: ['AUTO', 'ONE_PHASE', 'TWO_PHASE'],
  default: 'AUTO',
  doc:
    'With mini-batch, whether each task aggregates its rows before they go to the task of their ' +
    'key. AUTO does with a parallelism above 1. Rows that may be taken back, DISTINCT and ' +
    'aggregates that cannot be merged have one phase.',
});
