/** `table.exec.*`: how the operators of a query behave. */
import { option } from '../option.js';

export const SOURCE_IDLE_TIMEOUT = option.duration({
  key: 'table.exec.source.idle-timeout',
  default: 0,
  doc:
    'A source that brings no row for this long no longer holds back the watermark. ' +
    '0 never marks one idle.',
});

export const SOURCE_DUPLICATES = option.boolean({
  key: 'table.exec.source.cdc-events-duplicate',
  default: false,
  doc:
    'Changes of a source may come twice: the last row of each primary key is kept to tell, which ' +
    'tables with changes must declare.',
});

export const INTERVAL_JOIN_CLEAN_UP = option.duration({
  key: 'table.exec.interval-join.min-cleanup-interval',
  default: 0,
  doc:
    'How long an interval join may keep rows that can meet none any more, before it looks ' +
    'through the rows of their key. With more than 0 rows without a match come out later.',
});

export const STATE_TTL = option.duration({
  key: 'table.exec.state.ttl',
  default: 0,
  doc: 'State that was not written for this long may be dropped. 0 keeps it.',
});

export const ASYNC_STATE = option.boolean({
  key: 'table.exec.async-state.enabled',
  default: true,
  doc:
    'Whether operators read their state ahead of the rows, many batches at once. When false, the ' +
    'backend forst keeps it on this machine (`state.backend.forst.sync.enforce-local`) and ' +
    'rocksdb reads it batch by batch; hashmap has all in memory. Results are the same.',
});

export const ASYNC_LOOKUP_CAPACITY = option.int({
  key: 'table.exec.async-lookup.buffer-capacity',
  default: 100,
  min: 1,
  doc:
    'Requests that a task of an asynchronous lookup join may have under way, to a table that is ' +
    'asked key by key. Files are not: there it changes nothing.',
});

export const ASYNC_LOOKUP_TIMEOUT = option.duration({
  key: 'table.exec.async-lookup.timeout',
  default: 180_000,
  min: 1,
  doc:
    'How long an asynchronous lookup may take, all its retries included, before the job fails. ' +
    'It counts for a batch of rows.',
});

export const ASYNC_LOOKUP_OUTPUT_MODE = option.enumeration({
  key: 'table.exec.async-lookup.output-mode',
  values: ['ORDERED', 'ALLOW_UNORDERED'],
  default: 'ORDERED',
  doc:
    'Whether rows may leave an asynchronous lookup join in another order than they came. They ' +
    'never do: ALLOW_UNORDERED changes what EXPLAIN shows.',
});

export const ASYNC_LOOKUP_KEY_ORDERED = option.boolean({
  key: 'table.exec.async-lookup.key-ordered-enabled',
  default: false,
  doc:
    'Whether, with ALLOW_UNORDERED, changes of one upsert key keep their order in an ' +
    'asynchronous lookup join. They always do: it changes what EXPLAIN shows.',
});

export const MINI_BATCH = option.boolean({
  key: 'table.exec.mini-batch.enabled',
  default: false,
  doc:
    'Whether rows before a group aggregate are collected, so that a group changes once for ' +
    'all of its rows. Needs allow-latency and size; a checkpoint ends a mini-batch.',
});

export const MINI_BATCH_LATENCY = option.duration({
  key: 'table.exec.mini-batch.allow-latency',
  default: 0,
  doc: 'How long rows may be collected; more than 0 with mini-batch.',
});

export const MINI_BATCH_SIZE = option.long({
  key: 'table.exec.mini-batch.size',
  default: -1,
  doc: 'How many rows a task may collect; more than 0 with mini-batch.',
});

export const UPSERT_MATERIALIZE = option.enumeration({
  key: 'table.exec.sink.upsert-materialize',
  values: ['NONE', 'AUTO', 'FORCE'],
  default: 'AUTO',
  doc:
    'Whether the rows of each primary key of a sink are kept to know the last one: never, where ' +
    "the rows' own key is another one, or always.",
});

export const REQUIRE_ON_CONFLICT = option.boolean({
  key: 'table.exec.sink.require-on-conflict',
  default: true,
  doc: 'An INSERT of rows whose key is not the primary key of the table must say ON CONFLICT.',
});

export const NOT_NULL_ENFORCER = option.enumeration({
  key: 'table.exec.sink.not-null-enforcer',
  values: ['ERROR', 'DROP'],
  default: 'ERROR',
  doc: 'A NULL for a NOT NULL column of a sink fails the job, or its row is dropped.',
});

export const TYPE_LENGTH_ENFORCER = option.enumeration({
  key: 'table.exec.sink.type-length-enforcer',
  values: ['IGNORE', 'TRIM_PAD', 'ERROR'],
  default: 'IGNORE',
  doc:
    'A value that does not have the length of its CHAR, VARCHAR, BINARY or VARBINARY column ' +
    'is written as it is, is cut or padded, or fails the job.',
});

export const LEGACY_CAST = option.enumeration({
  key: 'table.exec.legacy-cast-behaviour',
  values: ['DISABLED', 'ENABLED'],
  default: 'DISABLED',
  doc:
    'Whether CAST follows the rules of Flink before 1.15: NULL for what cannot be cast, text and ' +
    'bytes never cut to their length.',
});
