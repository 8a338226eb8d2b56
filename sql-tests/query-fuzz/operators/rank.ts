/** The first rows, of a key or of all, and the first by time. */
import { type Field, listed, made, plain } from '../relation.js';
import type { Operator } from './operator.js';
import { ranked, totalOrder } from './window.js';

/** The first rows of each key, or of all. */
export const top: Operator = {
  name: 'Top-N',
  weight: 9,
  takes: () => true,
  apply: (input, generator) => ranked(input, generator, []),
};

/** The first or last row of each key by time; of equal times the one that came first or last. */
export const deduplicate: Operator = {
  name: 'deduplicate',
  weight: 12,
  takes: ({ rowtime, ordered, updating }) => rowtime !== null && ordered && !updating,
  apply(input, generator) {
    const { choices } = generator;
    const fields = plain(input);
    const keys = choices.some(
      fields.filter(({ name }) => name !== input.rowtime),
      1,
      2,
    );
    const number: Field = { name: generator.name(), kind: 'BIGINT' };
    const last = choices.chance(50);
    const by = listed(keys);
    const order = `ORDER BY ${input.rowtime}${last ? ' DESC' : ''}`;
    const names = listed(fields);
    const row = `ROW_NUMBER() OVER (PARTITION BY ${by} ${order}) AS ${number.name}`;
    const numbered = `SELECT ${names}, ${row} FROM ${input.text}`;
    return made(`SELECT ${names} FROM (${numbered}) WHERE ${number.name} = 1`, fields, {
      updating: true,
    });
  },
};

/** ORDER BY … LIMIT. */
export const limit: Operator = {
  name: 'ORDER BY LIMIT',
  weight: 5,
  takes: () => true,
  apply(input, { choices }) {
    const fields = plain(input);
    const skips = choices.chance(input.updating ? 3 : 15);
    const names = listed(fields);
    const count = 1 + choices.below(6);
    const offset = skips ? ` OFFSET ${1 + choices.below(2)}` : '';
    const order = `ORDER BY ${totalOrder(fields, choices)}`;
    const sql = `SELECT ${names} FROM ${input.text} ${order} LIMIT ${count}${offset}`;
    return made(sql, fields, { updating: true });
  },
};
