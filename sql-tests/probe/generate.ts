/**
 * Random expressions over the world, by the forms of `forms.ts`. A hole asks for a kind of type;
 * most get a column, a literal or a form of that kind, a few whatever comes: so most expressions
 * are taken, and some are refused. What this engine refuses is mostly drawn again.
 */
import type { Random } from '../../conf/random.js';
import { AGGREGATE_FORMS } from './aggregates.js';
import { allForms } from './forms.js';
import { leaf, render, type Tree } from './tree.js';
import { type Kind, Typing } from './typing.js';
import type { World } from './world.js';

/** Kinds that a hole takes, by its name. */
const TAKES: Readonly<Record<string, readonly Kind[]>> = {
  num: ['int', 'int', 'decimal', 'double'],
  datetime: ['date', 'stamp', 'stamp', 'time'],
  interval: ['months', 'millis'],
};

const LITERALS: Readonly<Record<string, readonly string[]>> = {
  int: ['0', '1', '-1', '2', '10', '127', '2147483647', '3000000000'],
  decimal: ['0.5', '1.25', '-0.001', '100.00', '999999999999999.5'],
  double: ['1E0', '-2.5E0', '1E10', '0E0'],
  bool: ['TRUE', 'FALSE'],
  text: ["'a'", "''", "'12'", "'abc'", "'2024-02-29'", "' x '", "'ü'", "'Hello'"],
  bin: ["X'616263'", "X''", "X'ff'"],
  date: ["DATE '2024-02-29'", "DATE '1970-01-01'"],
  time: ["TIME '12:34:56'"],
  stamp: ["TIMESTAMP '2024-03-31 02:30:00'", "TIMESTAMP '2000-01-01 00:00:00.123456'"],
  months: ["INTERVAL '1' MONTH", "INTERVAL '-1-2' YEAR TO MONTH", "INTERVAL '1' YEAR"],
  millis: ["INTERVAL '1' DAY", "INTERVAL '-0.001' SECOND", "INTERVAL '1 02:03:04.5' DAY TO SECOND"],
  array: ['ARRAY[1, 2]', "ARRAY['a', 'b']"],
  map: ["MAP['a', 1]"],
  row: ["ROW(1, 'a')"],
  variant: ['PARSE_JSON(\'{"a": [1, 2]}\')'],
  bitmap: ['BITMAP_BUILD(ARRAY[1, 2, 300])'],
  null: ['CAST(NULL AS INT)', 'CAST(NULL AS STRING)'],
};

/** Holes that are filled from a list alone. */
const LISTS: Readonly<Record<string, readonly string[]>> = {
  small: ['0', '1', '2', '3', '-1', '-3', '5', '38', 'i8'],
  index: ['1', '2', '3'],
  textLiteral: ["'a'", "'b'", "' '", "','", "'l'", "'ab'", "'k=v'", "'PATH'", "'ü'"],
  like: ["'a%'", "'%o_'", "'%'", "'_'", "'%\\_%'", "'H%d'", "''", 's', 'vc'],
  similar: ["'a%'", "'(a|b)+'", "'[a-c]%'", "'_%'"],
  regex: ["'[a-z]+'", "'(\\d+)'", "'l+'", "'^.'", "'(a)|(b)'", "'\\s'", "''", "'('"],
  path: ["'$.a'", "'$.b[0]'", "'$'", "'lax $.a.b'", "'strict $.x'", "'$.b[*]'", "'$[1]'"],
  pattern: ["'yyyy-MM-dd'", "'yyyy-MM-dd HH:mm:ss'", "'HH:mm'", "'EEE, d MMM yyyy'", "'yyyy'"],
  zone: ["'UTC'", "'America/New_York'", "'Asia/Kolkata'", "'+05:30'"],
  charset: ["'UTF-8'", "'US-ASCII'", "'ISO-8859-1'", "'UTF-16'"],
  bits: ['224', '256', '384', '512'],
  unit: 'YEAR QUARTER MONTH WEEK DAY DOW DOY HOUR MINUTE SECOND EPOCH DECADE CENTURY'.split(' '),
  intervalUnit: 'YEAR MONTH DAY HOUR MINUTE SECOND'.split(' '),
  roundUnit: 'YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND'.split(' '),
  addUnit: 'YEAR QUARTER MONTH WEEK DAY HOUR MINUTE SECOND'.split(' '),
  numberType: ['TINYINT', 'INT', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL(7, 3)', 'DECIMAL(38, 10)'],
  timeType: ['DATE', 'TIME', 'TIMESTAMP(0)', 'TIMESTAMP(3)', 'TIMESTAMP(9)', 'TIMESTAMP_LTZ(3)'],
  type: [
    'BOOLEAN',
    'SMALLINT',
    'INT',
    'BIGINT',
    'FLOAT',
    'DOUBLE',
    'DECIMAL(12, 4)',
    'CHAR(3)',
    'VARCHAR(5)',
    'STRING',
    'BYTES',
    'DATE',
    'TIME',
    'TIMESTAMP(3)',
    'TIMESTAMP(6)',
    'TIMESTAMP_LTZ(3)',
  ],
};

interface Form {
  readonly text: readonly string[];
  readonly holes: readonly string[];
}

const ATTEMPTS = 8;

export class Generator {
  readonly #random: Random;
  readonly #typing: Typing;
  readonly #columns = new Map<Kind, string[]>();
  readonly #forms: readonly Form[];
  readonly #aggregates = AGGREGATE_FORMS.map(formOf);
  /** Forms by the kinds of what came of them so far. */
  readonly #byKind = new Map<Kind, Form[]>();

  constructor(random: Random, world: World) {
    this.#random = random;
    this.#typing = new Typing(world);
    for (const { name } of world.columns) this.#put(this.#columns, name, name);
    this.#forms = allForms().map(formOf);
    for (const form of this.#forms) {
      for (let i = 0; i < ATTEMPTS; i++) this.#put(this.#byKind, render(this.#fill(form, 0)), form);
    }
  }

  /** @param depth of forms within forms */
  next(depth: number): Tree {
    for (let i = 0; i < ATTEMPTS; i++) {
      const tree = this.#fill(this.#pick(this.#forms), depth - 1);
      if (this.#typing.kind(render(tree)) !== undefined) return tree;
      if (this.#chance(0.02)) return tree;
    }
    return this.next(depth);
  }

  /** An aggregate, or an expression over some. */
  nextAggregate(depth: number): Tree {
    for (let i = 0; i < ATTEMPTS; i++) {
      const tree = this.#fill(this.#pick(this.#aggregates), depth - 1);
      if (this.#chance(0.02) || this.#typing.takesAggregate(render(tree))) return tree;
    }
    return this.nextAggregate(depth);
  }

  #put<T>(map: Map<Kind, T[]>, sql: string, item: T): void {
    const kind = this.#typing.kind(sql);
    if (kind === undefined) return;
    const list = map.get(kind) ?? [];
    map.set(kind, list);
    if (!list.includes(item)) list.push(item);
  }

  #fill({ text, holes }: Form, depth: number): Tree {
    let last: Kind = 'int';
    const parts = holes.map((hole) => {
      const list = LISTS[hole];
      if (list !== undefined) return leaf(this.#pick(list));
      const kind = hole === 'same' ? last : this.#kind(hole);
      last = kind;
      return this.#ofKind(this.#chance(0.02) ? this.#any() : kind, depth);
    });
    return { text, parts };
  }

  #kind(hole: string): Kind {
    if (hole === 'any') return this.#any();
    return this.#pick(TAKES[hole] ?? [hole as Kind]);
  }

  #any(): Kind {
    return this.#pick(Object.keys(LITERALS)) as Kind;
  }

  #ofKind(kind: Kind, depth: number): Tree {
    const forms = this.#byKind.get(kind) ?? [];
    if (depth > 0 && forms.length > 0 && this.#chance(0.6)) {
      return this.#fill(this.#pick(forms), depth - 1);
    }
    const columns = this.#columns.get(kind) ?? [];
    const literals = LITERALS[kind] ?? [];
    const list = columns.length > 0 && this.#chance(0.75) ? columns : literals;
    return leaf(this.#pick(list));
  }

  #chance(share: number): boolean {
    return this.#random.nextDouble() < share;
  }

  #pick<T>(items: readonly T[]): T {
    const item = this.#random.pick(items);
    if (item === undefined) throw new Error('There is nothing to pick from');
    return item;
  }
}

function formOf(form: string): Form {
  const text = form.split(/\{\w+\}/);
  const holes = [...form.matchAll(/\{(\w+)\}/g)].map(([, hole]) => hole as string);
  return { text, holes };
}
