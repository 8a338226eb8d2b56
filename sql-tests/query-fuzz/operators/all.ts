/** All operators of random queries. */
import { distinct, groupAggregate, groupingSets } from './aggregate.js';
import { calc, unnest } from './calc.js';
import {
  intervalJoin,
  regularJoin,
  scalarQuery,
  semiJoin,
  temporalJoin,
  windowJoin,
} from './join.js';
import { match } from './match.js';
import type { Operator } from './operator.js';
import { over } from './over.js';
import { deduplicate, limit, top } from './rank.js';
import { setOperation } from './sets.js';
import {
  groupWindow,
  session,
  windowAggregate,
  windowGroupingSets,
  windowTable,
  windowTop,
} from './window.js';

/** The plainest first. */
export const OPERATORS: readonly Operator[] = [
  calc,
  groupAggregate,
  top,
  distinct,
  unnest,
  limit,
  groupingSets,
  windowAggregate,
  windowTable,
  windowTop,
  windowGroupingSets,
  session,
  groupWindow,
  windowJoin,
  over,
  deduplicate,
  match,
  regularJoin,
  semiJoin,
  scalarQuery,
  setOperation,
  intervalJoin,
  temporalJoin,
];
