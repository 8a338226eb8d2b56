/** Functions on BITMAP. */
import {
  BIGINT,
  BYTES,
  INT,
  type LogicalType,
  STRING,
} from '../../../state/column/logical-type.js';
import { castTo } from '../cast.js';
import { runFunction } from '../code/template.js';
import type { Expr } from '../expression.js';
import type { ScalarFunction } from '../function.js';
import { BINARY, type Param } from '../param.js';
import * as run from '../runtime/bitmap.js';
import { customFunction, plainFunction } from './define.js';

const BITMAP: LogicalType = { root: 'BITMAP', nullable: true };
const INTS: LogicalType = { root: 'ARRAY', element: INT, nullable: true };

const bitmap: Param = (arg) => {
  if (arg.type.root === 'NULL') return castTo(arg, BITMAP);
  return arg.type.root === 'BITMAP' ? arg : undefined;
};

const SMALL = new Set(['TINYINT', 'SMALLINT', 'INTEGER']);

const integers: Param = (arg) => {
  if (arg.type.root === 'NULL') return castTo(arg, INTS);
  return arg.type.root === 'ARRAY' && SMALL.has(arg.type.element.root) ? arg : undefined;
};

/** Of arrays of smaller integers Flink takes a NULL for 0. */
function buildOfSmall(items: readonly (number | null)[]): Uint8Array {
  return run.buildBitmap(items.map((item) => item ?? 0));
}

function holdsInts({ type }: Expr): boolean {
  return type.root === 'ARRAY' && type.element.root === 'INTEGER';
}

function ofTwo(operation: run.BitmapOperation): ScalarFunction {
  return customFunction({
    names: [`BITMAP_${operation}`],
    signatures: [`BITMAP_${operation}(bitmap1, bitmap2)`],
    params: [bitmap, bitmap],
    returns: BITMAP,
    emit: (gen, expr) =>
      runFunction(gen, expr, combination(operation), { takes: ['box'], gives: 'box' }),
  });
}

function combination(operation: run.BitmapOperation) {
  return (a: Uint8Array, b: Uint8Array): Uint8Array => run.combine(operation, a, b);
}

export const bitmapFunctions: readonly ScalarFunction[] = [
  customFunction({
    names: ['BITMAP_BUILD'],
    signatures: ['BITMAP_BUILD(array of INT, SMALLINT or TINYINT)'],
    params: [integers],
    returns: BITMAP,
    emit(gen, expr) {
      const build = expr.args.every(holdsInts) ? run.buildBitmap : buildOfSmall;
      return runFunction(gen, expr, build, { takes: ['box'], gives: 'box' });
    },
  }),
  plainFunction({
    names: ['BITMAP_FROM_BYTES'],
    signatures: ['BITMAP_FROM_BYTES(bytes)'],
    params: [BINARY],
    returns: BITMAP,
    takes: ['box'],
    gives: 'box',
    fails: true,
    run: run.bitmapFromBytes,
  }),
  plainFunction({
    names: ['BITMAP_TO_BYTES'],
    signatures: ['BITMAP_TO_BYTES(bitmap)'],
    params: [bitmap],
    returns: BYTES,
    takes: ['box'],
    gives: 'box',
    run: (bytes: Uint8Array) => bytes,
  }),
  plainFunction({
    names: ['BITMAP_TO_ARRAY'],
    signatures: ['BITMAP_TO_ARRAY(bitmap)'],
    params: [bitmap],
    returns: INTS,
    takes: ['box'],
    run: run.bitmapArray,
  }),
  plainFunction({
    names: ['BITMAP_TO_STRING'],
    signatures: ['BITMAP_TO_STRING(bitmap)'],
    params: [bitmap],
    returns: STRING,
    takes: ['box'],
    gives: 'str',
    run: run.bitmapText,
  }),
  plainFunction({
    names: ['BITMAP_CARDINALITY'],
    signatures: ['BITMAP_CARDINALITY(bitmap)'],
    params: [bitmap],
    returns: BIGINT,
    takes: ['box'],
    gives: 'big',
    run: run.cardinality,
  }),
  ofTwo('AND'),
  ofTwo('OR'),
  ofTwo('XOR'),
  ofTwo('ANDNOT'),
];
