import type { Configuration } from './configuration.js';
import { LOCAL_TIME_ZONE } from './options/table.js';

/** The session's time zone by name or offset; `default` is the zone of the machine. */
export function timeZoneOf(configuration: Configuration): string {
  const zone = configuration.get(LOCAL_TIME_ZONE);
  return zone === 'default' ? Intl.DateTimeFormat().resolvedOptions().timeZone : zone;
}
