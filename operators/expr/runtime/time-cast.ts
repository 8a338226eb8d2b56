/** Dates and times from text, as CAST reads them; null where it is none. */
import { type Moment, parseDate, parseTime, parseTimestamp } from './time-text.js';

export function textToDate(text: string): number | null {
  return parseDate(text) ?? null;
}

export function textToTime(text: string): number | null {
  return parseTime(text) ?? null;
}

export function textToMoment(text: string): Moment | null {
  return parseTimestamp(text, true) ?? null;
}
