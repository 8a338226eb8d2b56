import type { Configuration } from './configuration.js';
import { LOCAL_TIME_ZONE } from './options/table.js';

/**
 * Something that knows a time zone. Read late, when a value needs it: asking for the machine's
 * zone loads ICU's data, 25 ms in each thread, and most queries show no zoned time.
 */
export interface Zoned {
  readonly timeZone: string;
}

/** The zone of the settings as they are when it is first read. */
export function zoneOf(configuration: Configuration): Zoned {
  let zone: string | undefined;
  return {
    get timeZone() {
      zone ??= timeZoneOf(configuration);
      return zone;
    },
  };
}

/** The session's time zone by name or offset; `default` is the zone of the machine. */
export function timeZoneOf(configuration: Configuration): string {
  const zone = configuration.get(LOCAL_TIME_ZONE);
  return zone === 'default' ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone;
}
