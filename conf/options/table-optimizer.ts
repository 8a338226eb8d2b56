/** `table.optimizer.*`: which plan a query gets. */
import { option } from '../option.js';

export const AGGREGATE_PHASES = option.enumeration({
  key: 'table.optimizer.agg-phase-strategy',
  values: ['AUTO', 'ONE_PHASE', 'TWO_PHASE'],
  default: 'AUTO',
  doc:
    'With mini-batch, whether each task aggregates its rows before they go to the task of their ' +
    'key. AUTO does with a parallelism above 1. DISTINCT and aggregates that cannot be merged ' +
    'have one phase; of rows that may be taken back COUNT, SUM and AVG alone have two.',
});

export const NON_DETERMINISTIC_UPDATE = option.enumeration({
  key: 'table.optimizer.non-deterministic-update.strategy',
  values: ['IGNORE', 'TRY_RESOLVE'],
  default: 'IGNORE',
  doc:
    'Whether a query is refused in which a row that is taken back may not be found again, since ' +
    'values of it would be others now: those of UUID, CURRENT_TIMESTAMP, …',
});

export const SPLIT_DISTINCT = option.boolean({
  key: 'table.optimizer.distinct-agg.split.enabled',
  default: false,
  doc:
    'With mini-batch, whether the values of a DISTINCT aggregate are dealt into buckets by their ' +
    'hash, so that those of one large key are spread over tasks. Takes aggregates whose DISTINCT ' +
    'is of one column, beside COUNT, SUM, MIN and MAX.',
});

export const SPLIT_BUCKETS = option.int({
  key: 'table.optimizer.distinct-agg.split.bucket-num',
  default: 1024,
  min: 1,
  doc: 'Into how many buckets the values of a key are dealt.',
});

export const INCREMENTAL_AGGREGATE = option.boolean({
  key: 'table.optimizer.incremental-agg-enabled',
  default: true,
  inert: true,
  doc:
    'Where rows are aggregated before they are sent, the second level of a split DISTINCT ' +
    'aggregate begins in the task of the first, always.',
});
