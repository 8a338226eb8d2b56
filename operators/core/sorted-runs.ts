/** Test support: output whose rows come in no fixed order between two watermarks. */
import type { LogicalType } from '../../state/column/logical-type.js';
import type { Emitted } from './checked-output.js';
import { printEmitted } from './harness.js';

/** Printed; the rows between two watermarks in the order of their text. */
export function sortedRuns(emitted: readonly Emitted[], types: readonly LogicalType[]): string[] {
  const lines: string[] = [];
  let rows: string[] = [];
  for (const [i, entry] of emitted.entries()) {
    if (entry.kind === 'row') rows.push(printEmitted([entry], types));
    // Of watermarks that no row parts the last counts.
    if (entry.kind !== 'watermark' || emitted[i + 1]?.kind === 'watermark') continue;
    lines.push(...rows.sort(), printEmitted([entry], types));
    rows = [];
  }
  return [...lines, ...rows.sort()];
}
