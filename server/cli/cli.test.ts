import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('./main.js', import.meta.url));
let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-cli-'));
});
after(() => rmSync(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

async function millrace(args: readonly string[], input = ''): Promise<Ended> {
  return run(main, args, input);
}

async function run(program: string, args: readonly string[], input = ''): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder });
  child.stdin.end(input);
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const portable = (printed: string): string => printed.replaceAll(folder, '<folder>');
  return { code: await exit, out: portable(out), err: portable(err) };
}

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

test('help and version', async () => {
  const help = await millrace(['--help']);
  assert.equal(help.code, 0);
  assert.match(help.out, /^Millrace: Flink SQL in one process\.\n\nmillrace start/);
  assert.deepEqual(await millrace([]), { ...help, code: 2 });
  assert.deepEqual(await millrace(['start', '--help']), help);
  assert.deepEqual(await millrace(['--version']), { code: 0, out: '0.1.0\n', err: '' });
});

test('what is called wrongly says how it is called', async () => {
  assert.deepEqual(await millrace(['strat']), {
    code: 2,
    out: '',
    err:
      "[CLI_USAGE] There is no command 'strat'\n" +
      'Hint: Commands are start, sql, check, test, state; see millrace --help.\n',
  });
  assert.deepEqual(await millrace(['start', '--port', '1']), {
    code: 2,
    out: '',
    err: "[CLI_USAGE] Unknown option '--port'\nHint: See millrace --help.\n",
  });
  assert.deepEqual(await millrace(['check', 'a', 'b']), {
    code: 2,
    out: '',
    err: "[CLI_USAGE] There is an argument too many: 'b'\nHint: See millrace --help.\n",
  });
});

test('check: a script without an error', async () => {
  const path = file(
    'good.sql',
    "CREATE TABLE t (a INT) WITH ('connector' = 'blackhole');\nINSERT INTO t VALUES (1);",
  );
  assert.deepEqual(await millrace(['check', path]), {
    code: 0,
    out: '<folder>/good.sql: 2 statements, no error\n',
    err: '',
  });
});

test('check: a setting that nobody knows', async () => {
  const path = file('set.sql', "SELECT 1;\n\nSET 'parallelism.defalt' = '2';\n");
  assert.deepEqual(await millrace(['check', path]), {
    code: 0,
    out: '<folder>/set.sql: 2 statements, no error\n',
    err:
      "<folder>/set.sql, line 3: 'parallelism.defalt' is unknown to Millrace and to Flink. " +
      "Did you mean 'parallelism.default'?\n",
  });
});

test('check: all errors, by place, of syntax alone or of binding too', async () => {
  const path = file('bad.sql', 'SELECT a;\nSELEC 1;\nSELECT 2;\n');
  const syntax =
    '[PARSE_SYNTAX] <folder>/bad.sql, line 2, column 1: Encountered "SELEC"; expected one of ' +
    'a statement, SELECT, TABLE, VALUES, WITH, "("\n  SELEC 1;\n  ^^^^^\n' +
    "Hint: Did you mean 'SELECT'?\n";
  assert.deepEqual(await millrace(['check', path, '--syntax-only']), {
    code: 1,
    out: '',
    err: syntax,
  });
  const { code, err } = await millrace(['check', path]);
  assert.equal(code, 1);
  assert.match(err, /^\[BIND_UNKNOWN_COLUMN\] <folder>\/bad\.sql, line 1, column 8: /);
  assert.ok(err.endsWith(syntax));
});

test('test: the command as it is installed has the profiles of the package', async () => {
  const command = fileURLToPath(new URL('../../bin/main.js', import.meta.url));
  const path = file('one.slt', 'query I\nSELECT 1\n----\n1\n');
  const { code, out } = await run(command, ['test', path, '--profile', 'forst']);
  assert.equal(code, 0);
  assert.match(out, /1 file/);
});

test('a script that is not UTF-8 is refused', async () => {
  const path = join(folder, 'latin.sql');
  writeFileSync(path, Buffer.from("SELECT '\xff'", 'latin1'));
  const { code, err } = await millrace(['check', path]);
  assert.deepEqual([code, err], [1, '[DATA_FILE] <folder>/latin.sql: The script is not UTF-8\n']);
});

const FAULTY = `CREATE TABLE src (a INT, b STRING)
  WITH ('connector' = 'datagen', 'rows-per-secnd' = '1');
CREATE TABLE dst (a INT) WITH ('connector' = 'blackhole');
INSERT INTO dst SELECT a, b FROM src;
INSERT INTO dst SELECT c FROM src;
SELECT c, NOSUCH(a), a + d FROM src WHERE e = 1;
CREATE TABLE unmade (a INTT) WITH ('connector' = 'blackhole');
INSERT INTO unmade SELECT 1;
SELECT 1 FROM none1, none2 JOIN src ON true;
CREATE VIEW v AS SELECT * FROM src;
SELECT nothing FROM v;
`;

test('check: an option once, and what else is wrong with each statement', async () => {
  const { code, out, err } = await millrace(['check', file('faulty.sql', FAULTY)]);
  assert.deepEqual([code, out], [1, '']);
  const heads = [...err.matchAll(/^\[(\w+)\] <folder>\/faulty\.sql, line (\d+), column (\d+)/gm)];
  assert.deepEqual(
    heads.map(([, ...parts]) => parts.join(' ')),
    [
      'TABLE_OPTION 2 34',
      'BIND_TYPE 4 13',
      'BIND_UNKNOWN_COLUMN 5 24',
      'BIND_UNKNOWN_COLUMN 6 8',
      'BIND_UNKNOWN_FUNCTION 6 11',
      'BIND_UNKNOWN_COLUMN 6 26',
      'BIND_UNKNOWN_COLUMN 6 43',
      'BIND_TYPE 7 24',
      'BIND_UNKNOWN_TABLE 9 15',
      'BIND_UNKNOWN_TABLE 9 22',
      'BIND_UNKNOWN_COLUMN 11 8',
    ],
    err,
  );
});

test('check: a file that is not there', async () => {
  assert.deepEqual(await millrace(['check', join(folder, 'none.sql')]), {
    code: 1,
    out: '',
    err: '[DATA_FILE] <folder>/none.sql: The script cannot be read: there is no such file\n',
  });
});

test('start: a bad value stops it, and a setting without effect is told', async () => {
  const bad = await millrace(['start', '-D', 'millrace.workers=none']);
  assert.equal(bad.code, 1);
  assert.match(bad.err, /^\[CONFIG_VALUE\] -D: 'millrace.workers' is 'none'; allowed is /);
});

test('start, sql and a clean end by a signal', async () => {
  const config = file('config.yaml', 'sql-gateway.endpoint.rest.port: 0\nmillrace.workers: 1\n');
  const args = [main, 'start', '--config', config, '-D', 'taskmanager.host=here'];
  const server = spawn(process.execPath, args);
  const exit = new Promise<number | null>((resolve) => server.once('exit', resolve));
  const err = text(server.stderr);
  let out = '';
  for await (const chunk of server.stdout) {
    out += String(chunk);
    if (out.includes('\n')) break;
  }
  const [, url = ''] =
    /^Millrace 0\.1\.0 listens on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(out) ?? [];
  const script = 'SELECT n, n * 2 AS twice FROM (VALUES (1), (2)) AS t (n)';
  assert.deepEqual(await millrace(['sql', '-e', url], script), {
    code: 0,
    out: '{"n":1,"twice":2}\n{"n":2,"twice":4}\n',
    err: '',
  });
  const failed = await millrace(['sql', file('fails.sql', 'SELECT 1 / 0'), '-e', url]);
  assert.deepEqual([failed.code, failed.out], [1, '']);
  assert.match(failed.err, /^\[DATA_EXPRESSION\] /);
  server.kill('SIGTERM');
  assert.equal(await exit, 0);
  assert.equal(await err, 'These settings have no effect in Millrace: taskmanager.host\n');
  assert.deepEqual(await millrace(['sql', '-e', url], script), {
    code: 1,
    out: '',
    err:
      `[SERVER_ADDRESS] No server answers at ${url}/sql\n` +
      'Hint: Start one with millrace start, or name its address with -e.\n',
  });
});
