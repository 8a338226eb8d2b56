/** AND, OR, NOT and the truth tests, in three-valued logic. */
import { BOOLEAN, withNullable } from '../../../state/column/logical-type.js';
import { call, type ScalarFunction, strictBoolean } from '../function.js';
import { FLAG, fit } from '../param.js';

function connective(name: 'AND' | 'OR'): ScalarFunction {
  return {
    names: [name],
    signatures: [`boolean1 ${name} boolean2`],
    bind(args, site) {
      const flags = fit(args, [FLAG], 2, true);
      return flags && call(site, flags, strictBoolean(flags));
    },
  };
}

function truthTest(name: string): ScalarFunction {
  return {
    names: [name],
    signatures: [`boolean ${name}`],
    bind(args, site) {
      const flags = fit(args, [FLAG]);
      return flags && call(site, flags, withNullable(BOOLEAN, false));
    },
  };
}

const not: ScalarFunction = {
  names: ['NOT'],
  signatures: ['NOT boolean'],
  bind(args, site) {
    const flags = fit(args, [FLAG]);
    return flags && call(site, flags, strictBoolean(flags));
  },
};

export const logicalFunctions: readonly ScalarFunction[] = [
  connective('AND'),
  connective('OR'),
  not,
  truthTest('IS TRUE'),
  truthTest('IS NOT TRUE'),
  truthTest('IS FALSE'),
  truthTest('IS NOT FALSE'),
  truthTest('IS UNKNOWN'),
  truthTest('IS NOT UNKNOWN'),
];
