/** Windows as EXPLAIN prints them: `TUMBLE(time_col=[ts], size=[1 h])`. */
import type { WindowSpec } from '../../operators/window/window-spec.js';

/** @param partition names of the keys that sessions are made for */
export function windowText(window: WindowSpec, place: string, partition = ''): string {
  const parts = [place];
  switch (window.kind) {
    case 'tumble':
      parts.push(`size=[${durationText(window.sizeMs)}]`);
      break;
    case 'hop':
      parts.push(`size=[${durationText(window.sizeMs)}]`);
      parts.push(`slide=[${durationText(window.slideMs)}]`);
      break;
    case 'cumulate':
      parts.push(`max_size=[${durationText(window.sizeMs)}]`);
      parts.push(`step=[${durationText(window.stepMs)}]`);
      break;
    case 'session':
      parts.push(`gap=[${durationText(window.gapMs)}]`);
      if (partition !== '') parts.push(`partition keys=[${partition}]`);
      return `SESSION(${parts.join(', ')})`;
  }
  if (window.offsetMs !== 0) parts.push(`offset=[${durationText(window.offsetMs)}]`);
  return `${window.kind.toUpperCase()}(${parts.join(', ')})`;
}

const UNITS = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const;

/** In the largest unit that leaves no rest. */
function durationText(ms: number): string {
  for (const [worth, unit] of UNITS) {
    if (ms !== 0 && ms % worth === 0) return `${ms / worth} ${unit}`;
  }
  return `${ms} ms`;
}
