import assert from 'node:assert/strict';
import test from 'node:test';
import {
  BIGINT,
  DOUBLE,
  decimal,
  FLOAT,
  INT,
  type LogicalType,
  STRING,
  withNullable,
} from '../../state/column/logical-type.js';
import type { Expr } from '../expr/expression.js';
import { bindAggregate, isAggregate } from './bind-aggregate.js';

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

test('names are found in any case', () => {
  assert.deepEqual(['count', 'Avg', 'UPPER'].map(isAggregate), [true, true, false]);
});

test('calls that do not fit are refused with a code', () => {
  const refused = (code: string, bind: () => unknown) =>
    assert.throws(bind, (error: { code: string }) => error.code === code);
  refused('BIND_TYPE', () => typeOf('SUM', STRING));
  refused('BIND_TYPE', () => typeOf('MIN', { root: 'ARRAY', element: INT, nullable: true }));
  refused('BIND_TYPE', () => bindAggregate('COUNT', [], { distinct: true }));
  refused('BIND_TYPE', () => bindAggregate('SUM', [], { distinct: false }));
  refused('BIND_UNKNOWN_FUNCTION', () => typeOf('SUMM', INT));
});
