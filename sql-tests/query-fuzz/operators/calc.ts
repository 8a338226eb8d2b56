/** Operators that look at a row alone. */
import { condition, value } from '../conditions.js';
import type { Generator } from '../generator.js';
import { type Field, listed, made, plain, type Relation } from '../relation.js';
import type { Operator } from './operator.js';

/** A condition, and values made of fields; the time attribute stays one. */
export const calc: Operator = {
  name: 'calc',
  weight: 6,
  takes: () => true,
  apply(input: Relation, generator: Generator): Relation {
    const { choices } = generator;
    const items: string[] = [];
    const fields: Field[] = [];
    for (const field of input.fields) {
      const kept = field.name === input.rowtime || field.name.startsWith('window_');
      const text = kept ? field.name : value(field, choices);
      const name = text === field.name ? field.name : generator.name();
      items.push(text === field.name ? text : `${text} AS ${name}`);
      fields.push({ name, kind: field.kind });
    }
    const where = choices.chance(70) ? ` WHERE ${condition(plain(input), choices)}` : '';
    const { rowtime, updating, ordered, windowed } = input;
    const sql = `SELECT ${items.join(', ')} FROM ${input.text}${where}`;
    return made(sql, fields, { rowtime, updating, ordered, windowed });
  },
};

/** The elements of an array, a row each. */
export const unnest: Operator = {
  name: 'unnest',
  weight: 10,
  takes: ({ fields }) => fields.some(({ kind }) => kind === 'ARRAY'),
  apply(input: Relation, generator: Generator): Relation {
    const { choices } = generator;
    const array = choices.pick(input.fields.filter(({ kind }) => kind === 'ARRAY'));
    const element: Field = { name: generator.name(), kind: 'INT' };
    const kept = plain(input);
    const names = `${listed(kept, 'l.')}, e.${element.name}`;
    const outer = choices.chance(40);
    const unnested = `UNNEST(l.${array.name}) AS e (${element.name})`;
    const join = outer ? `LEFT JOIN ${unnested} ON TRUE` : `CROSS JOIN ${unnested}`;
    const { rowtime, updating, ordered, windowed } = input;
    const sql = `SELECT ${names} FROM ${input.text} AS l ${join}`;
    return made(sql, [...kept, element], { rowtime, updating, ordered, windowed });
  },
};
