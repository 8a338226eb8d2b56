/**
 * Where public state lies among entries: key group (2 bytes), table (2), key and namespace, each
 * behind its length; what follows tells apart the entries of a key. As strings of one character a
 * byte.
 */
import { hashBytes } from '../column/hash.js';
import { keyGroupOf } from '../column/key-group.js';
import { LONGEST_VARINT, VarintReader, writeVarint } from '../forst/varint.js';
import { bytesOf, latin1 } from './entry-store.js';

export function word(value: number): string {
  return String.fromCharCode((value >> 8) & 0xff, value & 0xff);
}

/** A text behind its length: none of them begins another one. */
export function sized(text: string): string {
  if (text.length < 0x80) return String.fromCharCode(text.length) + text;
  const length = new Uint8Array(LONGEST_VARINT);
  return latin1(length.subarray(0, writeVarint(length, 0, text.length))) + text;
}

/** What `sized` wrote, and what follows it. */
export function takeSized(text: string): readonly [taken: string, rest: string] {
  const reader = new VarintReader(bytesOf(text.slice(0, LONGEST_VARINT)));
  const length = reader.next();
  const end = reader.at + length;
  return [text.slice(reader.at, end), text.slice(end)];
}

/** @param group as `word` writes it @param key encoded */
export function prefixOf(group: string, table: number, key: string, namespace: string): string {
  return group + word(table) + sized(key) + sized(namespace);
}

/** The parts of a whole address. */
export function splitAddress(address: string): readonly [prefix: string, suffix: string] {
  const [, behindKey] = takeSized(address.slice(4));
  const [, suffix] = takeSized(behindKey);
  return [address.slice(0, address.length - suffix.length), suffix];
}

/** Eight bytes that order as numbers do, negative ones too. */
export function orderedNumber(value: number): string {
  const bytes = Buffer.allocUnsafe(8);
  bytes.writeBigUInt64BE(BigInt.asUintN(64, BigInt(value)) ^ SIGN);
  return bytes.toString('latin1');
}

export function numberOf(text: string): number {
  const bits = Buffer.from(text, 'latin1').readBigUInt64BE();
  return Number(BigInt.asIntN(64, bits ^ SIGN));
}

const SIGN = 1n << 63n;

/** The key group of an encoded key. */
export function groupOfKey(key: Uint8Array, groups: number): number {
  return keyGroupOf(hashBytes(key, 0, key.length), groups);
}
