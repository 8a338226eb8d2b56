/**
 * The demo's judge: the figures of `flights.sql` computed by one plain loop over the columns of the
 * Parquet file, with nothing of the engine in it. Rows come out as lines, so that they can be
 * compared whole with what the server wrote and sent.
 */
import { readFileSync } from 'node:fs';
import { asyncBufferFromFile, parquetMetadataAsync, parquetRead } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';

export interface Figures {
  readonly flights: number;
  /** `origin,hour,flights,delay`, sorted. */
  readonly hourly: readonly string[];
  /** `day | place | origin | name | flights | delay`, sorted. */
  readonly worst: readonly string[];
  /** `class | airports | most`, sorted. */
  readonly classes: readonly string[];
}

const HOUR_MS = 3_600_000;
const HOURS_A_DAY = 24;
const LEAST_FLIGHTS = 50;
const PLACES = 3;

/** Sums over flights, one entry a cell; a cell is an origin's hour or day. */
class Cells {
  readonly flights: Float64Array;
  readonly delaySum: Float64Array;
  readonly delayed: Float64Array;

  /** @param width hours or days of an origin; cell = origin × width + hour or day */
  constructor(
    readonly width: number,
    origins: number,
  ) {
    this.flights = new Float64Array(width * origins);
    this.delaySum = new Float64Array(width * origins);
    this.delayed = new Float64Array(width * origins);
  }

  add(cell: number, delay: number): void {
    this.flights[cell] = (this.flights[cell] as number) + 1;
    if (Number.isNaN(delay)) return;
    this.delaySum[cell] = (this.delaySum[cell] as number) + delay;
    this.delayed[cell] = (this.delayed[cell] as number) + 1;
  }

  count(cell: number): number {
    return this.flights[cell] as number;
  }

  average(cell: number): number {
    return (this.delaySum[cell] as number) / (this.delayed[cell] as number);
  }

  /** Cells with a flight. */
  *used(): Iterable<number> {
    for (let cell = 0; cell < this.flights.length; cell++) if (this.count(cell) > 0) yield cell;
  }
}

export async function recompute(flightsFile: string, airportsFile: string): Promise<Figures> {
  const columns = await readColumns(flightsFile);
  const firstHour = HOURS_A_DAY * Math.floor((columns.times[0] as number) / HOUR_MS / HOURS_A_DAY);
  const lastHour = Math.floor((columns.times.at(-1) as number) / HOUR_MS);
  const dayCount = Math.floor((lastHour - firstHour) / HOURS_A_DAY) + 1;
  const hours = new Cells(dayCount * HOURS_A_DAY, columns.codes.length);
  const days = new Cells(dayCount, columns.codes.length);
  for (let i = 0; i < columns.times.length; i++) {
    const hour = Math.floor((columns.times[i] as number) / HOUR_MS) - firstHour;
    const origin = columns.origins[i] as number;
    const delay = columns.delays[i] as number;
    hours.add(origin * hours.width + hour, delay);
    days.add(origin * days.width + Math.floor(hour / HOURS_A_DAY), delay);
  }
  return {
    flights: columns.times.length,
    hourly: hourlyLines(hours, columns.codes, firstHour).sort(),
    worst: worstLines(days, columns.codes, firstHour, airportNames(airportsFile)).sort(),
    classes: classLines(hours, columns.codes).sort(),
  };
}

interface Columns {
  /** Milliseconds since the epoch. */
  readonly times: Float64Array;
  /** Minutes; NaN where there is none. */
  readonly delays: Float64Array;
  /** Positions in `codes`. */
  readonly origins: Uint16Array;
  readonly codes: readonly string[];
}

async function readColumns(path: string): Promise<Columns> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  const rows = Number(metadata.num_rows);
  const times = new Float64Array(rows);
  const delays = new Float64Array(rows);
  const origins = new Uint16Array(rows);
  const codes = new Map<string, number>();
  const put: Record<string, (row: number, value: unknown) => void> = {
    date: (row, value) => {
      times[row] = (value as Date).getTime();
    },
    delay: (row, value) => {
      delays[row] = value == null ? Number.NaN : Number(value);
    },
    origin: (row, value) => {
      const code = codes.get(value as string) ?? codes.size;
      codes.set(value as string, code);
      origins[row] = code;
    },
  };
  await parquetRead({
    file,
    metadata,
    compressors,
    columns: Object.keys(put),
    onChunk({ columnName, columnData, rowStart }) {
      const set = put[columnName];
      if (set === undefined) return;
      for (let i = 0; i < columnData.length; i++) set(rowStart + i, columnData[i]);
    },
  });
  return { times, delays, origins, codes: [...codes.keys()] };
}

/** A double as Java, and so Flink, prints it. */
export function javaDouble(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : exponential(value);
}

function exponential(value: number): string {
  if (Math.abs(value) >= 1e-3) return String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent}`;
}

function hourlyLines(hours: Cells, codes: readonly string[], firstHour: number): string[] {
  const lines: string[] = [];
  for (const cell of hours.used()) {
    const hour = firstHour + (cell % hours.width);
    const time = new Date(hour * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');
    const origin = codes[Math.floor(cell / hours.width)];
    lines.push(`${origin},"${time}",${hours.count(cell)},${javaDouble(hours.average(cell))}`);
  }
  return lines;
}

interface Candidate {
  readonly code: string;
  readonly cell: number;
}

function worstLines(
  days: Cells,
  codes: readonly string[],
  firstHour: number,
  names: Map<string, string>,
): string[] {
  const lines: string[] = [];
  for (let day = 0; day < days.width; day++) {
    const candidates: Candidate[] = codes
      .map((code, origin) => ({ code, cell: origin * days.width + day }))
      .filter(({ cell }) => days.count(cell) >= LEAST_FLIGHTS)
      .sort((a, b) => days.average(b.cell) - days.average(a.cell) || (a.code < b.code ? -1 : 1));
    const date = new Date((firstHour + day * HOURS_A_DAY) * HOUR_MS).toISOString().slice(0, 10);
    candidates.slice(0, PLACES).forEach(({ code, cell }, i) => {
      const name = names.get(code);
      if (name === undefined) return;
      const figures = `${days.count(cell)} | ${javaDouble(days.average(cell))}`;
      lines.push(`${date} | ${i + 1} | ${code} | ${name} | ${figures}`);
    });
  }
  return lines;
}

function classLines(hours: Cells, codes: readonly string[]): string[] {
  const busiest = new Array<number>(codes.length).fill(0);
  for (const cell of hours.used()) {
    const origin = Math.floor(cell / hours.width);
    busiest[origin] = Math.max(busiest[origin] as number, hours.count(cell));
  }
  const classes = new Map<string, { airports: number; most: number }>();
  for (const flights of busiest) {
    const name = className(flights);
    const entry = classes.get(name) ?? { airports: 0, most: 0 };
    classes.set(name, { airports: entry.airports + 1, most: Math.max(entry.most, flights) });
  }
  return [...classes].map(([name, { airports, most }]) => `${name} | ${airports} | ${most}`);
}

function className(busiest: number): string {
  if (busiest >= 50) return '50 and more';
  if (busiest >= 20) return '20 to 49';
  return busiest >= 5 ? '05 to 19' : '01 to 04';
}

/** Airport names by code; fields may be quoted and hold commas. */
function airportNames(path: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const line of readFileSync(path, 'utf8').split('\n').slice(1)) {
    const [, code, quoted, bare] = /^([^,]+),(?:"((?:[^"]|"")*)"|([^,]*)),/.exec(line) ?? [];
    if (code !== undefined) names.set(code, quoted?.replaceAll('""', '"') ?? bare ?? '');
  }
  return names;
}
