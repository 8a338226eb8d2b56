/** What an engine gives for a case. */
import { byText } from '../../server/test/query-lines.js';
import { type CellText, formatRow } from '../../server/test/row-text.js';

export type Outcome =
  /** The query is not taken; the reason is the engine's own. */
  | { readonly refused: string }
  /** It ended while it ran. */
  | { readonly failed: string }
  | Table;

interface Table {
  readonly types: readonly string[];
  /** What stands after all changes, sorted. */
  readonly rows: readonly string[];
  /** A row was taken back. */
  readonly retracts: boolean;
}

export interface Change {
  readonly kind: string;
  readonly cells: readonly CellText[];
}

/** @param quotable by column: true where text is quoted if it would be misread */
export function folded(
  types: readonly string[],
  changes: readonly Change[],
  quotable: readonly boolean[],
): Table {
  const counts = new Map<string, number>();
  let retracts = false;
  for (const { kind, cells } of changes) {
    const row = formatRow(cells, quotable);
    const added = kind.startsWith('+');
    retracts ||= !added;
    counts.set(row, (counts.get(row) ?? 0) + (added ? 1 : -1));
  }
  const rows = [...counts].flatMap(([row, count]) => {
    // A row that was taken back though it never came is shown as what is missing.
    const text = count < 0 ? `missing: ${row}` : row;
    return new Array<string>(Math.abs(count)).fill(text);
  });
  return { types, rows: rows.sort(byText), retracts };
}

export function kindOf(outcome: Outcome): 'refused' | 'failed' | 'rows' {
  if ('refused' in outcome) return 'refused';
  return 'failed' in outcome ? 'failed' : 'rows';
}

export function same(a: Outcome, b: Outcome): boolean {
  if ('rows' in a && 'rows' in b) {
    return sameTypes(a.types, b.types) && a.rows.join('\n') === b.rows.join('\n');
  }
  return kindOf(a) === kindOf(b);
}

/** Whether a column may be NULL is not seen in rows. */
function sameTypes(a: readonly string[], b: readonly string[]): boolean {
  const bare = (types: readonly string[]): string => types.join().replaceAll(' NOT NULL', '');
  return bare(a) === bare(b);
}
