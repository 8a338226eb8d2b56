/** Parts of MATCH_RECOGNIZE as EXPLAIN prints them. */
import { describeExpr } from '../../operators/expr/describe.js';
import {
  type MatchValue,
  type PatternVariable,
  VALUE_BASE,
} from '../../operators/match/match-spec.js';
import type { Match } from '../logical/match.js';

export function measuresText(node: Match): string {
  const names: string[] = [];
  for (const [i, value] of node.values.entries()) names[VALUE_BASE + i] = valueText(value, node);
  return node.measures
    .map((measure, i) => {
      const name = node.output[node.partition.length + i]?.name ?? '';
      return `FINAL(${describeExpr(measure, names, 'prefix')}) AS ${name}`;
    })
    .join(', ');
}

export function defineText(node: Match): string {
  const parts = node.variables.map(({ name, condition }) => {
    if (condition === null) return [];
    const names = columnsOf(node, name);
    for (const [i, value] of node.values.entries()) names[VALUE_BASE + i] = valueText(value, node);
    return [`${name}=${describeExpr(condition, names, 'prefix')}`];
  });
  return parts.flat().join(', ');
}

function valueText(value: MatchValue, node: Match): string {
  if (value.kind === 'rowtime') return 'MATCH_ROWTIME()';
  const { variable } = value;
  const columns = columnsOf(node, variable === null ? '*' : (node.variables[variable]?.name ?? ''));
  if (value.kind === 'aggregate') {
    const args = value.args.map((arg) => describeExpr(arg, columns, 'prefix'));
    return `${value.name}(${args.join(', ')})`;
  }
  const { column, from, offset } = value;
  const own = columns[column] as string;
  return from === 'last' && offset === 0 ? own : `${from.toUpperCase()}(${own}, ${offset})`;
}

function columnsOf({ input }: Match, variable: string): string[] {
  return input.output.map(({ name }) => `${variable}.${name}`);
}

/** `('A', PATTERN_QUANTIFIER('B', 1, -1, false))`. */
export function patternText(variables: readonly PatternVariable[]): string {
  const parts = variables.map(({ name, min, max, greedy }) => {
    if (min === 1 && max === 1) return `'${name}'`;
    const isReluctant = !greedy && max !== min && max !== 1;
    return `PATTERN_QUANTIFIER('${name}', ${min}, ${max ?? -1}, ${isReluctant})`;
  });
  return parts.reduce((left, right) => `(${left}, ${right})`);
}

export function afterText({ skip: { to, variable }, variables }: Match): string {
  if (to === 'next-row') return 'SKIP TO NEXT ROW';
  if (to === 'past-last-row') return 'SKIP PAST LAST ROW';
  return `SKIP TO ${to.toUpperCase()} '${variables[variable]?.name}'`;
}
