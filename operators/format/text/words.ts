/**
 * Code that compares or writes constant bytes a word at a time, through a DataView. Eight bytes are
 * a double, which V8 loads and stores without a check of what it holds; equal doubles are equal
 * bytes but for NaN and zero, and bytes that spell one of those are taken as two words of four.
 */
import type { Code } from '../column-code.js';

interface Word {
  readonly offset: number;
  readonly kind: 'Float64' | 'Int32' | 'Int16' | 'Uint8';
  /** The number that the bytes spell, as a literal. */
  readonly literal: Code;
}

/** True code where the bytes stand at `p` of `view`; nothing is read from `end` on. */
export function equalsCode(bytes: Uint8Array): Code {
  const equal = wordsOf(bytes).map(
    ({ offset, kind, literal }) => `view.get${kind}(p + ${offset}, true) === ${literal}`,
  );
  return [`p + ${bytes.length} <= end`, ...equal].join(' && ');
}

/** Statements that write the bytes at `p` of `view` and move `p` behind them; room is made. */
export function writeCode(bytes: Uint8Array): Code {
  const writes = wordsOf(bytes).map(
    ({ offset, kind, literal }) => `view.set${kind}(p + ${offset}, ${literal}, true);`,
  );
  return `${writes.join(' ')} p += ${bytes.length};`;
}

/** Words that cover the bytes; the last may overlap the one before. */
function wordsOf(bytes: Uint8Array): Word[] {
  const width = [8, 4, 2, 1].find((each) => each <= bytes.length);
  if (width === undefined) return [];
  const words: Word[] = [];
  for (let offset = 0; offset < bytes.length; offset += width) {
    words.push(...wordAt(bytes, Math.min(offset, bytes.length - width), width));
  }
  return words;
}

function wordAt(bytes: Uint8Array, offset: number, width: number): Word[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, width);
  if (width === 1) return [{ offset, kind: 'Uint8', literal: String(view.getUint8(0)) }];
  if (width === 2) return [{ offset, kind: 'Int16', literal: String(view.getInt16(0, true)) }];
  if (width === 4) return [{ offset, kind: 'Int32', literal: String(view.getInt32(0, true)) }];
  const value = view.getFloat64(0, true);
  if (Number.isFinite(value) && value !== 0) {
    return [{ offset, kind: 'Float64', literal: String(value) }];
  }
  return [...wordAt(bytes, offset, 4), ...wordAt(bytes, offset + 4, 4)];
}
