/**
 * Generated comparisons of rows. For each signature of lanes one function is made with
 * `new Function` and kept; binding it to two sets of columns gives a closure over their arrays, so
 * a comparison is a few loads and branches. It agrees with `compare.ts`, null handling included.
 *
 * The generated source holds only names made here, never text of a user.
 */
import { compareAt, compareBytes, equalAt, equalBytes } from './compare.js';
import type { Vector } from './vector.js';

/** The order of one column among the keys of an order. */
export interface ColumnOrder {
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** Negative, 0 or positive for row i of the first and row j of the second columns. */
export type RowComparator = (i: number, j: number) => number;
export type RowEquality = (i: number, j: number) => boolean;

type Binder<T> = (
  a: readonly Vector[],
  b: readonly Vector[],
  compareBytesFunction: typeof compareBytes | typeof equalBytes,
  compareAny: typeof compareAt | typeof equalAt,
) => T;

const comparators = new Map<string, Binder<RowComparator>>();
const equalities = new Map<string, Binder<RowEquality>>();

/**
 * Binds the order of rows to two sets of columns of the same types; `a` and `b` may be the same.
 */
export function bindComparator(
  order: readonly ColumnOrder[],
  a: readonly Vector[],
  b: readonly Vector[],
): RowComparator {
  const flags = order.map((o) => `${o.descending ? 'd' : 'a'}${o.nullsFirst ? 'f' : 'l'}`);
  const signature = `${flags.join()}|${signatureOf(a)}|${signatureOf(b)}`;
  let binder = comparators.get(signature);
  if (binder === undefined) {
    const body = order.map((o, c) => comparisonCode(o, a[c] as Vector, b[c] as Vector, c));
    binder = compileBinder<RowComparator>(a, b, `${body.join('\n')}\nreturn 0;`);
    comparators.set(signature, binder);
  }
  return binder(a, b, compareBytes, compareAt);
}

/** Binds the equality of rows (null equals null) to two sets of columns of the same types. */
export function bindEquality(a: readonly Vector[], b: readonly Vector[]): RowEquality {
  const signature = `${signatureOf(a)}|${signatureOf(b)}`;
  let binder = equalities.get(signature);
  if (binder === undefined) {
    const body = a.map((column, c) => equalityCode(column, b[c] as Vector, c));
    binder = compileBinder<RowEquality>(a, b, `${body.join('\n')}\nreturn true;`);
    equalities.set(signature, binder);
  }
  return binder(a, b, equalBytes, equalAt);
}

function signatureOf(columns: readonly Vector[]): string {
  return columns
    .map((v) => {
      const nanos = v.lane === 'time' && v.nanos !== null ? 'n' : '';
      return `${v.lane}${nanos}${v.nulls === null ? '' : '?'}`;
    })
    .join();
}

function compileBinder<T>(a: readonly Vector[], b: readonly Vector[], body: string): Binder<T> {
  const bindings = [
    ...a.map((v, c) => bindingCode(v, 'a', c)),
    ...b.map((v, c) => bindingCode(v, 'b', c)),
  ];
  const source = `'use strict';\n${bindings.join('\n')}\nreturn (i, j) => {\n${body}\n};`;
  return new Function('a', 'b', 'bytes', 'any', source) as Binder<T>;
}

function bindingCode(vector: Vector, side: 'a' | 'b', c: number): string {
  const name = `${side}${c}`;
  const parts = [`const ${name} = ${side}[${c}];`];
  if (vector.nulls !== null) parts.push(`const ${name}n = ${name}.nulls;`);
  if (vector.lane === 'bytes') {
    parts.push(
      `const ${name}d = ${name}.data, ${name}s = ${name}.starts, ${name}e = ${name}.ends;`,
    );
  } else if ('values' in vector && vector.lane !== 'map') {
    parts.push(`const ${name}v = ${name}.values;`);
  }
  if (vector.lane === 'time' && vector.nanos !== null) {
    parts.push(`const ${name}t = ${name}.nanos;`);
  }
  return parts.join(' ');
}

/** Code that leaves with the order when the nulls decide, else goes on with two values. */
function nullOrderCode(a: Vector, b: Vector, c: number, nullsFirst: boolean): string {
  const first = nullsFirst ? -1 : 1;
  const aNull = a.nulls === null ? '' : `a${c}n[i] === 1`;
  const bNull = b.nulls === null ? '' : `b${c}n[j] === 1`;
  if (aNull === '' && bNull === '') return '';
  if (aNull === '') return `if (${bNull}) return ${-first}; else `;
  if (bNull === '') return `if (${aNull}) return ${first}; else `;
  const one = `if (!(${bNull})) return ${first};`;
  return `if (${aNull}) { ${one} } else if (${bNull}) return ${-first}; else `;
}

function comparisonCode(order: ColumnOrder, a: Vector, b: Vector, c: number): string {
  const [less, more] = order.descending ? [1, -1] : [-1, 1];
  const sign = order.descending ? '-' : '';
  let code: string;
  if (a.lane === 'bytes') {
    const call = `bytes(a${c}d, a${c}s[i], a${c}e[i], b${c}d, b${c}s[j], b${c}e[j])`;
    code = `{ const o = ${call}; if (o !== 0) return ${sign}o; }`;
  } else if (a.lane === 'list' || a.lane === 'map' || a.lane === 'row') {
    code = `{ const o = any(a${c}, i, b${c}, j); if (o !== 0) return ${sign}o; }`;
  } else {
    code = `{ const x = a${c}v[i], y = b${c}v[j];`;
    code += ` if (x < y) return ${less}; if (x > y) return ${more};`;
    if (a.lane === 'f64' || a.lane === 'f32') {
      code += ` if (x != y) { if (x === x) return ${less}; if (y === y) return ${more}; }`;
    }
    if (a.lane === 'time') {
      const [x, y] = [nanoCode(a, `a${c}t[i]`), nanoCode(b, `b${c}t[j]`)];
      if (x !== y) code += ` if (${x} !== ${y}) return ${x} < ${y} ? ${less} : ${more};`;
    }
    code += ' }';
  }
  return nullOrderCode(a, b, c, order.nullsFirst) + code;
}

function nanoCode(vector: Vector, read: string): string {
  return vector.lane === 'time' && vector.nanos !== null ? read : '0';
}

function equalityCode(a: Vector, b: Vector, c: number): string {
  const aNull = a.nulls === null ? '0' : `a${c}n[i]`;
  const bNull = b.nulls === null ? '0' : `b${c}n[j]`;
  const nulls = aNull === bNull ? '' : `if (${aNull} !== ${bNull}) return false;\n`;
  const guard = a.nulls === null ? '' : `if (${aNull} === 0) `;
  return `${nulls}${guard}${valueEqualityCode(a, b, c)}`;
}

function valueEqualityCode(a: Vector, b: Vector, c: number): string {
  if (a.lane === 'bytes') {
    const call = `bytes(a${c}d, a${c}s[i], a${c}e[i], b${c}d, b${c}s[j], b${c}e[j])`;
    return `{ if (!${call}) return false; }`;
  }
  if (a.lane === 'list' || a.lane === 'map' || a.lane === 'row') {
    return `{ if (!any(a${c}, i, b${c}, j)) return false; }`;
  }
  const [x, y] = [`a${c}v[i]`, `b${c}v[j]`];
  if (a.lane === 'time') {
    const [s, t] = [nanoCode(a, `a${c}t[i]`), nanoCode(b, `b${c}t[j]`)];
    const nanos = s === t ? '' : ` if (${s} !== ${t}) return false;`;
    return `{ if (${x} !== ${y}) return false;${nanos} }`;
  }
  if (a.lane === 'f64' || a.lane === 'f32') {
    return `{ const x = ${x}, y = ${y}; if (x != y && (x === x || y === y)) return false; }`;
  }
  return `{ if (${x} != ${y}) return false; }`;
}
