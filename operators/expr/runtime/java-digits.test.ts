import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doubleText, floatText } from './number-text.js';

test('doubles as Java 17 prints them', () => {
  const cases: [number, string][] = [
    [0.1, '0.1'],
    [4.9e-324, '4.9E-324'],
    [1e-323, '1.0E-323'],
    [2 ** -180, '6.5253044679985245E-55'],
    [2 ** 60, '1.15292150460684698E18'],
    [2 ** 63, '9.223372036854776E18'],
    [-9.3e18 - 9999999999, '-9.300000009999999E18'],
    [1.7976931348623157e308, '1.7976931348623157E308'],
  ];
  for (const [value, text] of cases) assert.equal(doubleText(value), text);
});

test('floats as Java 17 prints them', () => {
  const cases: [number, string][] = [
    [0.1, '0.1'],
    [1.4e-45, '1.4E-45'],
    [123456789, '1.23456792E8'],
    [2 ** 31, '2.14748365E9'],
    [-2396745.25, '-2396745.2'],
    [2 ** 53, '9.0071993E15'],
    [3.4028235e38, '3.4028235E38'],
  ];
  for (const [value, text] of cases) assert.equal(floatText(Math.fround(value)), text);
});
