/**
 * The current time, one reading a batch, as Flink evaluates it in streaming mode.
 */
import {
  DATE,
  type LogicalType,
  timestamp,
  timestampLtz,
  withNullable,
} from '../../../state/column/logical-type.js';
import type { Generator } from '../code/generator.js';
import type { ScalarFunction } from '../function.js';
import { dayOf, timeOf } from '../runtime/calendar.js';
import { Zone } from '../runtime/zone.js';
import { customFunction } from './define.js';

const TIME: LogicalType = { root: 'TIME_WITHOUT_TIME_ZONE', precision: 0, nullable: false };

function current(
  names: readonly string[],
  returns: LogicalType,
  code: (gen: Generator) => string,
): ScalarFunction {
  return customFunction({
    names,
    signatures: names.map((name) => `${name}()`),
    params: [],
    returns: withNullable(returns, false),
    volatility: 'row',
    emit(gen, expr) {
      const value = gen.hoist(code(gen));
      const isTime = 'precision' in expr.type && expr.type.root !== 'TIME_WITHOUT_TIME_ZONE';
      const parts = isTime ? [value, '0'] : [value];
      return { type: expr.type, repr: isTime ? 'time' : 'num', parts, nul: 'false' };
    },
  });
}

function local(gen: Generator): string {
  return `${gen.use(Zone.of(gen.zone()))}.toLocal(${gen.now()})`;
}

function second(gen: Generator): string {
  return `Math.floor(${gen.use(timeOf)}(${local(gen)}) / 1000) * 1000`;
}

const proctime: LogicalType = { ...timestampLtz(3), attribute: 'PROCTIME' };

export const currentTimeFunctions: readonly ScalarFunction[] = [
  current(['CURRENT_TIMESTAMP', 'NOW', 'CURRENT_ROW_TIMESTAMP'], timestampLtz(3), (gen) =>
    gen.now(),
  ),
  current(['LOCALTIMESTAMP'], timestamp(3), local),
  current(['CURRENT_DATE'], DATE, (gen) => `${gen.use(dayOf)}(${local(gen)})`),
  current(['CURRENT_TIME', 'LOCALTIME'], TIME, second),
  current(['PROCTIME'], proctime, (gen) => gen.now()),
];
