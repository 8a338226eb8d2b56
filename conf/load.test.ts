import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { describe, MillraceError } from './errors/error.js';
import { loadConfiguration, noticeLines } from './load.js';
import { PARALLELISM } from './options/execution.js';
import { REST_ADDRESS, REST_PORT } from './options/sql-gateway.js';
import { LOCAL_TIME_ZONE } from './options/table.js';
import { STATE_TTL } from './options/table-exec.js';
import { MANAGED_MEMORY } from './options/taskmanager.js';

const folder = mkdtempSync(join(tmpdir(), 'millrace-conf-'));
after(() => rmSync(folder, { recursive: true }));

function write(text: string): string {
  const file = join(folder, 'config.yaml');
  writeFileSync(file, text);
  return file;
}

/** The error of loading a file with this text, as people read it, without the folder. */
function failure(text: string, overrides: readonly string[] = []): string {
  const file = write(text);
  try {
    loadConfiguration({ file, overrides });
  } catch (error) {
    assert(error instanceof MillraceError);
    return describe(error).replaceAll(`${folder}/`, '');
  }
  return 'no failure';
}

test('nested, flat and mixed keys give the same settings', () => {
  const nested = 'table:\n  exec:\n    state:\n      ttl: 1 d\nparallelism:\n  default: 3\n';
  const mixed = 'table.exec:\n  state.ttl: 1 d\nparallelism.default: 3\n';
  for (const text of [nested, mixed]) {
    const { configuration, notices } = loadConfiguration({ file: write(text) });
    assert.deepEqual(configuration.toRecord(), {
      'parallelism.default': '3',
      'table.exec.state.ttl': '1 d',
    });
    assert.deepEqual(notices, []);
  }
});

test('lists become flow text, empty keys set nothing, numbers keep their spelling', () => {
  const text = 'pipeline.jars: [a.jar, "b;c"]\npipeline.name:\nrest.version: 1.10\nweb:\n';
  const { configuration } = loadConfiguration({ file: write(text) });
  assert.deepEqual(configuration.toRecord(), {
    'pipeline.jars': '["a.jar","b;c"]',
    'rest.version': '1.10',
  });
});

test('an anchor can be used again', () => {
  const text = 'metrics:\n  a: &x {port: 1}\n  b: *x\n';
  const { configuration } = loadConfiguration({ file: write(text) });
  assert.deepEqual(configuration.toRecord(), { 'metrics.a.port': '1', 'metrics.b.port': '1' });
});

test('-D goes over the file, the last one wins', () => {
  const { configuration } = loadConfiguration({
    file: write('parallelism.default: 3\n'),
    overrides: ['parallelism.default=4', 'parallelism.default = 5', 'pipeline.name=a=b'],
  });
  assert.equal(configuration.get(PARALLELISM), 5);
  assert.equal(configuration.text('pipeline.name'), 'a=b');
});

test('the file: --config, then MILLRACE_CONF_DIR, then the shipped one', () => {
  write('parallelism.default: 7\n');
  const environment = { MILLRACE_CONF_DIR: folder };
  assert.equal(loadConfiguration({ environment }).configuration.get(PARALLELISM), 7);

  const other = join(folder, 'other.yaml');
  writeFileSync(other, 'parallelism.default: 8\n');
  const named = loadConfiguration({ environment, file: other });
  assert.equal(named.configuration.get(PARALLELISM), 8);
  assert.equal(named.file, other);

  const shipped = loadConfiguration();
  assert.equal(shipped.configuration.get(REST_ADDRESS), '127.0.0.1');
  assert.equal(shipped.configuration.get(REST_PORT), 8083);
  assert.deepEqual(shipped.notices, []);
});

test('a bad value names file, line, key, value and what is allowed', () => {
  assert.equal(
    failure('# comment\nparallelism:\n  default: zero\n'),
    [
      "[CONFIG_VALUE] config.yaml, line 3, column 3: 'parallelism.default' is 'zero'; " +
        'allowed is an integer, from 1 to 1024',
      '    default: zero',
      '    ^^^^^^^',
    ].join('\n'),
  );
  assert.equal(
    failure('', ['execution.runtime-mode=fast']),
    "[CONFIG_VALUE] -D: 'execution.runtime-mode' is 'fast'; " +
      'allowed is STREAMING, BATCH, AUTOMATIC',
  );
});

test('text that is no YAML mapping names the position', () => {
  const unclosed = failure('parallelism:\n  default: [1\n');
  assert.match(unclosed, /^\[CONFIG_FILE\] config.yaml, line 3, column 1: .*flow/i);
  const twice = failure('a: 1\na: 2\n');
  assert.match(twice, /^\[CONFIG_FILE\] config.yaml, line 2, column 1: Map keys must be unique/);
  const list = failure('- a\n- b\n');
  assert.match(list, /^\[CONFIG_FILE\] config.yaml, line 1, column 1: Settings are lines of/);
  const cycle = failure('a: &a\n  b: *a\n');
  assert.match(cycle, /^\[CONFIG_FILE\] config.yaml, line 2, .*nest too deeply/);
  const key = failure('? [a, b]\n: c\n');
  assert.match(key, /^\[CONFIG_FILE\] config.yaml, line 1, column 3: A key is a name/);
});

test('a file that is not there, an override without a value', () => {
  assert.throws(() => loadConfiguration({ file: join(folder, 'none.yaml') }), {
    code: 'CONFIG_FILE',
    reason: 'The configuration cannot be read: there is no such file',
    place: { file: join(folder, 'none.yaml') },
  });
  assert.equal(
    failure('', ['parallelism.default']),
    "[CLI_USAGE] -D takes key=value, but found 'parallelism.default'",
  );
});

test('a key without a value, a group in place of a key, and a second document', () => {
  const file = write('pipeline:\n  name:\nparallelism: 5\n');
  const { configuration, notices } = loadConfiguration({ file });
  assert.deepEqual(configuration.entries(), [['parallelism', '5']]);
  assert.deepEqual(noticeLines(notices), [
    `${file}, line 2: 'pipeline.name' has no value, so it sets nothing`,
    `${file}, line 3: 'parallelism' is unknown to Millrace and to Flink. ` +
      "Did you mean 'parallelism.default'?",
  ]);
  const two = write('parallelism.default: 1\n---\nparallelism.default: 2\n');
  assert.throws(() => loadConfiguration({ file: two }), {
    code: 'CONFIG_FILE',
    reason: "The configuration is one document; a second one begins at '---'",
  });
});

test('keys without effect are told in one line, unknown ones with the nearest', () => {
  const file = write(
    'web.submit.enable: false\ntable.exec.state.tll: 1 d\nrest.port: 1\nmy.own.key: 1\n',
  );
  const { notices } = loadConfiguration({ file, overrides: ['paralelism.default=2'] });
  assert.deepEqual(noticeLines(notices), [
    `${file}, line 2: 'table.exec.state.tll' is unknown to Millrace and to Flink. ` +
      "Did you mean 'table.exec.state.ttl'?",
    `${file}, line 4: 'my.own.key' is unknown to Millrace and to Flink.`,
    "-D: 'paralelism.default' is unknown to Millrace and to Flink. " +
      "Did you mean 'parallelism.default'?",
    'These settings have no effect in Millrace: web.submit.enable, rest.port',
  ]);
});

test("a user's Flink configuration loads, with notices only about keys without effect", () => {
  const file = fileURLToPath(new URL('../../conf/testdata/flink-config.yaml', import.meta.url));
  const { configuration, notices } = loadConfiguration({ file });
  assert.equal(configuration.get(PARALLELISM), 2);
  assert.equal(configuration.get(STATE_TTL), 86_400_000);
  assert.equal(configuration.get(MANAGED_MEMORY), 512 * 1024 * 1024);
  assert.equal(configuration.get(LOCAL_TIME_ZONE), 'Europe/Berlin');
  assert.equal(configuration.get(REST_ADDRESS), 'localhost');
  assert.deepEqual(
    notices.filter(({ kind }) => kind !== 'no-effect'),
    [],
  );
  const idle = new Set(notices.map(({ key }) => key));
  for (const key of ['high-availability.type', 'metrics.reporters']) {
    assert(idle.has(key), key);
  }
  for (const key of ['parallelism.default', 'sql-client.execution.result-mode']) {
    assert(!idle.has(key), key);
  }
});

test('a key that is set nested and flat: the last counts, and both lines are told', () => {
  const file = write('parallelism:\n  default: 3\nrest.port: 1\nparallelism.default: 5\n');
  const { configuration, notices } = loadConfiguration({ file, overrides: ['rest.port=2'] });
  assert.equal(configuration.get(PARALLELISM), 5);
  assert.deepEqual(
    noticeLines(notices).map((line) => line.replaceAll(`${folder}/`, '')),
    [
      "config.yaml, line 4: 'parallelism.default' is set in line 2 too; what stands here counts",
      'These settings have no effect in Millrace: rest.port',
    ],
  );
  assert.equal(
    failure('rest.port: 1\nrest.port: 2\n').split('\n')[0],
    '[CONFIG_FILE] config.yaml, line 2, column 1: Map keys must be unique',
  );
});
