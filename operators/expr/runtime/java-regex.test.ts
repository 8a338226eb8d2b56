import assert from 'node:assert/strict';
import { test } from 'node:test';
import { javaRegex } from './java-regex.js';
import { UnsupportedRegex } from './unsupported-regex.js';

/** The first match, and its groups. */
function found(pattern: string, text: string): (string | null)[] | null {
  const regex = javaRegex(pattern);
  const match = regex.find(text);
  if (match === null) return null;
  return Array.from({ length: regex.groupCount + 1 }, (_, group) => match.group(group));
}

test('possessive quantifiers and atomic groups give nothing back', () => {
  assert.equal(found('a*+a', 'aaa'), null);
  assert.deepEqual(found('(?>a|ab)c', 'abc ac'), ['ac']);
  assert.deepEqual(found('(a++)(b)', 'aab'), ['aab', 'aa', 'b']);
  assert.deepEqual(found('(?>(x)(?>(y)))(z)\\1', 'xyzx'), ['xyzx', 'x', 'y', 'z']);
  assert.deepEqual(found('(ab){2}+c', 'ababc'), ['ababc', 'ab']);
});

test('flags hold from where they stand to the end of their group', () => {
  assert.deepEqual(found('a(?i)b(?-i)c', 'aBC aBc'), ['aBc']);
  assert.deepEqual(found('(a(?i)b)c', 'aBC aBc'), ['aBc', 'aB']);
  assert.deepEqual(found('(?i)[a-c]é', 'Bé BÉ'), ['Bé']);
  assert.deepEqual(found('(?iu)é', 'É'), ['É']);
  assert.deepEqual(found('x(?iu:é)', 'xÉ'), ['xÉ']);
  assert.deepEqual(found('(?x) a b # and no more', 'ab'), ['ab']);
  assert.deepEqual(found('(?s)a.b', 'a\nb'), ['a\nb']);
  assert.equal(found('a.b', 'a\u0085b'), null);
});

test('lines end as Java has it', () => {
  assert.deepEqual(found('b$', 'b\r\n'), ['b']);
  assert.equal(found('b$', 'b\nc'), null);
  assert.deepEqual(found('(?m)^b$', 'a\r\nb\nc'), ['b']);
  assert.equal(found('b\\z', 'b\n'), null);
  assert.deepEqual(found('b\\Z', 'b\n'), ['b']);
});

test('classes hold classes, their intersections and properties', () => {
  assert.deepEqual(found('[a-z&&[^aeiou]]+', 'aebcd'), ['bcd']);
  assert.deepEqual(found('[^a-c[x-z]&&[a-z]]', 'aq'), ['q']);
  assert.deepEqual(found('[]a]+', 'a]b'), ['a]']);
  assert.deepEqual(found('[a\\-z]+', 'z-a'), ['z-a']);
  assert.deepEqual(found('\\p{IsGreek}\\p{Lu}', 'βA'), ['βA']);
  assert.deepEqual(found('\\p{InCyrillic}', 'Ж'), ['Ж']);
  assert.equal(found('\\p{Alpha}', 'é'), null);
  assert.equal(found('\\s', '\u00a0'), null);
  assert.deepEqual(found('\\bé', ' é'), ['é']);
});

test('what cannot be said is refused by name, what is no pattern is a SyntaxError', () => {
  const unsupported = (pattern: string, message: RegExp): void => {
    assert.throws(
      () => javaRegex(pattern),
      (error) => {
        return error instanceof UnsupportedRegex && message.test(error.message);
      },
    );
  };
  unsupported('(?i)(a)\\1', /a back reference that ignores case/);
  unsupported('\\X', /\\X/);
  unsupported('(?U)a', /the flag U/);
  unsupported('\\p{InTibetan}', /the Unicode block Tibetan/);
  for (const pattern of ['(', ')', '[a', '*a', 'a**', '{1}', '\\', '(?<1>a)', '[z-a]', 'a{x}']) {
    assert.throws(() => javaRegex(pattern), SyntaxError, pattern);
  }
});
