/** Date patterns with percent signs, as Java's letters, which Flink's functions take. */

const shared: Readonly<Record<string, string>> = {
  Y: 'yyyy',
  y: 'yy',
  m: 'MM',
  d: 'dd',
  H: 'HH',
  S: 'ss',
  j: 'DDD',
  b: 'MMM',
  a: 'EEE',
  I: 'hh',
  p: 'a',
  '%': '%',
};

const dialects: Readonly<Record<'c' | 'mysql', Readonly<Record<string, string>>>> = {
  c: {
    ...shared,
    M: 'mm',
    B: 'MMMM',
    A: 'EEEE',
    F: 'yyyy-MM-dd',
    T: 'HH:mm:ss',
    e: 'd',
  },
  mysql: {
    ...shared,
    i: 'mm',
    s: 'ss',
    f: 'SSSSSS',
    M: 'MMMM',
    W: 'EEEE',
    T: 'HH:mm:ss',
    e: 'd',
    c: 'M',
    k: 'H',
    l: 'h',
    h: 'hh',
  },
};

/** Undefined for a sign that has no counterpart. Letters outside of signs are quoted. */
export function javaPattern(pattern: string, signs: 'c' | 'mysql'): string | undefined {
  let out = '';
  for (const [part] of pattern.matchAll(/%.|%$|[A-Za-z]+|'|[^%A-Za-z']+/gsu)) {
    if (part.startsWith('%')) {
      const letters = dialects[signs][part.slice(1)];
      if (letters === undefined) return undefined;
      out += letters;
    } else if (part === "'") out += "''";
    else out += /^[A-Za-z]/.test(part) ? `'${part}'` : part;
  }
  return out;
}
