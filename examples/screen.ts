/**
 * What the demo shows: one line of progress that is drawn over itself on a terminal (and printed
 * once when done elsewhere), and tables.
 */

/** As `progress` events of `POST /sql` have it. */
export interface Progress {
  readonly rows: number;
  readonly rowsPerSecond: number;
  readonly eventTime?: string;
  readonly share?: number;
}

const BAR_WIDTH = 24;

export class Screen {
  readonly #terminal = process.stdout.isTTY === true;
  #last = '';

  line(text: string): void {
    process.stdout.write(`${text}\n`);
  }

  progress(progress: Progress): void {
    this.#last = progressLine(progress);
    if (this.#terminal) process.stdout.write(`\r\x1b[2K${this.#last}`);
  }

  progressDone(): void {
    if (this.#last === '') return;
    process.stdout.write(this.#terminal ? '\n' : `${this.#last}\n`);
    this.#last = '';
  }
}

function progressLine({ rows, rowsPerSecond, eventTime, share = 0 }: Progress): string {
  const full = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(full) + '░'.repeat(BAR_WIDTH - full);
  const time = eventTime === undefined ? '' : `  ${eventTime.slice(0, 10)}`;
  const rate = `${(rowsPerSecond / 1e6).toFixed(2)} M rows/s`;
  const percent = String(Math.round(share * 100)).padStart(3);
  return `  ${bar} ${percent} %  ${grouped(rows)} rows  ${rate}${time}`;
}

/** 3000000 as 3,000,000. */
export function grouped(value: number): string {
  return value.toLocaleString('en-US');
}

/** Lines of a table with a head; numbers stand to the right. */
export function tableLines(
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
): string[] {
  const texts = rows.map((row) => row.map(cellText));
  const widths = head.map((name, i) =>
    Math.max(name.length, ...texts.map((row) => (row[i] ?? '').length)),
  );
  const right = head.map((_, i) => rows.every((row) => typeof row[i] === 'number'));
  const draw = (cells: readonly string[]): string => {
    const padded = cells.map((cell, i) => pad(cell, widths[i] ?? 0, right[i] === true));
    return `  ${padded.join('  ')}`.trimEnd();
  };
  return [draw(head), draw(widths.map((width) => '─'.repeat(width))), ...texts.map(draw)];
}

function cellText(value: unknown): string {
  if (typeof value === 'number') {
    return Number.isInteger(value) ? grouped(value) : value.toFixed(2);
  }
  return value === null ? 'NULL' : String(value);
}

function pad(text: string, width: number, right: boolean): string {
  return right ? text.padStart(width) : text.padEnd(width);
}
