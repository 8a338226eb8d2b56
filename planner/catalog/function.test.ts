import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import { rows, run } from '../fixture.js';
import { PlannerSession } from '../session.js';
import { Catalogs } from './catalogs.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-function-'));
after(() => rmSync(root, { recursive: true, force: true }));

const allowed = join(root, 'allowed');
mkdirSync(allowed);
const FILE = join(allowed, 'functions.cjs');
const MODULE = `
  exports.twice = { arguments: ['BIGINT'], returns: 'BIGINT', eval: (n) => n && n * 2n };
  exports.greet = { arguments: ['STRING', 'INT'], returns: 'STRING', eval: (s, n) => s + n };
  exports.odd = { arguments: ['DECIMAL(3, 1)'], returns: 'INT', eval: () => 1 };
  exports.plain = 1;
`;
writeFileSync(FILE, MODULE);
writeFileSync(join(root, 'outside.cjs'), MODULE);
symlinkSync(join(root, 'outside.cjs'), join(allowed, 'link.cjs'));

function open(paths = [allowed]): PlannerSession {
  return new PlannerSession(new Catalogs(undefined, paths), new Configuration());
}

function create(name: string, file = FILE, what = 'FUNCTION'): string {
  return `CREATE ${what} ${name} AS '${name}' LANGUAGE JAVASCRIPT USING FILE '${file}'`;
}

test('functions are made, shown, called by any case, altered, dropped', () => {
  const session = open();
  run(create('twice'), session);
  run(`CREATE FUNCTION IF NOT EXISTS TWICE AS 'x' LANGUAGE JAVASCRIPT USING FILE 'y'`, session);
  assert.throws(() => run(create('twice'), session), { code: 'CATALOG_EXISTS' });
  run(create('greet', FILE, 'TEMPORARY SYSTEM FUNCTION'), session);
  assert.deepEqual(rows('SHOW USER FUNCTIONS', session), [['greet'], ['twice']]);
  const view = 'CREATE VIEW v AS SELECT Twice(CAST(1 AS BIGINT)) AS n, GREET(NULL, 1) AS g';
  run(view, session);
  const [[shown]] = rows('SHOW CREATE VIEW v', session) as [[string]];
  assert.match(shown, /SELECT `default_catalog`.`default_database`.`Twice`\(CAST\(1 AS BIGINT\)\)/);
  assert.deepEqual(
    rows('DESCRIBE v', session).map((row) => row.slice(0, 3)),
    [
      ['n', 'BIGINT', true],
      ['g', 'STRING', true],
    ],
  );
  run("ALTER FUNCTION twice AS 'greet' LANGUAGE JAVASCRIPT", session);
  const misfit = { code: 'BIND_TYPE', message: /'twice' does not take \(INT NOT NULL\)/ };
  assert.throws(() => run('SELECT twice(1)', session), misfit);
  run('DROP FUNCTION twice; DROP TEMPORARY SYSTEM FUNCTION greet', session);
  run('DROP FUNCTION IF EXISTS twice', session);
  assert.throws(() => run('DROP FUNCTION twice', session), { code: 'CATALOG_MISSING' });
  assert.throws(() => run('SELECT twice(1)', session), { code: 'BIND_UNKNOWN_FUNCTION' });
});

test('only modules in the folders of the server are loaded, links followed', () => {
  const forbidden = { code: 'FUNCTION_FORBIDDEN', hint: /millrace.functions.allowed-paths/ };
  assert.throws(() => run(create('twice'), open([])), forbidden);
  assert.throws(() => run(create('twice', join(root, 'outside.cjs')), open()), forbidden);
  assert.throws(() => run(create('twice', join(allowed, '..', 'outside.cjs')), open()), forbidden);
  assert.throws(() => run(create('twice', join(allowed, 'link.cjs')), open()), forbidden);
});

test('what is no function is refused where it is made', () => {
  const invalid = (name: string, message: RegExp, file = FILE): void => {
    assert.throws(() => run(create(name, file), open()), { code: 'FUNCTION_INVALID', message });
  };
  invalid('nothing', /has no export 'nothing'/);
  invalid('plain', /exports no function as 'plain'/);
  invalid('odd', /has the type DECIMAL\(3, 1\)/);
  invalid('twice', /cannot be loaded/, join(allowed, 'missing.cjs'));
  const java = { code: 'PLAN_UNSUPPORTED', message: /Functions in JAVA are not run/ };
  assert.throws(() => run("CREATE FUNCTION f AS 'a.B'", open()), java);
  const python = "CREATE FUNCTION f AS 'a.b' LANGUAGE PYTHON";
  assert.throws(() => run(python, open()), { code: 'PLAN_UNSUPPORTED' });
});
