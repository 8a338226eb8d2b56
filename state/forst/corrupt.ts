/** The error for stored bytes that are not what was written. */
import { MillraceError } from '../../conf/errors/error.js';

/** @param block e.g. `block 12 at byte 49152` */
export function corrupt(
  file: string,
  block: string,
  expected: string,
  found: string,
): MillraceError {
  const reason = `${file}, ${block}: expected ${expected}, found ${found}`;
  return new MillraceError('STATE_CORRUPT', reason, { place: { file } });
}

export function hex(value: number): string {
  return `0x${(value >>> 0).toString(16).padStart(8, '0')}`;
}
