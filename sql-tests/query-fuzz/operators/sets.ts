/** Set operations over the fields of one kind that two relations have. */
import { type Field, listed, made, plain, type Relation } from '../relation.js';
import type { Operator } from './operator.js';

/** Rows of two relations, of one, or of both. */
export const setOperation: Operator = {
  name: 'set operation',
  weight: 9,
  takes: (_, { canJoin }) => canJoin,
  apply(input, generator) {
    const { choices } = generator;
    const right = generator.second();
    if (right === null) return input;
    const operation = choices.pick([
      'UNION ALL',
      'UNION',
      'INTERSECT',
      'INTERSECT ALL',
      'EXCEPT',
      'EXCEPT ALL',
    ]);
    const pairs = matched(input, right);
    if (pairs.length === 0) return input;
    const fields = pairs.map(([l]) => l);
    const left = listed(fields);
    const other = listed(pairs.map(([, r]) => r));
    const appends = operation === 'UNION ALL' && !input.updating && !right.updating;
    const keepsTime = appends && pairs.some(([l, r]) => isTime(input, l) && isTime(right, r));
    const sql = `SELECT ${left} FROM ${input.text} ${operation} SELECT ${other} FROM ${right.text}`;
    return made(sql, fields, {
      updating: !appends,
      rowtime: keepsTime ? input.rowtime : null,
    });
  },
};

function isTime({ rowtime }: Relation, { name }: Field): boolean {
  return name === rowtime;
}

/** Fields of one kind, each once; time attributes with each other. */
function matched(left: Relation, right: Relation): readonly (readonly [Field, Field])[] {
  const used = new Set<Field>();
  return plain(left).flatMap((l) => {
    const r = plain(right).find(
      (it) => it.kind === l.kind && !used.has(it) && isTime(left, l) === isTime(right, it),
    );
    if (r === undefined) return [];
    used.add(r);
    return [[l, r] as const];
  });
}
