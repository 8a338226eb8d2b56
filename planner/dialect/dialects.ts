/**
 * The dialects beside Flink's own that node-sql-parser reads, and what must be known about each
 * before and after it: how its texts are split into tokens, how its operators bind where they
 * differ, and where its nulls stand in an order.
 */

export type DialectName =
  | 'athena'
  | 'bigquery'
  | 'db2'
  | 'hive'
  | 'mariadb'
  | 'mysql'
  | 'noql'
  | 'postgresql'
  | 'redshift'
  | 'snowflake'
  | 'sqlite'
  | 'transactsql'
  | 'trino';

/** How `a || b` is read: not at all, or how strongly it binds beside `+` and `*`. */
export type Concatenation = 'none' | 'below sums' | 'as sums' | 'as products' | 'above products';

export interface Dialect {
  readonly name: DialectName;
  /** Quotes of strings, and of names; `[` closes with `]`. */
  readonly stringQuotes: string;
  readonly nameQuotes: string;
  /** A backslash in a string escapes what follows. */
  readonly backslash: boolean;
  /** Starts of comments that end with the line; comments in stars are everywhere. */
  readonly lineComments: readonly string[];
  readonly nestedComments: boolean;
  /** `$tag$ … $tag$` is a string. */
  readonly dollarStrings: boolean;
  /** Letters before a quote that are part of the string: `N'…'`, `E'…'`, `r"…"`. */
  readonly stringPrefixes: string;
  /** A quote thrice opens a string that may hold quotes and line feeds. */
  readonly tripleQuotes: boolean;
  readonly concatenation: Concatenation;
  /** `+` joins strings. */
  readonly plusJoinsStrings: boolean;
  /** Where nulls stand without NULLS FIRST or LAST; Flink's are the lowest values. */
  readonly nulls: 'lowest' | 'highest' | 'last';
  /** `GROUP BY 1` is the first selected expression. */
  readonly groupByPosition: boolean;
  /** What is added to an index of an array: Flink counts from 1. */
  readonly indexBase: 0 | 1;
}

const standard: Omit<Dialect, 'name'> = {
  stringQuotes: "'",
  nameQuotes: '"',
  backslash: false,
  lineComments: ['--'],
  nestedComments: false,
  dollarStrings: false,
  stringPrefixes: '',
  tripleQuotes: false,
  concatenation: 'as sums',
  plusJoinsStrings: false,
  nulls: 'lowest',
  groupByPosition: true,
  indexBase: 1,
};

const postgresql: Omit<Dialect, 'name'> = {
  ...standard,
  nestedComments: true,
  dollarStrings: true,
  stringPrefixes: 'E',
  concatenation: 'below sums',
  nulls: 'highest',
};

const mysql: Omit<Dialect, 'name'> = {
  ...standard,
  stringQuotes: `'"`,
  nameQuotes: '`',
  backslash: true,
  lineComments: ['--', '#'],
  stringPrefixes: 'N',
  concatenation: 'none',
};

const trino: Omit<Dialect, 'name'> = {
  ...standard,
  concatenation: 'below sums',
  nulls: 'last',
};

const rows: Readonly<Record<DialectName, Omit<Dialect, 'name'>>> = {
  postgresql,
  redshift: postgresql,
  noql: { ...postgresql, nameQuotes: '"`' },
  mysql,
  mariadb: mysql,
  trino,
  athena: { ...trino, nameQuotes: '"`' },
  sqlite: { ...standard, nameQuotes: '"`[', concatenation: 'above products' },
  db2: { ...standard, nulls: 'highest', groupByPosition: false },
  hive: {
    ...standard,
    stringQuotes: `'"`,
    nameQuotes: '`',
    backslash: true,
    indexBase: 0,
    concatenation: 'below sums',
  },
  bigquery: {
    ...standard,
    stringQuotes: `'"`,
    nameQuotes: '`',
    backslash: true,
    lineComments: ['--', '#'],
    stringPrefixes: 'R',
    tripleQuotes: true,
    concatenation: 'as products',
  },
  snowflake: {
    ...standard,
    backslash: true,
    lineComments: ['--', '//'],
    dollarStrings: true,
    nulls: 'highest',
    indexBase: 0,
  },
  transactsql: {
    ...standard,
    nameQuotes: '"[',
    nestedComments: true,
    stringPrefixes: 'N',
    concatenation: 'none',
    plusJoinsStrings: true,
    groupByPosition: false,
  },
};

/** @param name a value of `table.sql-dialect` other than `default` */
export function dialectOf(name: DialectName): Dialect {
  return { name, ...rows[name] };
}
