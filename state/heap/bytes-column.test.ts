/** Copies of texts: in one piece where they stand so, of its own rows, over a compaction. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { STRING } from '../column/logical-type.js';
import { scalarAt, vectorOf } from '../column/scalar-access.js';
import { BytesColumn } from './bytes-column.js';

function texts(column: BytesColumn, slots: number): unknown[] {
  return Array.from({ length: slots }, (_, slot) => scalarAt(column.vector, slot, STRING));
}

test('values in one piece, parted ones, NULL and one slot twice', () => {
  const column = new BytesColumn(STRING);
  column.reserve(6);
  const source = vectorOf(STRING, ['a', 'bc', null, '', 'd'.repeat(40), 'e']);
  column.copy(Int32Array.of(5, 3, 1, 0, 2, 4), 6, source, null);
  assert.deepEqual(texts(column, 6), ['', null, 'd'.repeat(40), 'bc', 'e', 'a']);
  column.copy(Int32Array.of(0, 1, 2), 3, source, Int32Array.of(4, 2, 0));
  assert.deepEqual(texts(column, 6), ['d'.repeat(40), null, 'a', 'bc', 'e', 'a']);
  column.copy(Int32Array.of(1, 1), 2, source, Int32Array.of(0, 1));
  assert.equal(scalarAt(column.vector, 1, STRING), 'bc');
});

test('its own rows, while what is garbage goes', () => {
  const column = new BytesColumn(STRING);
  column.reserve(64);
  const all = Int32Array.from({ length: 64 }, (_, i) => i);
  const wanted = Array.from(all, (i) => `text ${i} ${'x'.repeat(i)}`);
  column.copy(all, 64, vectorOf(STRING, wanted), null);
  const [left, right] = [all.slice(0, 32), all.slice(32)];
  for (let round = 1; round <= 200; round++) {
    const [to, from] = round % 2 === 0 ? [left, right.toReversed()] : [right, left];
    column.copy(to, 32, column.vector, from);
    to.forEach((slot, i) => {
      wanted[slot] = wanted[from[i] as number] as string;
    });
    column.copyOne(0, column.vector, 63);
    wanted[0] = wanted[63] as string;
    assert.deepEqual(texts(column, 64), wanted, `round ${round}`);
  }
  assert.ok(column.memoryBytes() < 1 << 15, `${column.memoryBytes()} bytes`);
});

test('a large arena never has twice the room that its values need', () => {
  const column = new BytesColumn(STRING);
  const slots = 4000;
  column.reserve(slots);
  const text = vectorOf(STRING, ['x'.repeat(1000)]);
  for (let slot = 0; slot < slots; slot++) column.copyOne(slot, text, 0);
  const live = slots * 1000;
  assert.equal(column.bytesEach(slots), 1008);
  for (let round = 0; round < 5; round++) {
    for (let slot = 0; slot < slots; slot++) {
      column.copyOne(slot, text, 0);
      const arena = column.vector.data.length;
      assert.ok(arena < 1.8 * live, `round ${round}, slot ${slot}: ${arena} bytes`);
    }
  }
  assert.equal(column.bytesEach(slots), 1008);
  for (let slot = 1; slot < slots; slot++) column.clear(slot);
  for (let i = 0; i < 4000; i++) column.copyOne(0, text, 0);
  assert.equal(column.vector.data.length, 4000);
});
