import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BIGINT,
  BOOLEAN,
  DATE,
  DOUBLE,
  decimal,
  FLOAT,
  INT,
  type LogicalType,
  SMALLINT,
  STRING,
  TINYINT,
  timestamp,
  timestampLtz,
} from '../../state/column/logical-type.js';
import { typeText } from '../../state/column/type-text.js';
import { bindCall, functionNames, isDeterministic } from './bind.js';
import { bindCast } from './cast.js';
import { describeExpr } from './describe.js';
import type { Expr } from './expression.js';
import { foldConstants } from './fold.js';
import { intLiteral, nullLiteral, numberLiteral, stringLiteral } from './literal.js';
import { commonType } from './types/common-type.js';
import { inputColumns, mapColumns } from './walk.js';

const column = (type: LogicalType, index = 0): Expr => ({ kind: 'column', index, type });
const HOUR: LogicalType = {
  root: 'INTERVAL_DAY_TIME',
  resolution: 'HOUR',
  precision: 2,
  fractionalPrecision: 3,
  nullable: false,
};
const DAY: LogicalType = { ...HOUR, resolution: 'DAY' };

function typeOf(name: string, left: LogicalType, right: LogicalType): string {
  return typeText(bindCall(name, [column(left), column(right, 1)]).type);
}

test('result types of arithmetic', () => {
  const cases: [string, LogicalType, LogicalType, string][] = [
    ['+', TINYINT, SMALLINT, 'SMALLINT'],
    ['+', INT, BIGINT, 'BIGINT'],
    ['/', INT, INT, 'INT'],
    ['%', BIGINT, INT, 'INT'],
    ['+', INT, FLOAT, 'FLOAT'],
    ['+', decimal(10, 2), FLOAT, 'DOUBLE'],
    ['*', FLOAT, DOUBLE, 'FLOAT'],
    ['*', DOUBLE, FLOAT, 'DOUBLE'],
    ['+', decimal(10, 2), decimal(5, 4), 'DECIMAL(13, 4)'],
    ['+', decimal(10, 2), INT, 'DECIMAL(13, 2)'],
    ['*', decimal(10, 2), decimal(10, 3), 'DECIMAL(21, 5)'],
    ['*', decimal(38, 10), decimal(38, 10), 'DECIMAL(38, 6)'],
    ['/', decimal(10, 2), decimal(10, 3), 'DECIMAL(24, 13)'],
    ['/', decimal(38, 18), decimal(38, 18), 'DECIMAL(38, 6)'],
    ['%', decimal(10, 2), decimal(5, 4), 'DECIMAL(5, 4)'],
    ['-', timestamp(3), HOUR, 'TIMESTAMP(3)'],
    ['+', DATE, DAY, 'DATE'],
    ['+', DATE, HOUR, 'DATE'],
    ['+', HOUR, DAY, 'INTERVAL SECOND(3) NOT NULL'],
    ['-', timestamp(3), timestamp(3), 'INTERVAL SECOND(3)'],
  ];
  for (const [name, left, right, expected] of cases) {
    assert.equal(
      typeOf(name, left, right),
      expected,
      `${typeText(left)} ${name} ${typeText(right)}`,
    );
  }
});

test('nullability follows the arguments', () => {
  const notNull = column({ ...INT, nullable: false });
  assert.equal(bindCall('+', [notNull, intLiteral(1)]).type.nullable, false);
  assert.equal(bindCall('+', [column(INT), intLiteral(1)]).type.nullable, true);
  assert.equal(bindCall('IS NULL', [column(INT)]).type.nullable, false);
  assert.equal(bindCall('COALESCE', [column(INT), notNull]).type.nullable, false);
  assert.equal(bindCast(notNull, STRING, 'TRY_CAST').type.nullable, true);
});

test('common types', () => {
  const common = (...types: LogicalType[]): string | undefined => {
    const type = commonType(types);
    return type && typeText(type);
  };
  const text = (n: number): LogicalType => stringLiteral('x'.repeat(n)).type;
  assert.equal(common(text(1), text(1)), 'CHAR(1) NOT NULL');
  assert.equal(common(text(1), text(3)), 'VARCHAR(3) NOT NULL');
  assert.equal(common(INT, decimal(5, 2)), 'DECIMAL(12, 2)');
  assert.equal(common(BIGINT, DOUBLE), 'DOUBLE');
  assert.equal(common(timestamp(3), timestampLtz(6)), 'TIMESTAMP_LTZ(6)');
  assert.equal(common(nullLiteral().type, INT), 'INT');
  assert.equal(common(INT, STRING), undefined);
});

test('number literals have the type of their digits', () => {
  const of = (text: string): string => typeText(numberLiteral(text).type);
  assert.equal(of('1'), 'INT NOT NULL');
  assert.equal(of('2147483648'), 'BIGINT NOT NULL');
  assert.throws(() => numberLiteral('9223372036854775808'), { code: 'PARSE_LITERAL' });
  assert.throws(() => numberLiteral('922337203685477580.75'), { code: 'PARSE_LITERAL' });
  assert.equal(of('1.50'), 'DECIMAL(3, 2) NOT NULL');
  assert.equal(of('.5'), 'DECIMAL(1, 1) NOT NULL');
  assert.equal(of('1e3'), 'DOUBLE NOT NULL');
  assert.throws(() => numberLiteral('1'.repeat(39)), { code: 'PARSE_LITERAL' });
});

test('errors name what is allowed, found and meant', () => {
  const span = { start: 3, end: 9, line: 1, column: 4 };
  assert.throws(() => bindCall('+', [column(INT), column(BOOLEAN)], undefined, span), {
    code: 'BIND_TYPE',
    reason:
      "'+' does not take (INT, BOOLEAN); " +
      'it is numeric1 + numeric2 or datetime + interval or interval + interval',
    place: span,
  });
  assert.throws(() => bindCall('=', [column(INT), column(STRING)]), { code: 'BIND_TYPE' });
  assert.throws(() => bindCall('TO_TIMESTAMP_LTZ', [column(BIGINT), column(STRING)]), {
    code: 'BIND_TYPE',
  });
  assert.throws(() => bindCall('SUBSTRNG', [column(STRING)]), {
    code: 'BIND_UNKNOWN_FUNCTION',
    hint: "Did you mean 'SUBSTRING'?",
  });
  assert.throws(() => bindCall('GROUP_ID', []), {
    code: 'BIND_UNKNOWN_FUNCTION',
    reason: 'GROUP_ID is a function of Flink that Millrace does not run yet',
  });
  assert.throws(() => bindCast(column(INT), timestamp(3), 'CAST'), {
    code: 'BIND_TYPE',
    reason: 'The cast from INT to TIMESTAMP(3) is not allowed',
  });
  assert.throws(() => bindCast(column(BIGINT), INT, 'IMPLICIT'), {
    code: 'BIND_TYPE',
    hint: 'Write CAST(… AS INT)',
  });
});

test('folding', () => {
  const folded = foldConstants(
    bindCall('*', [bindCall('+', [intLiteral(2), intLiteral(3)]), column(INT)]),
  );
  assert.deepEqual(folded.kind === 'call' && folded.args[0], intLiteral(5));
  const failing = bindCall('/', [intLiteral(1), intLiteral(0)]);
  assert.equal(foldConstants(failing), failing);
  const zoned = bindCast(stringLiteral('2024-07-01 12:00:00'), timestampLtz(3), 'CAST');
  assert.equal(foldConstants(zoned), zoned);
  const known = foldConstants(zoned, 'Europe/Berlin');
  assert.equal(known.kind === 'literal' && known.value, 1719828000000000000n);
  const random = bindCall('RAND', []);
  assert.equal(foldConstants(random), random);
  assert.ok(!isDeterministic(bindCall('+', [random, numberLiteral('1')])));
});

test('columns are found and replaced', () => {
  const sum = bindCall('+', [column(INT, 2), bindCall('*', [column(INT, 5), column(INT, 2)])]);
  assert.deepEqual([...inputColumns(sum)], [2, 5]);
  assert.deepEqual([...inputColumns(mapColumns(sum, (index) => index - 2))], [0, 3]);
  assert.equal(
    mapColumns(sum, (index) => index),
    sum,
  );
});

test('expressions as text', () => {
  const names = ['a', 's'];
  const sum = bindCall('>', [bindCall('+', [column(INT), intLiteral(1)]), intLiteral(10)]);
  assert.equal(describeExpr(sum, names), '((a + 1) > 10)');
  assert.equal(describeExpr(sum, ['$0'], 'prefix'), '>(+($0, 1), 10)');
  const like = bindCall('NOT LIKE', [column(STRING, 1), stringLiteral("o'x%")]);
  assert.equal(describeExpr(like, names), "NOT(LIKE(s, 'o''x%'))");
  const cast = bindCast(column(INT), BIGINT, 'CAST');
  assert.equal(describeExpr(cast, names), 'CAST(a AS BIGINT)');
  assert.equal(describeExpr(nullLiteral(INT), names), 'null:INT');
  const extract = bindCall('EXTRACT', [column(DATE)], 'YEAR');
  assert.equal(describeExpr(extract, names), 'EXTRACT(FLAG(YEAR), a)');
});

test('the list of functions is sorted and canonical', () => {
  const names = functionNames();
  assert.ok(names.includes('SUBSTRING') && names.includes('NOT IN'));
  assert.deepEqual(names, [...names].sort());
});
