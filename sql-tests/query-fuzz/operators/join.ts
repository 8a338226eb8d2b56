/** Operators with a second input that matches rows. All fields have new names above a join. */
import { condition } from '../conditions.js';
import type { Generator } from '../generator.js';
import { type Field, listed, made, plain, type Relation } from '../relation.js';
import { KEY, relationOf } from '../tables.js';
import { WITHOUT_LEAST } from '../values.js';
import type { Operator } from './operator.js';

/** Two relations, whose fields all have new names above them. */
interface Both {
  readonly items: string;
  readonly left: readonly Field[];
  readonly right: readonly Field[];
  /** The new name of a field of the left one. */
  readonly renamed: (name: string) => string;
}

function both(left: Relation, right: Relation, generator: Generator): Both {
  const items: string[] = [];
  const names = new Map<string, string>();
  const renamed = (fields: readonly Field[], side: string): readonly Field[] =>
    fields.map(({ name, kind }) => {
      const made = generator.name();
      items.push(`${side}.${name} AS ${made}`);
      if (side === 'l') names.set(name, made);
      return { name: made, kind };
    });
  const of = { left: renamed(plain(left), 'l'), right: renamed(plain(right), 'r') };
  return { ...of, items: items.join(', '), renamed: (name) => names.get(name) ?? name };
}

/** An equality of fields of one kind; null where there are none. */
function equality(left: Relation, right: Relation, generator: Generator): string | null {
  const pairs = plain(left).flatMap((l) =>
    plain(right)
      .filter(({ kind }) => kind === l.kind)
      .map((r) => `l.${l.name} = r.${r.name}`),
  );
  if (pairs.length === 0) return null;
  return generator.choices.chance(50) ? generator.choices.pick(pairs) : (pairs[0] as string);
}

const SIDES: readonly string[] = ['JOIN', 'LEFT JOIN', 'RIGHT JOIN', 'FULL JOIN'];

/** A join of two relations by equal values, with a further condition now and then. */
export const regularJoin: Operator = {
  name: 'join',
  weight: 10,
  takes: (_, { canJoin }) => canJoin,
  apply(input, generator) {
    const { choices } = generator;
    const right = generator.second();
    if (right === null) return input;
    const equal = equality(input, right, generator);
    const { items, left, right: others } = both(input, right, generator);
    const join = equal === null ? 'CROSS JOIN' : choices.pick(SIDES);
    const side = choices.pick([
      [right, 'r.'],
      [input, 'l.'],
    ] as const);
    const more = choices.chance(25) ? ` AND ${condition(plain(side[0]), choices, side[1])}` : '';
    const on = equal === null ? '' : ` ON ${equal}${more}`;
    const sql = `SELECT ${items} FROM ${input.text} AS l ${join} ${right.text} AS r${on}`;
    return made(sql, [...left, ...others], { updating: true });
  },
};

/** Rows that a query has, or has not. */
export const semiJoin: Operator = {
  name: 'semi and anti join',
  weight: 7,
  takes: (_, { canJoin }) => canJoin,
  apply(input, generator) {
    const { choices } = generator;
    const right = generator.second();
    if (right === null) return input;
    const fields = plain(input);
    const names = listed(fields, 'l.');
    const select = `SELECT ${names} FROM ${input.text} AS l WHERE`;
    const equal = equality(input, right, generator);
    const [, field = '', other = ''] = /^l\.(\w+) = r\.(\w+)$/.exec(equal ?? '') ?? [];
    const not = choices.chance(40) ? 'NOT ' : '';
    const where = choices.chance(30) ? ` AND ${condition(plain(right), choices, 'r.')}` : '';
    const from = `FROM ${right.text} AS r`;
    const sql =
      equal === null || choices.chance(50)
        ? `${select} ${not}EXISTS (SELECT 1 ${from} WHERE ${equal ?? 'TRUE'}${where})`
        : `${select} l.${field} ${not}IN (SELECT r.${other} ${from})`;
    return made(sql, fields, { updating: true });
  },
};

/** A join of rows whose times are near each other. */
export const intervalJoin: Operator = {
  name: 'interval join',
  weight: 24,
  takes: (input, { canJoin }) => canJoin && input.rowtime !== null && !input.updating,
  apply(input, generator) {
    const { choices } = generator;
    const right = generator.second((it) => it.rowtime !== null && !it.updating);
    if (right === null) return input;
    const equal = equality(input, right, generator);
    if (equal === null) return input;
    const { items, left, right: others, renamed } = both(input, right, generator);
    const join = choices.pick(SIDES);
    const [before, behind] = choices.pick([
      [5, 5],
      [0, 10],
      [10, 0],
      [30, 30],
      [10, -2],
    ] as const);
    const low = `r.${right.rowtime} - INTERVAL '${before}' SECOND`;
    const high = `r.${right.rowtime} + INTERVAL '${behind}' SECOND`;
    const near = `l.${input.rowtime} BETWEEN ${low} AND ${high}`;
    const more = choices.chance(20) ? ` AND ${condition(plain(input), choices, 'l.')}` : '';
    const on = `${equal} AND ${near}${more}`;
    const sql = `SELECT ${items} FROM ${input.text} AS l ${join} ${right.text} AS r ON ${on}`;
    return made(sql, [...left, ...others], {
      rowtime: join === 'JOIN' ? renamed(input.rowtime as string) : null,
    });
  },
};

/** A join of rows of the same window. */
export const windowJoin: Operator = {
  name: 'window join',
  weight: 14,
  takes: ({ windowed, updating }, { canJoin }) => canJoin && windowed && !updating,
  apply(input, generator) {
    const { choices } = generator;
    const right = generator.second((it) => it.windowed && !it.updating) ?? input;
    const { items, left, right: others } = both(input, right, generator);
    const equal = choices.chance(60) ? equality(input, right, generator) : null;
    const keyed = equal === null ? '' : ` AND ${equal}`;
    const on = `l.window_start = r.window_start AND l.window_end = r.window_end${keyed}`;
    const join = choices.pick(SIDES);
    const sql = `SELECT ${items} FROM ${input.text} AS l ${join} ${right.text} AS r ON ${on}`;
    return made(sql, [...left, ...others], { updating: true });
  },
};

/** A join with the version that stood at a row's time. */
export const temporalJoin: Operator = {
  name: 'temporal join',
  weight: 40,
  takes(input, { canJoin, versioned }) {
    return canJoin && input.rowtime !== null && !input.updating && versioned.length > 0;
  },
  apply(input, generator) {
    const { choices } = generator;
    const table = choices.pick(generator.versioned);
    const keyKind = table.columns[0]?.kind;
    const keys = plain(input).filter(({ kind }) => kind === keyKind);
    if (keys.length === 0) return input;
    const { items, left, right: others, renamed } = both(input, relationOf(table), generator);
    const join = choices.pick(['JOIN', 'LEFT JOIN']);
    const of = `FOR SYSTEM_TIME AS OF l.${input.rowtime} AS r`;
    const on = `l.${generator.field(keys).name} = r.${KEY}`;
    const more = choices.chance(20) ? ` AND ${condition(plain(input), choices, 'l.')}` : '';
    const from = `${input.text} AS l ${join} ${table.name} ${of}`;
    const sql = `SELECT ${items} FROM ${from} ON ${on}${more}`;
    return made(sql, [...left, ...others], { rowtime: renamed(input.rowtime as string) });
  },
};

/** A value that a query of one row has, or one for each row. */
export const scalarQuery: Operator = {
  name: 'scalar query',
  weight: 5,
  takes: (_, { canJoin }) => canJoin,
  apply(input, generator) {
    const { choices } = generator;
    const right = generator.second();
    if (right === null) return input;
    const fields = plain(input);
    const ordered = plain(right).filter(({ kind }) => !WITHOUT_LEAST.has(kind));
    if (ordered.length === 0) return input;
    const field = choices.pick(ordered);
    const equal = choices.chance(50) ? equality(input, right, generator) : null;
    const where = equal === null ? '' : ` WHERE ${equal}`;
    const aggregate = choices.pick(['MAX', 'MIN', 'COUNT']);
    const kind = aggregate === 'COUNT' ? 'BIGINT' : field.kind;
    const value: Field = { name: generator.name(), kind };
    const names = listed(fields, 'l.');
    const one = `(SELECT ${aggregate}(r.${field.name}) FROM ${right.text} AS r${where})`;
    const sql = `SELECT ${names}, ${one} AS ${value.name} FROM ${input.text} AS l`;
    return made(sql, [...fields, value], { updating: true });
  },
};
