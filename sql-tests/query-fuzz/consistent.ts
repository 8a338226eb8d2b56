/** Whether the changes of a table agree with themselves, as those that were made do. */
import { formatRow } from '../../server/test/row-text.js';
import type { Table } from './tables.js';

export function isConsistent({ kind, rows }: Table): boolean {
  if (kind === 'append') return true;
  const standing = new Map<string, number>();
  const add = (row: string, count: number): boolean => {
    const stands = (standing.get(row) ?? 0) + count;
    standing.set(row, stands);
    return stands >= 0 && (kind === 'bag' || stands <= 1);
  };
  return rows.every(({ change, cells }, i) => {
    const key = kind === 'bag' ? formatRow(cells, []) : String(cells[0]);
    if (kind === 'upsert' && change === '+U') return standing.get(key) === 1;
    if (change === '-U' && rows[i + 1]?.change !== '+U') return false;
    if (change === '+U' && rows[i - 1]?.change !== '-U') return false;
    return add(key, change.startsWith('+') ? 1 : -1) && (kind === 'bag' || isLast(rows, i));
  });
}

/** What is taken back of a key is what it had last; a deletion of versions has its own time. */
function isLast(rows: Table['rows'], at: number): boolean {
  const { change, cells } = rows[at] as Table['rows'][number];
  if (change.startsWith('+')) return true;
  const before = rows.slice(0, at).findLast(({ cells: [key] }) => key === cells[0]);
  return change === '-D' || before?.cells.join() === cells.join();
}
