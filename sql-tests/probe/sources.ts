/** An expression of each type over the columns of the world, for the matrices of types. */

export const NUMBERS = 'i8 i16 i32 i64 f32 f64 d5 d10 d20 d38 d3818'.split(' ');
export const TEXTS = 'c vc s sn sd'.split(' ');
export const BINARIES = 'bin vb bs'.split(' ');
export const DATETIMES = 'dt tm t0 t3 t6 t9 z0 z3 z9'.split(' ');

/** Of months, and of milliseconds. */
export const INTERVALS = ["INTERVAL '1' MONTH * i16", "INTERVAL '0.001' SECOND * i32"];

export const NESTED = ['ai', 'asx', 'm', 'r', "OBJECT_OF('p.T', 'a', i32, 'b', s)"];

export const OTHERS = ['PARSE_JSON(\'{"a": 1}\')', 'BITMAP_BUILD(ai)', 'NULL'];

export const ALL: readonly string[] = [
  'bo',
  ...NUMBERS,
  ...TEXTS,
  ...BINARIES,
  ...DATETIMES,
  ...INTERVALS,
  ...NESTED,
  'CAST(NULL AS MULTISET<STRING>)',
  ...OTHERS,
];
