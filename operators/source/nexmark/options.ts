/** The options of the nexmark connector, and the columns that its three tables may have. */
import { didYouMean } from '../../../conf/nearest.js';
import { option } from '../../../conf/option.js';
import {
  type OptionPlaces,
  readTableOptions,
  tableOptionError,
} from '../../../conf/table-options.js';
import {
  BIGINT,
  type LogicalType,
  STRING,
  sameType,
  timestamp,
  timestampLtz,
} from '../../../state/column/logical-type.js';
import { bareText } from '../../../state/column/type-text.js';
import type { Column } from '../../core/spec.js';
import { parseTimestamp } from '../../expr/runtime/time-text.js';

export const eventKinds = ['person', 'auction', 'bid'] as const;

export type EventKind = (typeof eventKinds)[number];

const nexmarkOptions = {
  connector: option.string({ key: 'connector', required: true, doc: "'nexmark'." }),
  event: option.enumeration({
    key: 'event',
    values: eventKinds,
    required: true,
    doc: 'Which of the three kinds of events are the rows of the table.',
  }),
  count: option.long({
    key: 'events.num',
    min: 0,
    doc: 'Events of all three kinds together; without end unless set.',
  }),
  rate: option.long({
    key: 'events.rate',
    default: 100_000,
    min: 1,
    max: 1_000_000_000,
    doc: 'Events of all three kinds in a second of event time.',
  }),
  start: option.string({
    key: 'events.start',
    default: '2015-07-15 00:00:00',
    doc: 'The time of the first event.',
  }),
  seed: option.long({
    key: 'seed',
    default: 1,
    doc: 'Other seeds give other events; the same one gives the same, at any parallelism.',
  }),
};

export interface NexmarkOptions {
  readonly event: EventKind;
  /** Events of all kinds; Infinity where there is no end. */
  readonly count: number;
  /** Events a second of event time. */
  readonly rate: number;
  /** Time of the first event, ms since the epoch. */
  readonly startMs: number;
  readonly seed: number;
}

const time: readonly LogicalType[] = [timestamp(3), timestampLtz(3)];
const long: readonly LogicalType[] = [BIGINT];
const text: readonly LogicalType[] = [STRING];

/** By name, the types that a column may be declared with. */
const columnsOf: Readonly<Record<EventKind, Readonly<Record<string, readonly LogicalType[]>>>> = {
  person: {
    id: long,
    name: text,
    emailAddress: text,
    creditCard: text,
    city: text,
    state: text,
    dateTime: time,
    extra: text,
  },
  auction: {
    id: long,
    itemName: text,
    description: text,
    initialBid: long,
    reserve: long,
    dateTime: time,
    expires: time,
    seller: long,
    category: long,
    extra: text,
  },
  bid: {
    auction: long,
    bidder: long,
    price: long,
    channel: text,
    url: text,
    dateTime: time,
    extra: text,
  },
};

/** @throws TABLE_OPTION, also for a column that the events do not have */
export function readNexmarkOptions(
  record: Readonly<Record<string, string>>,
  columns: readonly Column[],
  places: OptionPlaces = {},
): NexmarkOptions {
  const read = readTableOptions(nexmarkOptions, record, "connector 'nexmark'", places);
  const { event, count = Number.POSITIVE_INFINITY, rate, seed } = read;
  const start = parseTimestamp(read.start);
  if (start === undefined) {
    const allowed = "a timestamp such as '2015-07-15 00:00:00'";
    const reason = `Option 'events.start' is '${read.start}'; allowed is ${allowed}`;
    throw tableOptionError(reason, places, 'events.start');
  }
  for (const column of columns) checkColumn(event, column, places);
  return { event, count, rate, startMs: start.ms, seed };
}

function checkColumn(event: EventKind, { name, type }: Column, places: OptionPlaces): void {
  const known = columnsOf[event];
  const types = Object.hasOwn(known, name) ? known[name] : undefined;
  if (types === undefined) {
    const names = Object.keys(known);
    const hint = didYouMean(name, names) ?? `It has: ${names.join(', ')}.`;
    throw tableOptionError(`Event '${event}' has no '${name}'`, places, 'event', hint);
  }
  if (types.some((each) => sameType(each, type, true))) return;
  const allowed = types.map(bareText).join(' or ');
  const found = bareText(type);
  throw tableOptionError(`Column '${name}' is ${found}; allowed is ${allowed}`, places, 'event');
}
