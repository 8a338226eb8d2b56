/** MATCH_RECOGNIZE of simple patterns. */
import { condition } from '../conditions.js';
import { type Field, made, plain } from '../relation.js';
import type { Operator } from './operator.js';

const PATTERNS: readonly string[] = ['A B', 'A+ B', 'A B* C', 'A B? C', 'A{2} C', 'A B+? C'];
const SKIPS: readonly string[] = ['SKIP PAST LAST ROW', 'SKIP TO NEXT ROW'];

/** Sequences of rows of a key. */
export const match: Operator = {
  name: 'MATCH_RECOGNIZE',
  weight: 12,
  takes({ rowtime, updating, ordered, fields }) {
    return rowtime !== null && !updating && ordered && fields.length > 1;
  },
  apply(input, generator) {
    const { choices } = generator;
    const others = plain(input).filter(({ name }) => name !== input.rowtime);
    const key = choices.pick(others);
    const pattern = choices.pick(PATTERNS);
    const skip = choices.pick(SKIPS);
    const measures: string[] = [];
    const fields: Field[] = [key];
    for (const field of choices.some(others, 1, 2)) {
      const name = generator.name();
      const last = pattern.includes('C') ? 'C' : 'B';
      const of = [`A.${field.name}`, `${last}.${field.name}`, `FIRST(A.${field.name})`];
      measures.push(`${choices.pick(of)} AS ${name}`);
      fields.push({ name, kind: field.kind });
    }
    const counted: Field = { name: generator.name(), kind: 'BIGINT' };
    measures.push(`COUNT(A.${key.name}) AS ${counted.name}`);
    const within = choices.chance(30) ? " WITHIN INTERVAL '10' SECOND" : '';
    const define = [`A AS ${condition(others, choices, 'A.')}`];
    if (choices.chance(50)) {
      const last = pattern.includes('C') ? 'C' : 'B';
      define.push(`${last} AS ${condition(others, choices, `${last}.`)}`);
    }
    const sql =
      `SELECT * FROM ${input.text} MATCH_RECOGNIZE (PARTITION BY ${key.name} ` +
      `ORDER BY ${input.rowtime} MEASURES ${measures.join(', ')} ONE ROW PER MATCH ` +
      `AFTER MATCH ${skip} PATTERN (${pattern})${within} DEFINE ${define.join(', ')}) AS m`;
    return made(sql, [...fields, counted]);
  },
};
