/** OVER by event time. */
import type { Choices } from '../choices.js';
import { type Field, listed, made, plain } from '../relation.js';
import { type Kind, NUMBERS, WITHOUT_FIRST, WITHOUT_LEAST } from '../values.js';
import type { Operator } from './operator.js';

/** Aggregates over the rows before each, by event time. */
export const over: Operator = {
  name: 'OVER',
  weight: 14,
  takes: ({ rowtime, updating }) => rowtime !== null && !updating,
  apply(input, generator) {
    const { choices } = generator;
    const fields = plain(input);
    const others = fields.filter(({ name }) => name !== input.rowtime);
    const by = others.length > 0 && choices.chance(75) ? choices.pick(others).name : null;
    const partition = by === null ? '' : `PARTITION BY ${by} `;
    const window = `${partition}ORDER BY ${input.rowtime} ${frame(input.ordered, choices)}`;
    const list: Field[] = [];
    const items: string[] = [];
    const count = 1 + choices.below(2);
    for (let i = 0; i < count; i++) {
      const { text, kind } = aggregate(choices.pick(fields), input.ordered, choices);
      const name = generator.name();
      items.push(`${text} OVER (${window}) AS ${name}`);
      list.push({ name, kind });
    }
    const names = listed(fields);
    const { rowtime, windowed } = input;
    const sql = `SELECT ${names}, ${items.join(', ')} FROM ${input.text}`;
    return made(sql, [...fields, ...list], { rowtime, windowed });
  },
};

/** Which of the rows of a time a ROWS frame has depends on their order. */
function frame(ordered: boolean, choices: Choices): string {
  const ranges = [
    'RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW',
    "RANGE BETWEEN INTERVAL '10' SECOND PRECEDING AND CURRENT ROW",
    "RANGE BETWEEN INTERVAL '2' SECOND PRECEDING AND CURRENT ROW",
  ];
  const rows = [
    'ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW',
    'ROWS BETWEEN 2 PRECEDING AND CURRENT ROW',
    'ROWS BETWEEN 1 PRECEDING AND CURRENT ROW',
  ];
  return choices.pick(ordered ? [...ranges, ...rows] : ranges);
}

interface Made {
  readonly text: string;
  readonly kind: Kind;
}

function aggregate({ name, kind }: Field, ordered: boolean, choices: Choices): Made {
  const forms: Made[] = [
    { text: 'COUNT(*)', kind: 'BIGINT' },
    { text: `COUNT(${name})`, kind: 'BIGINT' },
  ];
  if (kind !== 'BYTES') forms.push({ text: `COUNT(DISTINCT ${name})`, kind: 'BIGINT' });
  if (!WITHOUT_LEAST.has(kind)) {
    forms.push({ text: `MIN(${name})`, kind }, { text: `MAX(${name})`, kind });
  }
  if (NUMBERS.has(kind)) forms.push({ text: `SUM(${name})`, kind }, { text: `AVG(${name})`, kind });
  if (ordered && !WITHOUT_FIRST.has(kind)) {
    forms.push({ text: `FIRST_VALUE(${name})`, kind }, { text: `LAST_VALUE(${name})`, kind });
  }
  return choices.pick(forms);
}
