/**
 * Random tables and what they are fed: rows with nulls, extremes and keys of which one is frequent,
 * times out of order, late rows, and changes that agree with themselves (only what stands is taken
 * back, a primary key stands once).
 */
import { type CellText, formatRow } from '../../server/test/row-text.js';
import type { Choices } from './choices.js';
import type { Relation } from './relation.js';
import { cell, KINDS, type Kind, typeOf } from './values.js';

export type TableKind =
  /** Inserts alone. */
  | 'append'
  /** Changes of rows with a primary key. */
  | 'keyed'
  /** The same without the rows before: later ones of a key take their place. */
  | 'upsert'
  /** Changes of rows of which some are equal. */
  | 'bag'
  /** The same as `keyed`, but what is deleted has the time of its deletion: versions of a key. */
  | 'versioned';

export interface TableColumn {
  readonly name: string;
  readonly kind: Kind;
  readonly nullable: boolean;
}

/** A row as a golden file feeds it. */
export interface FedRow {
  readonly change: string;
  readonly cells: readonly CellText[];
}

export interface Table {
  readonly name: string;
  readonly kind: TableKind;
  readonly columns: readonly TableColumn[];
  /** A column is `ts`, a time attribute; watermarks are so many seconds behind it. */
  readonly delay: number | null;
  /** Rows may come later than the watermark. */
  readonly late: boolean;
  readonly rows: readonly FedRow[];
}

export const TIME = 'ts';
export const KEY = 'k';

const TABLE_KINDS: readonly TableKind[] = [
  'append',
  'append',
  'keyed',
  'bag',
  'versioned',
  'append',
  'upsert',
];
/** What a table says of its changes. */
const MODES: Readonly<Record<TableKind, string>> = {
  append: 'I',
  keyed: 'I,UB,UA,D',
  upsert: 'I,UA,D',
  bag: 'I,UB,UA,D',
  versioned: 'I,UB,UA,D',
};
const KEY_KINDS: readonly Kind[] = ['INT', 'INT', 'STRING', 'BIGINT', 'DATE'];
const DELAYS: readonly number[] = [0, 1, 5, 5, 20];
const START = Date.UTC(2024, 0, 1);

/** What the tables of a case share so that they can be joined. */
export interface Shared {
  /** Of the column `k`. */
  readonly key: Kind;
  /** Of the column `ts`. */
  readonly time: Kind;
}

export function makeTable(name: string, shared: Shared, choices: Choices): Table {
  const kind = choices.pick(TABLE_KINDS);
  const timed = kind === 'versioned' || choices.chance(kind === 'append' ? 75 : 30);
  const delay = timed ? choices.pick(DELAYS) : null;
  // What takes back an older row has its old time.
  const late = timed && kind !== 'versioned' && (kind !== 'append' || choices.chance(30));
  const unique = hasKey({ kind });
  const columns: TableColumn[] = [{ name: KEY, kind: shared.key, nullable: !unique }];
  const more = 1 + choices.below(4);
  for (let i = 0; i < more; i++) {
    columns.push({ name: `c${i}`, kind: choices.pick(KINDS), nullable: !choices.chance(20) });
  }
  if (timed) columns.push({ name: TIME, kind: shared.time, nullable: false });
  const shape = { name, kind, columns, delay, late };
  return { ...shape, rows: new Feeding(shape, choices).rows() };
}

/** `k` is a primary key. */
export function hasKey({ kind }: Pick<Table, 'kind'>): boolean {
  return kind === 'keyed' || kind === 'upsert' || kind === 'versioned';
}

export function sharedKinds(choices: Choices): Shared {
  return { key: choices.pick(KEY_KINDS), time: choices.chance(20) ? 'LTZ' : 'TIMESTAMP' };
}

type Shape = Omit<Table, 'rows'>;

class Feeding {
  readonly #shape: Shape;
  readonly #choices: Choices;
  readonly #rows: FedRow[] = [];
  readonly #standing: (readonly CellText[])[] = [];
  /** ms since the start, of the latest row. */
  #latest = 0;

  constructor(shape: Shape, choices: Choices) {
    this.#shape = shape;
    this.#choices = choices;
  }

  rows(): readonly FedRow[] {
    const count = 4 + this.#choices.below(30);
    for (let i = 0; i < count; i++) this.#step();
    return this.#rows;
  }

  #step(): void {
    const { kind } = this.#shape;
    const fresh = this.#row();
    if (kind === 'append') {
      this.#rows.push({ change: '+I', cells: fresh });
      return;
    }
    const found = this.#replaced(fresh);
    if (found < 0) {
      this.#standing.push(fresh);
      this.#rows.push({ change: '+I', cells: fresh });
      return;
    }
    const old = this.#standing[found] as readonly CellText[];
    if (this.#choices.chance(30)) {
      this.#standing.splice(found, 1);
      const time = fresh.at(-1) ?? null;
      const cells = kind === 'versioned' ? [...old.slice(0, -1), time] : old;
      this.#rows.push({ change: '-D', cells });
      return;
    }
    this.#standing[found] = fresh;
    if (kind !== 'upsert') this.#rows.push({ change: '-U', cells: old });
    this.#rows.push({ change: '+U', cells: fresh });
  }

  /** Which standing row a fresh one takes the place of; -1 for none. */
  #replaced(fresh: readonly CellText[]): number {
    if (this.#shape.kind !== 'bag') return this.#standing.findIndex(([key]) => key === fresh[0]);
    const { length } = this.#standing;
    return length > 0 && this.#choices.chance(45) ? this.#choices.below(length) : -1;
  }

  #row(): readonly CellText[] {
    return this.#shape.columns.map(({ name, kind, nullable }) =>
      name === TIME ? this.#time() : cell(kind, nullable, this.#choices),
    );
  }

  #time(): string {
    const { delay, late } = this.#shape;
    const choices = this.#choices;
    const behind = (delay ?? 0) * 1000;
    const jump = choices.chance(6) ? 3_600_000 : choices.chance(30) ? 12_000 : 3_000;
    if (choices.chance(35) && (late || behind > 0) && this.#latest > 0) {
      const most = late ? behind + 20_000 : behind - 1;
      const back = 500 * choices.below(1 + Math.floor(most / 500));
      return timeText(START + Math.max(0, this.#latest - back));
    }
    this.#latest += 500 * (1 + choices.below(jump / 500));
    return timeText(START + this.#latest);
  }
}

function timeText(ms: number): string {
  return new Date(ms).toISOString().replace('T', ' ').slice(0, -1);
}

/** The table as the operators above it see it. */
export function relationOf(table: Table): Relation {
  return {
    text: table.name,
    fields: table.columns,
    rowtime: table.delay === null ? null : TIME,
    updating: table.kind !== 'append',
    ordered: true,
    windowed: false,
    closed: false,
  };
}

export function ddlOf({ name, kind, columns, delay }: Table): string {
  const items = columns.map(
    (it) => `${it.name} ${typeOf(it.kind)}${it.nullable ? '' : ' NOT NULL'}`,
  );
  if (delay !== null) {
    const behind = delay === 0 ? '' : ` - INTERVAL '${delay}' SECOND`;
    items.push(`WATERMARK FOR ${TIME} AS ${TIME}${behind}`);
  }
  if (hasKey({ kind })) items.push(`PRIMARY KEY (${KEY}) NOT ENFORCED`);
  const mode = kind === 'append' ? '' : `, 'changelog-mode' = '${MODES[kind]}'`;
  return `CREATE TABLE ${name} (\n  ${items.join(',\n  ')}\n) WITH ('connector' = 'feed'${mode})`;
}

/** The rows as lines of a golden file. */
export function fedLines({ columns, rows }: Table): readonly string[] {
  const quotable = columns.map(({ kind }) => kind === 'STRING');
  return rows.map(({ change, cells }) => `${change} | ${formatRow(cells, quotable)}`);
}
