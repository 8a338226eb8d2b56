/** The options of tables that rows are looked up in, by Flink's names. */
import { option } from '../../../conf/option.js';
import {
  type OptionPlaces,
  type TableValues,
  tableOptionError,
} from '../../../conf/table-options.js';

export const lookupOptions = {
  cache: option.enumeration({
    key: 'lookup.cache',
    values: ['NONE', 'PARTIAL', 'FULL'],
    default: 'NONE',
    doc: 'What is kept of what was looked up: nothing, the keys that were asked for, or all.',
  }),
  maxRetries: option.int({
    key: 'lookup.max-retries',
    default: 3,
    min: 0,
    doc: 'How often a lookup that fails is repeated before the job fails.',
  }),
  expireAfterAccess: option.duration({
    key: 'lookup.partial-cache.expire-after-access',
    min: 1,
    doc: 'How long a key is kept behind the last time that it was asked for.',
  }),
  expireAfterWrite: option.duration({
    key: 'lookup.partial-cache.expire-after-write',
    min: 1,
    doc: 'How long a key is kept behind the time that it was looked up.',
  }),
  cacheMissingKey: option.boolean({
    key: 'lookup.partial-cache.cache-missing-key',
    default: true,
    doc: 'Whether it is kept that a key has no rows.',
  }),
  maxRows: option.long({
    key: 'lookup.partial-cache.max-rows',
    min: 1,
    doc: 'Keys that are kept, of each task; the one whose use is longest ago goes first.',
  }),
  reloadStrategy: option.enumeration({
    key: 'lookup.full-cache.reload-strategy',
    values: ['PERIODIC', 'TIMED'],
    default: 'PERIODIC',
    doc: 'Whether all is read again after a time, or at a time of the day.',
  }),
  reloadInterval: option.duration({
    key: 'lookup.full-cache.periodic-reload.interval',
    min: 1,
    doc: 'The time after which all is read again.',
  }),
  scheduleMode: option.enumeration({
    key: 'lookup.full-cache.periodic-reload.schedule-mode',
    values: ['FIXED_DELAY', 'FIXED_RATE'],
    default: 'FIXED_DELAY',
    doc: 'Whether the interval counts from the end of a reload or from the time it was due.',
  }),
  isoTime: option.string({
    key: 'lookup.full-cache.timed-reload.iso-time',
    check: (text) => ISO_TIME.test(text),
    allowed: 'a time as 10:15, 10:15:30, 10:15Z or 10:15+07:00',
    doc: "The time of the day, in the machine's zone where it says none.",
  }),
  intervalInDays: option.int({
    key: 'lookup.full-cache.timed-reload.interval-in-days',
    default: 1,
    min: 1,
    doc: 'Days between two timed reloads.',
  }),
} as const;

export type LookupOptions = TableValues<typeof lookupOptions>;

export const ISO_TIME = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(Z|[+-][01]\d:[0-5]\d)?$/;

/**
 * As Flink's caches check them.
 * @throws TABLE_OPTION for a full cache that is not told when to read again, and a partial one from
 * which nothing would ever go
 */
export function checkLookupOptions(options: LookupOptions, places: OptionPlaces = {}): void {
  if (options.cache === 'PARTIAL') checkEviction(options, places);
  if (options.cache !== 'FULL') return;
  const isPeriodic = options.reloadStrategy === 'PERIODIC';
  const missing = isPeriodic ? lookupOptions.reloadInterval : lookupOptions.isoTime;
  if ((isPeriodic ? options.reloadInterval : options.isoTime) !== undefined) return;
  const strategy = lookupOptions.reloadStrategy.key;
  const reason =
    `Option '${missing.key}' is required where '${lookupOptions.cache.key}' is FULL and ` +
    `'${strategy}' is ${options.reloadStrategy}`;
  throw tableOptionError(reason, places, lookupOptions.cache.key);
}

function checkEviction(options: LookupOptions, places: OptionPlaces): void {
  const { expireAfterAccess, expireAfterWrite, maxRows } = options;
  if ([expireAfterAccess, expireAfterWrite, maxRows].some((one) => one !== undefined)) return;
  const keys = [
    lookupOptions.expireAfterAccess,
    lookupOptions.expireAfterWrite,
    lookupOptions.maxRows,
  ].map(({ key }) => `'${key}'`);
  const reason =
    `Option '${lookupOptions.cache.key}' is PARTIAL, and none of ${keys.join(', ')} is set: ` +
    'nothing would ever leave the cache';
  throw tableOptionError(reason, places, lookupOptions.cache.key);
}
