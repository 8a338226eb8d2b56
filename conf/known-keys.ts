/**
 * What a user should know about a key that he set: Flink knows it but nothing here reads it, nobody
 * knows it, it has a newer name, the file sets it twice or gives it nothing, it comes too late.
 * Notices are data; whoever loads or sets decides how to show them.
 */
import { flinkKeys, flinkPrefixes } from './flink-keys.js';
import { didYouMean } from './nearest.js';
import { findOption, topics } from './options/schema.js';

export interface KeyNotice {
  readonly key: string;
  readonly kind: 'no-effect' | 'unknown' | 'renamed' | 'repeated' | 'late' | 'empty';
  readonly text: string;
}

/** The keys that Flink's SQL client reads for itself; a server has no business with them. */
const CLIENT_PREFIX = 'sql-client.';

/** Names as good as ours: one LSM stands behind both backends, one client behind S3's plugins. */
const OTHER_NAMES = /^(?:state\.backend\.rocksdb|s3)\./;

export function noticeOf(key: string): KeyNotice | undefined {
  const option = findOption(key);
  if (option !== undefined) {
    if (option.inert) return noEffect(key);
    if (option.key === key || OTHER_NAMES.test(key)) return undefined;
    return { key, kind: 'renamed', text: `'${key}' is an older name of '${option.key}'` };
  }
  if (key.startsWith(CLIENT_PREFIX)) return undefined;
  if (isFlinkKey(key)) return noEffect(key);
  const unknown = `'${key}' is unknown to Millrace and to Flink.`;
  const below = `${key}.default`;
  const whole = findOption(below) === undefined ? undefined : `Did you mean '${below}'?`;
  const hint = whole ?? didYouMean(key, knownKeys());
  return { key, kind: 'unknown', text: hint === undefined ? unknown : `${unknown} ${hint}` };
}

/** What is set in a session although it is read when the server starts. */
export function lateNotice(key: string): KeyNotice | undefined {
  if (findOption(key)?.scope !== 'server') return undefined;
  const text = `'${key}' is read when the server starts; a SET is too late`;
  return { key, kind: 'late', text };
}

function noEffect(key: string): KeyNotice {
  return { key, kind: 'no-effect', text: `'${key}' has no effect in Millrace` };
}

/** Whether Flink 2.3 documents the key, or has a group of keys that begins like it. */
export function isFlinkKey(key: string): boolean {
  return flinkKeys.has(key) || flinkPrefixes.some((prefix) => key.startsWith(prefix));
}

function* knownKeys(): Iterable<string> {
  for (const { options } of topics) for (const option of options) yield option.key;
  yield* flinkKeys;
}
