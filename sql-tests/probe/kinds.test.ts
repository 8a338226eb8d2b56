import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cell } from './answer.js';
import {
  type Argument,
  hidesAnother,
  isBroken,
  isKnown,
  isRefusedHere,
  isRefusedThere,
  type Place,
} from './kinds.js';

function argument(sql: string, type: string, ...cells: readonly Cell[]): Argument {
  return { sql, type, cell: cells[0] ?? null, cells };
}

function place(form: string, type: string, own: Cell, their: Cell, ...args: Argument[]): Place {
  return { form, type, own, their, args };
}

test('Flink is broken by its own words alone', () => {
  assert.ok(isBroken('java.lang.NullPointerException: why'));
  assert.ok(isBroken('ArithmeticException: Division impossible'));
  assert.ok(!isBroken('SqlValidatorException: a NullPointerException'));
  assert.ok(!isBroken("NumberFormatException: For input string: 'x'"));
});

test('what Flink refuses is of a kind', () => {
  assert.ok(isRefusedThere('ArithmeticException: Division by zero'));
  assert.ok(isRefusedThere("DateTimeParseException: Text '12' could not be parsed at index 0"));
  assert.ok(isRefusedThere("DateTimeException: Invalid time format: 'ab'. Expected format: HH"));
  assert.ok(!isRefusedThere('ValidationException: Invalid input arguments.'));
});

test('what Millrace refuses is of a kind, a comparison of NULLs only where all are', () => {
  const nulls = "BIND_TYPE '=' does not take (INT, DATE); it is value1 = value2";
  assert.ok(isRefusedHere(nulls, [null, null]));
  assert.ok(!isRefusedHere(nulls, [null, 'TRUE']));
  const between = "BIND_TYPE 'BETWEEN' does not take (INTERVAL DAY(2), INTERVAL DAY(2), STRING)";
  assert.ok(isRefusedHere(between, ['FALSE']));
  assert.ok(!isRefusedHere("BIND_TYPE 'ABS' does not take (STRING)", ['1']));
});

test('transcendental functions differ by two units of the last place at most', () => {
  const sine = (own: string, their: string): boolean =>
    isKnown(place('SIN({})', 'DOUBLE', own, their, argument('f64', 'DOUBLE', '1.0')));
  assert.ok(sine('0.8414709848078965', '0.8414709848078966'));
  assert.ok(!sine('0.8414709848078965', '0.8414709848078995'));
  assert.ok(!isKnown(place('ABS({})', 'DOUBLE', '0.8414709848078965', '0.8414709848078966')));
});

test('entries of maps are the same in another order, not other entries', () => {
  const collect = (their: string): boolean =>
    isKnown(place('COLLECT({})', 'MULTISET<DOUBLE>', '{1.0=2, 2.0=1}', their));
  assert.ok(collect('{2.0=1, 1.0=2}'));
  assert.ok(!collect('{2.0=2, 1.0=1}'));
});

test('a NULL of a type that is NOT NULL is the type’s default there', () => {
  const item = (their: string): boolean =>
    isKnown(place('{}[{}]', 'INT', null, their, argument('a', 'ARRAY<INT NOT NULL>', '[1]')));
  assert.ok(item('-1'));
  assert.ok(!item('0'));
  assert.ok(!isKnown(place('{}[{}]', 'INT', null, '-1', argument('a', 'ARRAY<INT>', '[1]'))));
});

test('half of a surrogate pair is U+FFFD in the bytes of UTF-16', () => {
  const encoded = (own: string, their: string, charset: string): boolean => {
    const args = [argument('s', 'STRING', '?'), argument(charset, 'CHAR(6)', 'UTF-16')];
    return isKnown(place('ENCODE({}, {})', 'BYTES', own, their, ...args));
  };
  assert.ok(encoded("x'feffd83d'", "x'fefffffd'", "'UTF-16'"));
  assert.ok(!encoded("x'feffd83dde00'", "x'fefffffdfffd'", "'UTF-16'"));
  assert.ok(!encoded("x'feff0061'", "x'feff0062'", "'UTF-16'"));
});

test('an operand that fails is not needed beside a NULL', () => {
  const several: Cell = { error: 'ELEMENT takes an array of one element, found 3' };
  const [failing, nothing] = [argument('e', 'INT', several), argument('f', 'INT', null)];
  assert.ok(isKnown(place('{} <= {}', 'BOOLEAN', several, null, failing, nothing)));
  assert.ok(!isKnown(place('{} <= {}', 'BOOLEAN', several, 'TRUE', failing, nothing)));
  const other: Cell = { error: 'Division by zero' };
  assert.ok(!isKnown(place('{} <= {}', 'BOOLEAN', other, null, argument('e', 'INT', other))));
});

test('a cast hides digits between the kinds of timestamps, and few digits of nanoseconds', () => {
  const hides = (from: string, value: string, to: string): boolean =>
    hidesAnother(
      place('CAST({} AS {})', to, value, value, argument('t', from, value), argument(to, '')),
      false,
    );
  assert.ok(hides('TIMESTAMP(9)', '1970-01-01 00:00:00.000000001', 'TIMESTAMP(3)'));
  assert.ok(!hides('TIMESTAMP(9)', '1970-01-01 00:00:00.123456789', 'TIMESTAMP(3)'));
  assert.ok(hides('TIMESTAMP(9)', '1970-01-01 00:00:00.123456789', 'TIMESTAMP_LTZ(3)'));
  assert.ok(!hides('TIMESTAMP(3)', '1970-01-01 00:00:00.123', 'TIMESTAMP_LTZ(3)'));
  assert.ok(!hides('STRING', '1970-01-01 00:00:00.000000001', 'TIMESTAMP(3)'));
});

test('what an aggregate keeps hides more', () => {
  const double = argument('f64', 'DOUBLE', '0.5');
  const instant = place('TO_TIMESTAMP_LTZ({})', 'TIMESTAMP_LTZ(3)', 'x', 'x', double);
  assert.ok(hidesAnother(instant, true));
  assert.ok(!hidesAnother(instant, false));
  const differs = place('{} <> {}', 'BOOLEAN', null, null, argument('m', 'MAP<INT, INT>', null));
  assert.ok(hidesAnother(differs, false));
  assert.ok(!hidesAnother({ ...differs, own: 'TRUE' }, false));
});

test('an interval is too long for a double, however it is printed', () => {
  const day = argument("INTERVAL '1' DAY", 'INTERVAL SECOND(3)', '+1 00:00:00.000');
  const times = (count: string): boolean => {
    const args = [day, argument('i64', 'BIGINT', count)];
    const text = '+0 00:00:00.000';
    return hidesAnother(place('{} * {}', 'INTERVAL SECOND(3)', text, text, ...args), false);
  };
  assert.ok(times('4294967296'));
  assert.ok(times('-9007199254740993'));
  assert.ok(!times('104249991'));
});
