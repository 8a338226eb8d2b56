/** Functions of numbers that give DOUBLE. */
import { DOUBLE, INT, STRING } from '../../../state/column/logical-type.js';
import { nullOf } from '../code/template.js';
import type { Expr } from '../expression.js';
import type { ScalarFunction } from '../function.js';
import { INTEGER, REAL } from '../param.js';
import { JavaRandom } from '../runtime/java-random.js';
import { customFunction, inlineFunction, plainFunction } from './define.js';

function ofOne(names: string[], code: (x: string) => string): ScalarFunction {
  return inlineFunction({
    names,
    signatures: names.map((name) => `${name}(numeric)`),
    params: [REAL],
    returns: DOUBLE,
    takes: ['num'],
    code,
  });
}

function ofTwo(name: string, code: (x: string, y: string) => string): ScalarFunction {
  return inlineFunction({
    names: [name],
    signatures: [`${name}(numeric1, numeric2)`],
    params: [REAL, REAL],
    returns: DOUBLE,
    takes: ['num'],
    code,
  });
}

function constant(name: string, value: number): ScalarFunction {
  return inlineFunction({
    names: [name],
    signatures: [`${name}()`],
    params: [],
    returns: DOUBLE,
    takes: [],
    code: () => String(value),
  });
}

const log = inlineFunction({
  names: ['LOG'],
  signatures: ['LOG(numeric)', 'LOG(base, numeric)'],
  params: [REAL, REAL],
  minimum: 1,
  returns: DOUBLE,
  takes: ['num'],
  code: (x, y) => (y === undefined ? `Math.log(${x})` : `Math.log(${y}) / Math.log(${x})`),
});

/** Seeded by the call where it has a seed; else each run of the program differs. */
function generatorOf(seed: bigint | undefined): JavaRandom {
  return new JavaRandom(seed ?? BigInt(Math.floor(Math.random() * 2 ** 48)));
}

const rand = customFunction({
  names: ['RAND'],
  signatures: ['RAND()', 'RAND(INT)'],
  params: [INTEGER],
  minimum: 0,
  returns: DOUBLE,
  volatility: 'row',
  emit(gen, expr) {
    const [seed] = expr.args;
    const value = seed?.kind === 'literal' && seed.value !== null ? seed.value : undefined;
    const random = generatorOf(value === undefined ? undefined : BigInt(value as number));
    const parts = [gen.hold(`${gen.use(random)}.nextDouble()`)];
    const nul = seed === undefined ? 'false' : gen.emit(seed).nul;
    return nul === 'true' ? gen.nothing(expr.type) : { type: expr.type, repr: 'num', parts, nul };
  },
});

const randInteger = customFunction({
  names: ['RAND_INTEGER'],
  signatures: ['RAND_INTEGER(bound INT)', 'RAND_INTEGER(seed INT, bound INT)'],
  params: [INTEGER, INTEGER],
  minimum: 1,
  returns: INT,
  volatility: 'row',
  emit(gen, expr) {
    const [first, second] = expr.args;
    const seed = second === undefined || first?.kind !== 'literal' ? undefined : first.value;
    const random = gen.use(generatorOf(seed === undefined ? undefined : BigInt(Number(seed))));
    const bound = gen.emit((second ?? first) as Expr);
    const nul = nullOf(gen, [gen.emit(first as Expr), bound]);
    if (nul === 'true') return gen.nothing(expr.type);
    const code = `${bound.parts[0]} > 0 ? ${random}.nextInt(${bound.parts[0]}) : 0`;
    return { type: expr.type, repr: 'num', parts: [gen.hold(code)], nul };
  },
});

const uuid = plainFunction({
  names: ['UUID'],
  signatures: ['UUID()'],
  params: [],
  returns: { ...STRING, root: 'CHAR', length: 36, nullable: false },
  volatility: 'row',
  takes: [],
  gives: 'str',
  run: () => globalThis.crypto.randomUUID(),
});

const DEGREES = 57.29577951308232;
const RADIANS = 0.017453292519943295;

export const mathFunctions: readonly ScalarFunction[] = [
  // The power of 0.5, as Java has it: of −∞ that is ∞, of −0 it is 0.
  ofOne(['SQRT'], (x) => `${x} === -Infinity ? Infinity : Math.sqrt(${x}) + 0`),
  ofOne(['EXP'], (x) => `Math.exp(${x})`),
  ofOne(['LN'], (x) => `Math.log(${x})`),
  ofOne(['LOG10'], (x) => `Math.log10(${x})`),
  ofOne(['LOG2'], (x) => `Math.log(${x}) / Math.log(2)`),
  log,
  ofOne(['SIN'], (x) => `Math.sin(${x})`),
  ofOne(['SINH'], (x) => `Math.sinh(${x})`),
  ofOne(['COS'], (x) => `Math.cos(${x})`),
  // Java's exponential of 1, as cosh takes it, is one unit in the last place greater.
  ofOne(['COSH'], (x) => `Math.abs(${x}) === 1 ? 1.543080634815244 : Math.cosh(${x})`),
  ofOne(['TAN'], (x) => `Math.tan(${x})`),
  ofOne(['TANH'], (x) => `Math.tanh(${x})`),
  ofOne(['COT'], (x) => `1 / Math.tan(${x})`),
  ofOne(['ASIN'], (x) => `Math.asin(${x})`),
  ofOne(['ACOS'], (x) => `Math.acos(${x})`),
  ofOne(['ATAN'], (x) => `Math.atan(${x})`),
  ofTwo('ATAN2', (y, x) => `Math.atan2(${y}, ${x})`),
  ofTwo('POWER', (x, y) => `Math.pow(${x}, ${y})`),
  ofOne(['DEGREES'], (x) => `${x} * ${DEGREES}`),
  ofOne(['RADIANS'], (x) => `${x} * ${RADIANS}`),
  constant('PI', Math.PI),
  constant('E', Math.E),
  rand,
  randInteger,
  uuid,
];
