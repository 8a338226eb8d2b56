/**
 * The `scan.watermark.*` options, which any table that is read may have whatever its connector.
 * Watermarks follow each row here (`watermark.ts`), so how and when Flink would emit them is read
 * and changes nothing; the idle timeout of a table comes before that of the job.
 */
import { option } from '../../conf/option.js';
import { type OptionPlaces, TableOptions } from '../../conf/table-options.js';

const PREFIX = 'scan.watermark.';

export const watermarkOptions = {
  idleTimeout: option.duration({
    key: 'scan.watermark.idle-timeout',
    doc: 'A split without rows for so long holds back no watermark; the job’s unless set.',
  }),
  strategy: option.enumeration({
    key: 'scan.watermark.emit.strategy',
    default: 'on-event',
    values: ['on-event', 'on-periodic'],
    doc: 'Watermarks follow each row in either case.',
  }),
  gap: option.int({
    key: 'scan.watermark.emit.on-event.gap',
    default: 1,
    min: 1,
    doc: 'No effect: watermarks that fire nothing cost nothing.',
  }),
  group: option.string({
    key: 'scan.watermark.alignment.group',
    doc: 'No effect: the splits of a task advance evenly by themselves.',
  }),
  maxDrift: option.duration({
    key: 'scan.watermark.alignment.max-drift',
    doc: 'No effect, as the group.',
  }),
  updateInterval: option.duration({
    key: 'scan.watermark.alignment.update-interval',
    doc: 'No effect, as the group.',
  }),
} as const;

export interface ReadWatermarkOptions {
  /** What is left for the connector. */
  readonly rest: Readonly<Record<string, string>>;
  /** ms; null = the job's. */
  readonly idleTimeoutMs: number | null;
}

/** @throws TABLE_OPTION */
export function readWatermarkOptions(
  options: Readonly<Record<string, string>>,
  places: OptionPlaces = {},
): ReadWatermarkOptions {
  const entries = Object.entries(options);
  const own = entries.filter(([key]) => key.startsWith(PREFIX));
  if (own.length === 0) return { rest: options, idleTimeoutMs: null };
  const record = new TableOptions('watermarks', Object.fromEntries(own), places);
  const { idleTimeout } = record.read(watermarkOptions);
  record.refuseRest();
  const rest = Object.fromEntries(entries.filter(([key]) => !key.startsWith(PREFIX)));
  return { rest, idleTimeoutMs: idleTimeout ?? null };
}
