/** `(start, end) OVERLAPS (start, end)`, written in terms of `<=`, `+`, CASE and AND. */
import { BOOLEAN } from '../../../state/column/logical-type.js';
import type { Expr } from '../expression.js';
import { type CallSite, call, type ScalarFunction, siteOf, strictBoolean } from '../function.js';
import * as family from '../types/family.js';
import { arithmeticOperators } from './arithmetic.js';

const plus = arithmeticOperators.find(({ names }) => names[0] === '+');

/** Both ends, the second as a point in time; undefined when it is no period. */
function period(arg: Expr | undefined, site: CallSite): [Expr, Expr] | undefined {
  if (arg?.kind !== 'call' || arg.name !== 'ROW' || arg.args.length !== 2) return undefined;
  const [start, second] = arg.args as [Expr, Expr];
  if (!family.isDatetime(start.type)) return undefined;
  const end = family.isInterval(second.type)
    ? plus?.bind([start, second], siteOf(site, '+'))
    : second;
  return end?.type.root === start.type.root ? [start, end] : undefined;
}

/** The earlier and the later end: they may be given in either order. */
function ordered([start, end]: [Expr, Expr], site: CallSite): [Expr, Expr] {
  const choose = (yes: Expr, no: Expr): Expr => {
    const type = { ...start.type, nullable: start.type.nullable || end.type.nullable };
    return call(siteOf(site, 'CASE'), [notAfter(start, end, site), yes, no], type);
  };
  return [choose(start, end), choose(end, start)];
}

function notAfter(a: Expr, b: Expr, site: CallSite): Expr {
  return call(siteOf(site, '<='), [a, b], strictBoolean([a, b]));
}

const overlaps: ScalarFunction = {
  names: ['OVERLAPS'],
  signatures: ['(start1, end1) OVERLAPS (start2, end2), an end may be an INTERVAL'],
  bind(args, site) {
    const [left, right] = args.map((arg) => period(arg, site));
    if (args.length !== 2 || left === undefined || right === undefined) return undefined;
    if (left[0].type.root !== right[0].type.root) return undefined;
    const [start1, end1] = ordered(left, site);
    const [start2, end2] = ordered(right, site);
    const tests = [notAfter(start1, end2, site), notAfter(start2, end1, site)];
    const nullable = tests.some((test) => test.type.nullable);
    return call(siteOf(site, 'AND'), tests, { ...BOOLEAN, nullable });
  },
};

export const overlapsFunctions: readonly ScalarFunction[] = [overlaps];
