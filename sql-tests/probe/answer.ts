/** What an engine says to an expression over the rows of the world. */

/** A row's value: printed, NULL, or an error while it runs. */
export type Cell = string | null | { readonly error: string };

export type Answer =
  /** The expression is not taken; the reason is the engine's own. */
  | { readonly refused: string }
  /** `type` as Flink writes it; a cell for each row, or for each group of an aggregate. */
  | { readonly type: string; readonly cells: readonly Cell[] };

export function isError(cell: Cell): cell is { readonly error: string } {
  return cell !== null && typeof cell !== 'string';
}

/** The parts of an answer that both engines must agree on, one a line. */
export function comparable(answer: Answer): string {
  if ('refused' in answer) return 'refused';
  return [answer.type, ...answer.cells.map(cellText)].join('\n');
}

function cellText(cell: Cell): string {
  if (cell === null) return 'NULL';
  return typeof cell === 'string' ? JSON.stringify(cell) : 'error';
}

export function sameCell(a: Cell, b: Cell): boolean {
  return cellText(a) === cellText(b);
}

export function sameAnswer(a: Answer, b: Answer): boolean {
  return comparable(a) === comparable(b);
}
