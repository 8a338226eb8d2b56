/** Aggregates over groups and grouping sets. */
import type { Choices } from '../choices.js';
import { condition } from '../conditions.js';
import type { Generator } from '../generator.js';
import { type Field, listed, made, plain, type Relation } from '../relation.js';
import { type Kind, NUMBERS, WITHOUT_FIRST, WITHOUT_LEAST } from '../values.js';
import type { Operator } from './operator.js';

interface Made {
  readonly text: string;
  readonly kind: Kind;
}

/** Aggregates over the fields, with DISTINCT and FILTER. */
export function aggregates(input: Relation, generator: Generator): readonly (Field & Made)[] {
  const { choices } = generator;
  const list: (Field & Made)[] = [];
  const count = 1 + choices.below(3);
  for (let i = 0; i < count; i++) {
    const one = aggregate(input, choices);
    const filter = choices.chance(20) ? ` FILTER (WHERE ${condition(plain(input), choices)})` : '';
    list.push({ name: generator.name(), kind: one.kind, text: `${one.text}${filter}` });
  }
  return list;
}

function aggregate(input: Relation, choices: Choices): Made {
  const { name, kind } = choices.pick(plain(input));
  const distinct = choices.chance(25) && kind !== 'BYTES' ? 'DISTINCT ' : '';
  const plainForms: Made[] = [
    { text: 'COUNT(*)', kind: 'BIGINT' },
    { text: `COUNT(${distinct}${name})`, kind: 'BIGINT' },
  ];
  if (!WITHOUT_LEAST.has(kind)) {
    plainForms.push({ text: `MIN(${name})`, kind }, { text: `MAX(${name})`, kind });
  }
  if (NUMBERS.has(kind)) {
    plainForms.push(
      { text: `SUM(${distinct}${name})`, kind },
      { text: `AVG(${distinct}${name})`, kind },
    );
  }
  if (input.ordered && !input.updating && !WITHOUT_FIRST.has(kind)) {
    plainForms.push({ text: `FIRST_VALUE(${name})`, kind }, { text: `LAST_VALUE(${name})`, kind });
    if (kind === 'STRING') plainForms.push({ text: `LISTAGG(${name})`, kind });
  }
  return choices.pick(plainForms);
}

/** `items` behind SELECT of keys and aggregates. */
export function selected(keys: readonly Field[], made: readonly (Field & Made)[]): string {
  const names = keys.map(({ name }) => name);
  return [...names, ...made.map(({ text, name }) => `${text} AS ${name}`)].join(', ');
}

/** Aggregates by a key, or over all rows. */
export const groupAggregate: Operator = {
  name: 'group aggregate',
  weight: 9,
  takes: () => true,
  apply(input, generator) {
    const { choices } = generator;
    const keys = choices.chance(10) ? [] : choices.some(plain(input), 1, 2);
    const aggregated = aggregates(input, generator);
    const group = keys.length === 0 ? '' : ` GROUP BY ${listed(keys)}`;
    const having = choices.chance(15) ? ` HAVING COUNT(*) ${choices.pick(['> 1', '< 3'])}` : '';
    const sql = `SELECT ${selected(keys, aggregated)} FROM ${input.text}${group}${having}`;
    return made(sql, [...keys, ...aggregated], { updating: true, ordered: input.ordered });
  },
};

/**
 * Whether rows of several grouping sets may have the same keys, a NULL of a row in one and that of
 * the set in another: Flink takes them for unique in what stands above.
 */
export function mayBeEqual(keys: readonly Field[]): boolean {
  return keys.some(({ nullable }) => nullable !== false);
}

/** Aggregates by several sets of keys. */
export const groupingSets: Operator = {
  name: 'grouping sets',
  weight: 5,
  takes: (input) => plain(input).length > 1,
  apply(input, generator) {
    const { choices } = generator;
    const keys = choices.some(plain(input), 2, 2);
    const names = keys.map(({ name }) => name);
    const [a = '', b = ''] = names;
    const sets = choices.pick([
      `GROUPING SETS ((${a}), (${b}), ())`,
      `ROLLUP (${a}, ${b})`,
      `CUBE (${a}, ${b})`,
      `GROUPING SETS ((${a}, ${b}), (${a}))`,
    ]);
    const id: Field = { name: generator.name(), kind: 'BIGINT' };
    const aggregated = aggregates(input, generator);
    const items = `${selected(keys, aggregated)}, GROUPING_ID(${a}, ${b}) AS ${id.name}`;
    const sql = `SELECT ${items} FROM ${input.text} GROUP BY ${sets}`;
    return made(sql, [...keys, ...aggregated, id], { updating: true, closed: mayBeEqual(keys) });
  },
};

/** SELECT DISTINCT. */
export const distinct: Operator = {
  name: 'distinct',
  weight: 3,
  takes: () => true,
  apply(input, { choices }) {
    const keys = choices.some(plain(input), 1, 3);
    const sql = `SELECT DISTINCT ${listed(keys)} FROM ${input.text}`;
    const { updating, ordered } = input;
    return made(sql, keys, { updating, ordered });
  },
};
