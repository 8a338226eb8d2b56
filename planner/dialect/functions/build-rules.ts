/** Rules that several dialects share. */
import type { Argument } from '../../parser/ast/call.js';
import type { Expression } from '../../parser/ast/expression.js';
import type { TimeUnit } from '../../parser/ast/literal.js';
import { binary, call, cast, floorTo, string, timeUnit, wholeNumber } from '../build.js';
import type { Call, Rule } from '../call.js';
import { javaPattern } from './pattern.js';

/** `CURRENT_DATE`, with or without parentheses. */
export function niladic(name: string): Rule {
  return (c) => ({ ...c.make(name, []), parentheses: false });
}

export function refused(hint?: string): Rule {
  return (c) => c.refuse(undefined, hint);
}

/** A function that takes what is null for an empty string. */
export const concatSkippingNulls: Rule = (c) => {
  const values = c.values();
  return c.make('CONCAT_WS', [string('', c.at), ...values]);
};

/** `STRING_AGG(x, ',' ORDER BY y)`: the order moves behind the parentheses. */
export function listAggregate(separator?: string): Rule {
  return (c) => {
    const args = c.values();
    if (separator !== undefined && args.length === 1) args.push(string(separator, c.at));
    const { orderBy, withinGroup } = c.clauses;
    return c.make('LISTAGG', args, { orderBy: [], withinGroup: [...withinGroup, ...orderBy] });
  };
}

/** Rows for which the argument is true. */
export const countIf: Rule = (c) => {
  const filter = c.value();
  const star = { kind: 'starArgument', start: c.at.start, end: c.at.end } as const;
  if (c.clauses.filter !== undefined) return c.refuse('FILTER of a condition');
  return c.make('COUNT', [star], { filter });
};

const floorUnits: readonly TimeUnit[] = [
  'YEAR',
  'QUARTER',
  'MONTH',
  'DAY',
  'HOUR',
  'MINUTE',
  'SECOND',
  'MILLISECOND',
];

const ABOUT_WEEKS = "Weeks start on Sunday in Flink's FLOOR; other units than these are not there.";

/** `date_trunc('day', x)`. */
export const truncateUnitFirst: Rule = (c) => {
  const unit = c.unitOf(floorUnits, ABOUT_WEEKS);
  return c.make('FLOOR', [c.value(), unit]);
};

/** `DATE_TRUNC(x, DAY)`. */
export const truncateUnitLast: Rule = (c) => {
  const value = c.value();
  return c.make('FLOOR', [value, c.unitOf([...floorUnits, 'WEEK'], ABOUT_WEEKS)]);
};

/** `DATEADD(day, n, x)`. */
export const addUnit: Rule = (c) => {
  const unit = c.unit();
  const amount = c.value();
  return c.make('TIMESTAMPADD', [unit, amount, c.value()]);
};

/** `date_add(d, n)` in days, `add_months(d, n)`. */
export function addTo(unit: TimeUnit, sign: '+' | '-'): Rule {
  return (c) => {
    const date = c.value();
    const amount = c.value();
    const { start, end } = amount;
    const signed: Expression =
      sign === '+' ? amount : { kind: 'unary', operator: '-', operand: amount, start, end };
    return c.make('TIMESTAMPADD', [timeUnit(unit, c.at), signed, date]);
  };
}

/** Borders of the unit between two times, as DATEDIFF counts: `(unit, from, to)`. */
export const bordersBetween: Rule = (c) => {
  const unit = c.unitOf(floorUnits, ABOUT_WEEKS);
  const from = floorTo(c.value(), unit);
  return c.make('TIMESTAMPDIFF', [unit, from, floorTo(c.value(), unit)]);
};

/** `DATEDIFF(to, from)` in days. */
export const daysBetween: Rule = (c) => {
  const day = timeUnit('DAY', c.at);
  const to = floorTo(c.value(), day);
  return c.make('TIMESTAMPDIFF', [day, floorTo(c.value(), day), to]);
};

/** Whole units between two times: `(unit, from, to)`. */
export const unitsBetween: Rule = (c) => {
  const unit = c.unit();
  const from = c.value();
  return c.make('TIMESTAMPDIFF', [unit, from, c.value()]);
};

/** `TIMESTAMP_DIFF(to, from, unit)`. */
export const unitsBetweenLast: Rule = (c) => {
  const to = c.value();
  const from = c.value();
  return c.make('TIMESTAMPDIFF', [c.unit(), from, to]);
};

/** `DATE_ADD(x, INTERVAL 1 DAY)` is `x + INTERVAL '1' DAY`. */
export function plusInterval(operator: '+' | '-'): Rule {
  return (c) => {
    const left = c.value();
    const right = c.value();
    if (right.kind !== 'interval' && right.kind !== 'intervalOf') {
      return c.refuse(`${c.name.toUpperCase()} without an interval`);
    }
    return binary(operator, left, right);
  };
}

/** `date_part('hour', x)`; a unit that Flink counts otherwise is changed by `change`. */
export function extractUnit(units: readonly TimeUnit[], shifted: readonly TimeUnit[] = []): Rule {
  return (c) => {
    const unit = c.unitOf([...units, ...shifted], 'Flink counts this unit in another way.');
    const found = c.make('EXTRACT', [unit, c.value()]);
    return shifted.includes(unit.unit) ? binary('-', found, wholeNumber(1, found)) : found;
  };
}

/** `DATE_FORMAT(x, '%Y-%m')` with the signs of C's strftime or of MySQL. */
export function formatted(name: string, signs: 'c' | 'mysql', patternFirst = false): Rule {
  return (c) => {
    const first = c.value();
    const second = c.value();
    const [pattern, value] = patternFirst ? [first, second] : [second, first];
    const java = pattern.kind === 'string' ? javaPattern(pattern.value, signs) : undefined;
    if (java === undefined) {
      return c.refuse(`This pattern of ${c.name.toUpperCase()}`, `Flink has ${name}.`);
    }
    return c.make(name, [value, string(java, pattern)]);
  };
}

/** `POSITION(a IN b)`. */
export const position: Rule = (c) => {
  const found = c.value();
  if (c.nextWord === 'IN') c.word();
  return c.make('POSITION', [found, c.value()]);
};

/** `TRIM(x)`, `TRIM(BOTH x FROM y)`, `TRIM(x FROM y)`. */
export const trim: Rule = (c) => {
  const args: Argument[] = [];
  while (c.left > 0) {
    const side = c.nextWord;
    if (side === 'BOTH' || side === 'LEADING' || side === 'TRAILING') {
      const { start, end } = c.word();
      args.push({ kind: 'trimSide', side, start, end });
    } else if (side === 'FROM') c.word();
    else args.push(c.value());
  }
  if (args.length === 2 && args[0]?.kind !== 'trimSide') {
    const { start, end } = c.at;
    args.unshift({ kind: 'trimSide', side: 'BOTH', start, end });
  }
  return c.make('TRIM', args);
};

/** `ROW(a, b)`, which the library takes for a call. */
export const row: Rule = (c) => {
  const items = c.values();
  return { kind: 'row', explicit: true, items, start: c.at.start, end: c.at.end };
};

/** `ARRAY(a, b)`. */
export const array: Rule = (c) => {
  const items = c.values();
  const { start, end } = c.at;
  return { kind: 'collection', collection: 'ARRAY', items, start, end };
};

/** `LEN(x)` counts no blanks at the end. */
export const lengthWithoutBlanks: Rule = (c) => {
  return c.make('CHAR_LENGTH', [call('RTRIM', [c.value()], c.at)]);
};

/** `split_part(s, d, n)` counts from 1, SPLIT_INDEX from 0. */
export const splitPart: Rule = (c) => {
  const text = c.value();
  const separator = c.value();
  const index = c.value();
  if (index.kind !== 'number' || !/^[1-9]\d*$/.test(index.text)) {
    return c.refuse(`${c.name.toUpperCase()} without a plain number`);
  }
  const before = { ...index, text: String(Number(index.text) - 1) };
  return c.make('SPLIT_INDEX', [text, separator, before]);
};

/** `DECODE(x, value, result, …, other)`; null equals null. */
export const decode: Rule = (c) => {
  const operand = c.value();
  const rest = c.values();
  const branches = [];
  for (let i = 0; i + 1 < rest.length; i += 2) {
    const [right, then] = rest.slice(i, i + 2) as [Expression, Expression];
    const { start } = right;
    const span = { start, end: then.end };
    const when: Expression =
      right.kind === 'null'
        ? { kind: 'is', operand, negated: false, test: 'NULL', ...span }
        : { kind: 'isDistinct', left: operand, negated: true, right, ...span };
    branches.push({ kind: 'branch', when: [when], then, ...span } as const);
  }
  const otherwise = rest.length % 2 === 1 ? rest.at(-1) : undefined;
  const { start, end } = c.at;
  return { kind: 'case', operand: undefined, branches, otherwise, start, end };
};

/** `NVL2(x, if not null, if null)`. */
export const ifNotNull: Rule = (c) => {
  const operand = c.value();
  const { start, end } = operand;
  const test: Expression = { kind: 'is', operand, negated: true, test: 'NULL', start, end };
  return c.make('IF', [test, ...c.values()]);
};

/** `LOG(x)` to base 10, `LOG(base, x)`. */
export const decimalLog: Rule = (c) => c.make(c.count === 1 ? 'LOG10' : 'LOG', c.values());

/** `LOG(x)` natural, `LOG(x, base)`. */
export const logBaseLast: Rule = (c) => c.make('LOG', c.values().reverse());

/** A cast of the only argument. */
export function castTo(name: Parameters<typeof cast>[1]): Rule {
  return (c) => {
    if (c.count !== 1) return c.refuse(`${c.name.toUpperCase()} with a format`);
    return cast(c.value(), name);
  };
}

/** The value, or what it is when it is null. */
export function orElse(name: 'COALESCE' | 'NULLIF', other: number): Rule {
  return (c: Call) => c.make(name, [c.value(), wholeNumber(other, c.at)]);
}

/** Appends a constant argument. */
export function appending(name: string, constant: number): Rule {
  return (c: Call) => c.make(name, [...c.values(), wholeNumber(constant, c.at)]);
}
