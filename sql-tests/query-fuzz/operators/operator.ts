/** One kind of operator that random queries have. */
import type { Generator } from '../generator.js';
import type { Relation } from '../relation.js';

export interface Operator {
  readonly name: string;
  /** How often it is chosen, relative to others. */
  readonly weight: number;
  takes(input: Relation, generator: Generator): boolean;
  apply(input: Relation, generator: Generator): Relation;
}
