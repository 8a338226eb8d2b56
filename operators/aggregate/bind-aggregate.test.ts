import assert from 'node:assert/strict';
import test from 'node:test';
import {
  BIGINT,
  BYTES,
  DOUBLE,
  decimal,
  FLOAT,
  INT,
  type LogicalType,
  STRING,
  withNullable,
} from '../../state/column/logical-type.js';
import type { Expr } from '../expr/expression.js';
import { numberLiteral, stringLiteral } from '../expr/literal.js';
import { bindAggregate, isAggregate } from './bind-aggregate.js';
import { bindMoment } from './moments.js';

function columnOf(type: LogicalType): Expr {
  return { kind: 'column', index: 0, type };
}

function typeOf(name: string, type: LogicalType): LogicalType {
  return bindAggregate(name, [columnOf(type)], { distinct: false }).type;
}

test('types follow Flink', () => {
  assert.deepEqual(typeOf('sum', INT), INT);
  assert.deepEqual(typeOf('SUM', decimal(10, 2)), decimal(38, 2));
  assert.deepEqual(typeOf('AVG', BIGINT), BIGINT);
  assert.deepEqual(typeOf('AVG', FLOAT), FLOAT);
  assert.deepEqual(typeOf('AVG', decimal(10, 2)), decimal(38, 6));
  assert.deepEqual(typeOf('AVG', decimal(20, 8)), decimal(38, 8));
  assert.deepEqual(typeOf('MAX', STRING), STRING);
  assert.deepEqual(typeOf('COUNT', DOUBLE), withNullable(BIGINT, false));
  assert.deepEqual(typeOf('MIN', withNullable(INT, false)), withNullable(INT, false));
  const all = bindAggregate('count', [], { distinct: false });
  assert.deepEqual(all, { name: 'COUNT', args: [], type: withNullable(BIGINT, false) });
});

test('whether a result can be null is a matter of the function', () => {
  const int = withNullable(INT, false);
  const bound = (name: string, arg: Expr, mayBeEmpty: boolean) =>
    bindAggregate(name, [arg], { distinct: false, mayBeEmpty }).type.nullable;
  const rows: [string, boolean[]][] = ['COUNT', 'COLLECT', 'ARRAY_AGG', 'LAST_VALUE'].map(
    (name) => [
      name,
      [
        bound(name, columnOf(int), false),
        bound(name, columnOf(int), true),
        bound(name, columnOf(INT), false),
      ],
    ],
  );
  assert.deepEqual(rows, [
    ['COUNT', [false, false, false]],
    ['COLLECT', [false, false, false]],
    ['ARRAY_AGG', [false, false, true]],
    ['LAST_VALUE', [false, true, true]],
  ]);
});

test('constants are options, not arguments', () => {
  const args = [columnOf(STRING), stringLiteral('; ')];
  const list = bindAggregate('LISTAGG', args, { distinct: false });
  assert.deepEqual([list.args.length, list.option], [1, '; ']);
  const half = numberLiteral('0.5');
  const median = bindAggregate('PERCENTILE', [columnOf(INT), half, columnOf(BIGINT)], {
    distinct: false,
  });
  assert.deepEqual(median.option, { percentages: '0.5', many: false });
  assert.deepEqual(
    median.args.map(({ type }) => type),
    [DOUBLE, BIGINT],
  );
});

test('STDDEV and VARIANCE are expressions over two aggregates, of the type of AVG', () => {
  const moment = bindMoment('stddev', [columnOf(decimal(10, 2))], { distinct: false });
  assert.deepEqual([moment.squares.name, moment.count.name], ['$WELFORD_M2$1', 'COUNT']);
  const value = moment.value(columnOf(moment.squares.type), columnOf(moment.count.type));
  assert.deepEqual(value.type, decimal(38, 6));
  assert.throws(() => bindMoment('VAR_POP', [columnOf(STRING)], { distinct: false }), {
    code: 'BIND_TYPE',
  });
});

test('names are found in any case', () => {
  assert.deepEqual(['count', 'Avg', 'UPPER'].map(isAggregate), [true, true, false]);
});

test('calls that do not fit are refused with a code', () => {
  const site = { distinct: true };
  const refused = (code: string, bind: () => unknown) =>
    assert.throws(bind, (error: { code: string }) => error.code === code);
  refused('BIND_TYPE', () => typeOf('SUM', STRING));
  refused('BIND_TYPE', () => typeOf('MIN', { root: 'ARRAY', element: INT, nullable: true }));
  refused('BIND_TYPE', () => bindAggregate('COUNT', [], { distinct: true }));
  refused('BIND_TYPE', () => bindAggregate('SUM', [], { distinct: false }));
  refused('BIND_TYPE', () => bindAggregate('COUNT', [columnOf(INT), columnOf(INT)], site));
  refused('BIND_TYPE', () => typeOf('MAX', BYTES));
  refused('PLAN_UNSUPPORTED', () => typeOf('APPROX_COUNT_DISTINCT', INT));
  refused('BIND_UNKNOWN_FUNCTION', () => typeOf('SUMM', INT));
});
