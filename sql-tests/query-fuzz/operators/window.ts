/** Windowing table functions and what stands above them: aggregates, the first rows of each. */
import type { Choices } from '../choices.js';
import type { Generator } from '../generator.js';
import { type Field, listed, made, plain, type Relation } from '../relation.js';
import { aggregates, mayBeEqual, selected } from './aggregate.js';
import type { Operator } from './operator.js';

const START: Field = { name: 'window_start', kind: 'TIMESTAMP' };
const END: Field = { name: 'window_end', kind: 'TIMESTAMP' };

/** A time attribute of the type of the one by which rows are put into windows. */
function timeOf({ fields, rowtime }: Relation, name = 'window_time'): Field {
  return { name, kind: fields.find((it) => it.name === rowtime)?.kind ?? 'TIMESTAMP' };
}

/** A windowing table function over a relation with a time attribute. */
function windowed(input: Relation, choices: Choices): string {
  const data = dataOf(input);
  const size = choices.pick([10, 4, 60, 3600]);
  const descriptor = `DESCRIPTOR(${input.rowtime})`;
  switch (choices.below(4)) {
    case 1:
      return `TABLE(HOP(${data}, ${descriptor}, ${seconds(size / 2)}, ${seconds(size)}))`;
    case 2:
      return `TABLE(CUMULATE(${data}, ${descriptor}, ${seconds(size / 2)}, ${seconds(size)}))`;
    case 3: {
      const offset = choices.chance(25) ? `, ${seconds(choices.pick([1, 3]))}` : '';
      return `TABLE(TUMBLE(${data}, ${descriptor}, ${seconds(size)}${offset}))`;
    }
    default:
      return `TABLE(TUMBLE(${data}, ${descriptor}, ${seconds(size)}))`;
  }
}

/** The first argument of a windowing table function. */
function dataOf({ text }: Relation): string {
  return text.startsWith('(') ? text : `TABLE ${text}`;
}

function seconds(count: number): string {
  return `INTERVAL '${count}' SECOND(4)`;
}

/** Fields that are not those of a window: a window's are a further one's own. */
function others(input: Relation): readonly Field[] {
  return plain(input).filter(({ name }) => !name.startsWith('window_') && name !== input.rowtime);
}

function canWindow(input: Relation): boolean {
  return input.rowtime !== null && !input.windowed && others(input).length > 0;
}

/**
 * Aggregates by window and some of up to `most` keys; `window_time` stays a time attribute for a
 * further window.
 * @param windows the windowing table function by the keys
 */
function byWindow(
  input: Relation,
  generator: Generator,
  most: number,
  windows: (keys: readonly Field[]) => string,
): Relation {
  const { choices } = generator;
  const keys = choices.some(others(input), 0, most);
  const aggregated = aggregates({ ...input, fields: others(input), ordered: false }, generator);
  const cascades = choices.chance(50);
  const time = timeOf(input);
  const all = [START, END, ...(cascades ? [time] : []), ...keys];
  const sql = `SELECT ${selected(all, aggregated)} FROM ${windows(keys)} GROUP BY ${listed(all)}`;
  return made(sql, [...all, ...aggregated], {
    windowed: true,
    rowtime: cascades ? time.name : null,
  });
}

export const windowAggregate: Operator = {
  name: 'window aggregate',
  weight: 18,
  takes: canWindow,
  apply: (input, generator) =>
    byWindow(input, generator, 2, () => windowed(input, generator.choices)),
};

/** Grouping sets within windows. */
export const windowGroupingSets: Operator = {
  name: 'window grouping sets',
  weight: 7,
  takes: (input) => canWindow(input) && others(input).length > 1,
  apply(input, generator) {
    const { choices } = generator;
    const keys = choices.some(others(input), 2, 2);
    const [a = '', b = ''] = keys.map(({ name }) => name);
    const aggregated = aggregates({ ...input, fields: others(input), ordered: false }, generator);
    const sets = choices.pick([`ROLLUP (${a}, ${b})`, `GROUPING SETS ((${a}), (${b}))`]);
    const all = [START, END, ...keys];
    const from = windowed(input, choices);
    const group = `GROUP BY window_start, window_end, ${sets}`;
    const sql = `SELECT ${selected(all, aggregated)} FROM ${from} ${group}`;
    const closed = mayBeEqual(keys);
    return made(sql, [...all, ...aggregated], { windowed: true, closed });
  },
};

/** Windows that end where nothing comes for a while. */
export const session: Operator = {
  name: 'session',
  weight: 10,
  takes: canWindow,
  apply: (input, generator) =>
    byWindow(input, generator, 1, (keys) => {
      const partition = keys.length === 0 ? '' : ` PARTITION BY ${listed(keys)}`;
      const gap = seconds(generator.choices.pick([5, 2, 30]));
      return `TABLE(SESSION(${dataOf(input)}${partition}, DESCRIPTOR(${input.rowtime}), ${gap}))`;
    }),
};

const GROUP_WINDOWS = {
  TUMBLE: ["INTERVAL '10' SECOND"],
  HOP: ["INTERVAL '5' SECOND", "INTERVAL '10' SECOND"],
  SESSION: ["INTERVAL '5' SECOND"],
} as const;

/** The older windows, as keys of GROUP BY. */
export const groupWindow: Operator = {
  name: 'group window',
  weight: 6,
  takes: (input) => canWindow(input) && !input.updating,
  apply(input, generator) {
    const { choices } = generator;
    const name = choices.pick(['TUMBLE', 'HOP', 'SESSION'] as const);
    const window = [input.rowtime, ...GROUP_WINDOWS[name]].join(', ');
    const keys = choices.some(others(input), 0, 2);
    const aggregated = aggregates({ ...input, fields: others(input), ordered: false }, generator);
    const time = timeOf(input, generator.name());
    const start: Field = { name: generator.name(), kind: 'TIMESTAMP' };
    const begin = `${name}_START(${window}) AS ${start.name}`;
    const end = `${name}_ROWTIME(${window}) AS ${time.name}`;
    const group = [`${name}(${window})`, ...keys.map((key) => key.name)].join(', ');
    const items = `${selected(keys, aggregated)}, ${begin}, ${end}`;
    const sql = `SELECT ${items} FROM ${input.text} GROUP BY ${group}`;
    return made(sql, [...keys, ...aggregated, start, time], { rowtime: time.name });
  },
};

/** A windowing table function alone: each row with its windows. */
export const windowTable: Operator = {
  name: 'window table function',
  weight: 8,
  takes: (input) => canWindow(input) && !input.updating,
  apply(input, { choices }) {
    const time = timeOf(input);
    const kept = [START, END, ...(choices.chance(30) ? [time] : []), ...others(input)];
    const names = listed(kept);
    const { ordered } = input;
    return made(`SELECT ${names} FROM ${windowed(input, choices)}`, kept, {
      ordered,
      windowed: true,
      rowtime: kept.includes(time) ? time.name : null,
    });
  },
};

/** The first rows of a window. */
export const windowTop: Operator = {
  name: 'window Top-N',
  weight: 20,
  takes: ({ windowed: has, updating }) => has && !updating,
  apply(input, generator) {
    return ranked(
      input,
      generator,
      [START, END].map(({ name }) => name),
    );
  },
};

/** Rows by a total order, of which the first stay. */
export function ranked(
  input: Relation,
  generator: Generator,
  windows: readonly string[],
): Relation {
  const { choices } = generator;
  const fields = plain(input);
  const keyed = choices.chance(windows.length > 0 ? 50 : 80);
  const keys = keyed ? [choices.pick(fields).name] : [];
  const partition = [...windows, ...keys.filter((name) => !windows.includes(name))];
  const number: Field = { name: generator.name(), kind: 'BIGINT' };
  const limit = choices.pick(['<= 2', '< 4', '<= 1', '<= 5', '= 1', '<= 3']);
  const by = partition.length > 0 ? `PARTITION BY ${partition.join(', ')} ` : '';
  const over = `ROW_NUMBER() OVER (${by}ORDER BY ${totalOrder(fields, choices)})`;
  const names = listed(fields);
  const numbered = `SELECT ${names}, ${over} AS ${number.name} FROM ${input.text}`;
  const shows = choices.chance(50);
  const items = shows ? `${names}, ${number.name}` : names;
  return made(
    `SELECT ${items} FROM (${numbered}) WHERE ${number.name} ${limit}`,
    shows ? [...fields, number] : fields,
    windows.length > 0 ? { windowed: true } : { updating: true },
  );
}

/** By all fields, one first: what is equal in it is equal in all. */
export function totalOrder(fields: readonly Field[], choices: Choices): string {
  const first = choices.pick(fields);
  return [first, ...fields.filter((it) => it !== first)]
    .map(({ name }) => `${name}${choices.chance(30) ? ' DESC' : ''}`)
    .join(', ');
}
