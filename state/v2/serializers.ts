/** Serializers of what is most often kept. */
import type { Serializer } from '../api/v2/state.js';

function serializer<T>(
  name: string,
  write: (value: T) => Uint8Array,
  read: (bytes: Buffer) => T,
): Serializer<T> {
  const view = (bytes: Uint8Array): Buffer =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return { name, write, read: (bytes) => read(view(bytes)) };
}

export const serializers = {
  string: serializer<string>(
    'string',
    (value) => Buffer.from(value, 'utf8'),
    (bytes) => bytes.toString('utf8'),
  ),

  /** A number, as an IEEE double. */
  double: serializer<number>(
    'double',
    (value) => {
      const bytes = Buffer.allocUnsafe(8);
      // −0 and 0 are one key.
      bytes.writeDoubleBE(value === 0 ? 0 : value);
      return bytes;
    },
    (bytes) => bytes.readDoubleBE(),
  ),

  bigint: serializer<bigint>(
    'bigint',
    (value) => Buffer.from(value.toString(), 'latin1'),
    (bytes) => BigInt(bytes.toString('latin1')),
  ),

  boolean: serializer<boolean>(
    'boolean',
    (value) => Uint8Array.of(value ? 1 : 0),
    (bytes) => bytes[0] === 1,
  ),

  bytes: serializer<Uint8Array>(
    'bytes',
    (value) => new Uint8Array(value),
    (bytes) => new Uint8Array(bytes),
  ),

  /** What JSON can say. Objects that are keys must have their fields in one order. */
  json<T>(): Serializer<T> {
    return serializer<T>(
      'json',
      (value) => Buffer.from(JSON.stringify(value), 'utf8'),
      (bytes) => JSON.parse(bytes.toString('utf8')) as T,
    );
  },
};
