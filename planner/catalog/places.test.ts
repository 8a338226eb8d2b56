import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import { describe, MillraceError } from '../../conf/errors/error.js';
import { readScript } from '../dialect/read.js';
import { PlannerSession } from '../session.js';
import { Catalogs } from './catalogs.js';

/** The error of the script's last statement. */
function failure(text: string): string {
  const session = new PlannerSession(new Catalogs(), new Configuration());
  try {
    const statements = readScript(text, session.configuration);
    for (const statement of statements) session.prepare(statement, text);
  } catch (error) {
    assert(error instanceof MillraceError);
    return describe(error);
  }
  return 'no failure';
}

const CREATE =
  "CREATE TABLE t (a INT) WITH ('connector' = 'datagen',\n  'rows-per-second' = 'x');\n";

test('a bad option is shown where it was written', () => {
  const shown =
    "[TABLE_OPTION] line 2, column 3: Option 'rows-per-second' is 'x'; allowed is an integer, " +
    "at least 1\n    'rows-per-second' = 'x');\n    ^^^^^^^^^^^^^^^^^^^^^^^";
  assert.equal(failure(`${CREATE}SELECT * FROM t`), shown);
  assert.equal(failure(`${CREATE}CREATE TABLE c LIKE t; SELECT * FROM c`), shown);
  const other = "ALTER TABLE t SET ('number-of-rows' = '1');\nALTER TABLE t RESET ('k');\n";
  assert.equal(failure(`${CREATE}${other}SELECT * FROM t`), shown);
  assert.equal(
    failure(`${CREATE}ALTER TABLE t SET ('rows-per-second' = '1', 'nois' = '1');\nTABLE t`),
    "[TABLE_OPTION] line 3, column 45: Option 'nois' is unknown to connector 'datagen'\n" +
      "  ALTER TABLE t SET ('rows-per-second' = '1', 'nois' = '1');\n" +
      '                                              ^^^^^^^^^^^^\n' +
      'Hint: Known are: connector, fields.#.end, fields.#.kind, fields.#.length, fields.#.max, ' +
      'fields.#.max-past, fields.#.min, fields.#.null-rate, fields.#.start, fields.#.var-len, ' +
      'number-of-rows, rows-per-second, scan.parallelism, seed.',
  );
});

test('an option of a hint, or one that is missing, is shown at the use, with the table', () => {
  const hint = "SELECT * FROM t /*+ OPTIONS('rows-per-second' = 'y') */";
  assert.equal(
    failure(CREATE + hint),
    '[TABLE_OPTION] line 3, column 15: default_catalog.default_database.t: Option ' +
      "'rows-per-second' is 'y'; allowed is an integer, at least 1\n" +
      `  ${hint}\n                ^`,
  );
  const create = "CREATE TABLE p (a INT) WITH ('connector' = 'filesystem', 'format' = 'csv');\n";
  assert.equal(
    failure(`${create}INSERT INTO p VALUES (1)`),
    '[TABLE_OPTION] line 2, column 13: default_catalog.default_database.p: Option ' +
      "'path' is required by connector 'filesystem'\n  INSERT INTO p VALUES (1)\n              ^",
  );
});

test('a watermark or key of the wrong column is shown where it was written', () => {
  const caretOf = (element: string): string => {
    const lines = failure(`CREATE TABLE t (\n  a STRING, b AS a, ${element}\n)`).split('\n');
    const [shown, carets] = [lines[1] ?? '', lines[2] ?? ''];
    return shown.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1);
  };
  assert.equal(caretOf('WATERMARK FOR zz AS zz'), 'zz');
  assert.equal(caretOf('WATERMARK FOR a AS a'), 'a');
  const key = 'PRIMARY KEY (b) NOT ENFORCED';
  assert.equal(caretOf(key), key);
});
