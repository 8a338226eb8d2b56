/**
 * Operators bind in every dialect as in Flink's parser: random expressions, printed with no more
 * parentheses than they need, are read through the library and by our own parser, in each place
 * where the library has a rule of its own for lists, calls and conditions.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import { SQL_DIALECT } from '../../conf/options/table.js';
import { Random } from '../../conf/random.js';
import { parseStatement } from '../parser/parse.js';
import { shape } from '../parser/shape.js';
import { readStatement } from './read.js';

const dialects = SQL_DIALECT.type.allowed.split(', ').filter((name) => name !== 'default');

/** Where an expression may stand. */
const places: readonly ((expression: string) => string)[] = [
  (e) => `SELECT ${e} FROM t`,
  (e) => `SELECT a, ${e} AS x FROM t`,
  (e) => `SELECT a FROM t WHERE ${e}`,
  (e) => `SELECT f(${e}, 1) FROM t`,
  (e) => `SELECT CASE WHEN ${e} THEN 1 ELSE 2 END FROM t`,
  (e) => `SELECT a FROM t JOIN u ON ${e}`,
  (e) => `SELECT a FROM t GROUP BY a HAVING ${e}`,
];

class Expressions {
  constructor(private readonly random: Random) {}

  #pick<T>(from: readonly T[]): T {
    return this.random.pick(from) as T;
  }

  condition(depth: number): string {
    if (depth === 0) return this.#comparison(0);
    const inner = (): string => this.condition(this.random.nextInt(0, depth - 1));
    return this.#pick([
      () => `${inner()} OR ${inner()}`,
      () => `${inner()} AND ${inner()}`,
      () => `${inner()} AND ${inner()} OR ${inner()}`,
      () => `(${inner()}) AND ${inner()}`,
      () => `${inner()} OR (${inner()})`,
      () => `NOT (${inner()})`,
      () => `NOT ${this.#comparison(depth)}`,
      () => this.#comparison(depth),
    ])();
  }

  #comparison(depth: number): string {
    const value = (): string => this.value(Math.min(depth, 2));
    return this.#pick([
      () => this.#pick(['a', 'b', 'c']),
      () => `${value()} ${this.#pick(['=', '<>', '<', '<=', '>', '>='])} ${value()}`,
      () => `${value()} ${this.#pick(['IS NULL', 'IS NOT NULL'])}`,
      () => `${value()} ${this.#pick(['', 'NOT '])}BETWEEN ${value()} AND ${value()}`,
      () => `${value()} ${this.#pick(['', 'NOT '])}IN (1, ${value()})`,
      () => `a ${this.#pick(['', 'NOT '])}LIKE 'x'`,
    ])();
  }

  value(depth: number): string {
    if (depth === 0) return this.#pick(['a', 't.b', '1', '2.50', "'x'"]);
    const inner = (): string => this.value(depth - 1);
    return this.#pick([
      () => `${inner()} ${this.#pick(['+', '-', '*', '/'])} ${inner()}`,
      () => `(${inner()}) ${this.#pick(['+', '-', '*', '/'])} ${inner()}`,
      () => `${inner()} ${this.#pick(['-', '*', '/'])} (${inner()})`,
      () => `f(${inner()})`,
      () => inner(),
    ])();
  }
}

for (const dialect of dialects) {
  test(`${dialect}: operators bind as in Flink's parser`, () => {
    const configuration = Configuration.of({ [SQL_DIALECT.key]: dialect });
    const expressions = new Expressions(new Random(7));
    for (let i = 0; i < 300; i++) {
      const place = places[i % places.length] as (typeof places)[number];
      const written = expressions.condition(1 + (i % 3));
      // Strings are joined by a plus in Transact-SQL.
      const text = dialect === 'transactsql' ? written.replaceAll("'x'", 'x') : written;
      const sql = place(text);
      assert.equal(shape(readStatement(sql, configuration)), shape(parseStatement(sql)), sql);
    }
  });
}

test('a chain of many conditions is one node', () => {
  const configuration = Configuration.of({ [SQL_DIALECT.key]: 'postgresql' });
  const conditions = Array.from({ length: 200 }, (_, i) => `a = ${i}`);
  const sql = `SELECT a FROM t WHERE ${conditions.join(' OR ')}`;
  assert.equal(shape(readStatement(sql, configuration)), shape(parseStatement(sql)));
});

test('what is too deep for the stack is refused', () => {
  const configuration = Configuration.of({ [SQL_DIALECT.key]: 'mysql' });
  const sql = `SELECT ${'1 + '.repeat(30_000)}1`;
  assert.throws(() => readStatement(sql, configuration), { code: 'PARSE_TOO_LARGE' });
});
