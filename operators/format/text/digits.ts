/** Two digits at a time: a look-up of 16 bits, of which only a hundred places are ever hit. */
import type { Code } from '../column-code.js';

const ZEROS = 0x3030;

/** By two bytes of text, the first one lowest: 0 to 99, or −1 where they are not both digits. */
export const PAIR_VALUES = new Int8Array(1 << 16).fill(-1);

/** By 0 to 99: the two bytes of text. */
export const PAIR_TEXTS = new Int16Array(100);

for (let value = 0; value < 100; value++) {
  const text = ZEROS + Math.floor(value / 10) + ((value % 10) << 8);
  PAIR_VALUES[text] = value;
  PAIR_TEXTS[value] = text;
}

/**
 * Statements that read the digits at `p` into `x`, exact up to 15 of them; `p` is then behind the
 * last. Uses `view` and `b` on the bytes, up to `end`, before which no digit stands, the constant
 * PAIRS, and the locals `n`, `d` and `stop`. The first eight digits are summed up as Int32.
 */
export function digitsCode(): Code {
  return `n = 0;
    stop = p + 8;
    while (p < stop && p + 1 < end && (d = PAIRS[view.getUint16(p, true)]) >= 0) {
      n = (Math.imul(n, 100) + d) | 0;
      p += 2;
    }
    d = b[p] - 48;
    if (p < stop) {
      if (d >= 0 && d <= 9) { n = (Math.imul(n, 10) + d) | 0; p++; }
      x = n;
    } else {
      x = n;
      for (; d >= 0 && d <= 9; d = b[++p] - 48) x = x * 10 + d;
    }`;
}
