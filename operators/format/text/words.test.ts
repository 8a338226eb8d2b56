import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Random } from '../../../conf/random.js';
import { equalsCode, writeCode } from './words.js';

type Equals = (view: DataView, p: number, end: number) => boolean;
type Write = (view: DataView, p: number) => number;

const samples: Uint8Array[] = [
  ...['', '{', '":', 'abc', '"ab":', '"price":', ',"dateTime":"', 'é'.repeat(9)].map(bytesOf),
  new Uint8Array(11),
  new Uint8Array(20).fill(255),
  Uint8Array.of(0, 0, 0, 0, 0, 0, 0xf0, 0x7f, 1),
];

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text));
}

test('written bytes are the bytes, and nothing around them', () => {
  for (const bytes of samples) {
    const target = new Uint8Array(bytes.length + 10).fill(1);
    const write = new Function('view', 'p', `${writeCode(bytes)} return p;`) as Write;
    assert.equal(write(new DataView(target.buffer), 5), 5 + bytes.length);
    const expected = new Uint8Array(bytes.length + 10).fill(1);
    expected.set(bytes, 5);
    assert.deepEqual(target, expected);
  }
});

test('bytes are equal to themselves, and to nothing that differs in a bit', () => {
  const random = new Random(2);
  for (const bytes of samples) {
    const equals = new Function('view', 'p', 'end', `return ${equalsCode(bytes)};`) as Equals;
    const text = new Uint8Array(bytes.length + 3);
    text.set(bytes, 3);
    const view = new DataView(text.buffer);
    assert.equal(equals(view, 3, text.length), true);
    assert.equal(equals(view, 3, text.length - 1), false);
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      text[3 + (bit >> 3)] = (bytes[bit >> 3] as number) ^ (1 << (bit & 7));
      assert.equal(equals(view, 3, text.length), false, `bit ${bit}`);
      text[3 + (bit >> 3)] = bytes[bit >> 3] as number;
    }
    const at = 3 + random.nextInt(0, Math.max(0, bytes.length - 1));
    if (bytes.length > 0) text[at] = (text[at] as number) ^ 0x80;
    assert.equal(equals(view, 3, text.length), bytes.length === 0);
  }
});
