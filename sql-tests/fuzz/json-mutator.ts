/**
 * Mutates the text of a JSON body: cut off, bytes hit, values of wrong types, huge numbers, deep
 * nesting, a key twice, lone surrogates, bytes that are no UTF-8, zero bytes.
 */
import type { Random } from '../../conf/random.js';

const VALUES = [
  'null',
  'true',
  '0',
  '-1',
  '1e999',
  '99999999999999999999999999',
  '0.1',
  '""',
  '"\\ud800"',
  '"\\u0000"',
  '"x\\udc00y"',
  '[]',
  '{}',
  '[1,"x",null]',
  '{"a":1}',
  '{"__proto__":"x"}',
  '{"constructor":"x","toString":"y"}',
  '"SELECT 1"',
];

const BODIES = [
  '',
  ' ',
  '{',
  '[]',
  '[{}]',
  'null',
  '1',
  '"x"',
  '\ufeff{}',
  '{}{}',
  "{'a':1}",
  '{,}',
];

/** What follows a key, as far as the next comma or brace of the outermost object, roughly. */
const VALUE = /:(?:"(?:[^"\\]|\\.)*"|\{[^{}]*\}|[^,{}"]+)/g;
const KEY = /"(?:[^"\\]|\\.)*"(?=:)/g;

export function mutateJson(body: Buffer, random: Random): Buffer {
  const text = body.toString();
  switch (random.nextInt(0, 9)) {
    case 0:
      return body.subarray(0, random.nextInt(0, body.length));
    case 1:
      return hit(body, random);
    case 2:
      return Buffer.from(random.pick(BODIES) ?? '');
    case 3:
      return Buffer.from(text.replace(/^\{/, `{${text.slice(1).replace(/\}$/, '') || '"a":1'},`));
    case 4:
      return Buffer.from(replaceOne(text, KEY, random, () => '"__proto__"'));
    case 5: {
      const depth = random.pick([3, 500, 20_000]) ?? 0;
      const deep = `${'[{"a":'.repeat(depth)}1${'}]'.repeat(depth)}`;
      return Buffer.from(replaceOne(text, VALUE, random, () => `:${deep}`));
    }
    case 6:
      return Buffer.from(replaceOne(text, VALUE, random, () => `:"${'x'.repeat(300_000)}"`));
    default:
      return Buffer.from(replaceOne(text, VALUE, random, () => `:${random.pick(VALUES)}`));
  }
}

/** Changes, removes or inserts a byte or two. */
export function hit(body: Buffer, random: Random): Buffer {
  const at = random.nextInt(0, body.length);
  const removed = random.nextInt(0, 2);
  const byte = random.pick([0, 0x22, 0x5c, 0x7b, 0x7d, 0x80, 0xc0, 0xed, 0xff, 0x0a]) ?? 0;
  const end = Math.min(body.length, at + removed);
  return Buffer.concat([body.subarray(0, at), Buffer.from([byte]), body.subarray(end)]);
}

function replaceOne(text: string, what: RegExp, random: Random, by: () => string): string {
  const found = [...text.matchAll(what)];
  const one = random.pick(found);
  if (one === undefined) return by();
  return text.slice(0, one.index) + by() + text.slice(one.index + one[0].length);
}
