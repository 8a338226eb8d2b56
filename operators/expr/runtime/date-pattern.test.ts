import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatePattern } from './date-pattern.js';

const NIGHT = Date.UTC(2024, 11, 30, 23, 5, 9, 123);

function formatted(pattern: string, ms = NIGHT): string | undefined {
  return DatePattern.of(pattern)?.format(ms, 0);
}

test('letters are written as Java writes them', () => {
  assert.equal(formatted("YYYY-'W'ww-e"), '2025-W01-2');
  assert.equal(formatted('EEEE cccc eee c G GGGG W q'), 'Monday Monday Mon 2 AD Anno Domini 5 4');
  assert.equal(formatted("h 'o''clock' B", Date.UTC(2024, 0, 1, 12)), "12 o'clock noon");
  assert.equal(formatted('N'), '83109123000000');
  assert.equal(formatted('yyyy[-MM[-dd]]'), '2024-12-30');
});

test('sections in brackets may be missing from text that is read', () => {
  const pattern = DatePattern.of('yyyy-MM-dd[ HH:mm[:ss]]');
  const at = (text: string): number | undefined => pattern?.parse(text)?.ms;
  assert.equal(at('2024-12-30'), Date.UTC(2024, 11, 30));
  assert.equal(at('2024-12-30 23:05'), Date.UTC(2024, 11, 30, 23, 5));
  assert.equal(at('2024-12-30 23:05:09'), Date.UTC(2024, 11, 30, 23, 5, 9));
  assert.equal(at('2024-12-30 23'), undefined);
});

test('what is no pattern is undefined', () => {
  for (const pattern of ["'open", 'yyyy]', 'yyyy{', 'b']) {
    assert.equal(DatePattern.of(pattern), undefined, pattern);
  }
});
