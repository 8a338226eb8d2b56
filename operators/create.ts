/** Makes the operator of a spec. Sources and sinks are made by their connectors. */
import { MillraceError } from '../conf/errors/error.js';
import { createUnion } from './calc/union.js';
import type { Operator } from './core/operator.js';
import type { OperatorSpec } from './core/operator-spec.js';

export function createOperator(spec: OperatorSpec): Operator {
  switch (spec.kind) {
    case 'union':
      return createUnion();
    default:
      throw new MillraceError('BUG_INVARIANT', `No operator stands for '${spec.kind}'`);
  }
}
