import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Configuration } from './configuration.js';
import { Option, option } from './option.js';
import { PARALLELISM, PIPELINE_NAME } from './options/execution.js';
import { BATCH_SIZE } from './options/millrace.js';
import { int } from './value/scalar.js';

test('an option is read from the overlay, the base, or its default, with its type', () => {
  const server = new Configuration([['parallelism.default', '4']]);
  const parallelism: number = server.get(PARALLELISM);
  const name: string | undefined = server.get(PIPELINE_NAME);
  assert.deepEqual([parallelism, name, server.get(BATCH_SIZE)], [4, undefined, 2048]);

  const session = server.derive();
  session.set('parallelism.default', '2');
  session.set('pipeline.name', 'flights');
  assert.deepEqual([session.get(PARALLELISM), session.get(PIPELINE_NAME)], [2, 'flights']);
  assert.equal(server.get(PARALLELISM), 4);

  session.reset('parallelism.default');
  assert.deepEqual([session.get(PARALLELISM), session.get(PIPELINE_NAME)], [4, 'flights']);
  session.reset();
  assert.equal(session.get(PIPELINE_NAME), undefined);
});

test('a derived configuration keeps what was set before, and RESET goes back to that', () => {
  const session = new Configuration();
  session.set('parallelism.default', '8');
  const statement = session.derive();
  statement.set('parallelism.default', '1');
  session.reset();
  statement.reset();
  assert.deepEqual([session.get(PARALLELISM), statement.get(PARALLELISM)], [1, 8]);
});

test('settings are listed by key, and survive as a plain object', () => {
  const session = new Configuration([['b', '1']]);
  session.set('c', '2');
  session.set('a', '3');
  session.set('b', '4');
  const entries = [
    ['a', '3'],
    ['b', '4'],
    ['c', '2'],
  ];
  assert.deepEqual(session.entries(), entries);
  assert.deepEqual(Configuration.of(session.toRecord()).entries(), entries);
});

test('a bad value is refused and changes nothing', () => {
  const session = new Configuration();
  assert.throws(() => session.set('parallelism.default', '0', { line: 1 }), {
    code: 'CONFIG_VALUE',
    reason: "'parallelism.default' is '0'; allowed is an integer, from 1 to 1024",
    place: { line: 1 },
  });
  assert.deepEqual(session.entries(), []);
});

test('any key can be set; the user is told what it does not do', () => {
  const session = new Configuration();
  for (const key of [
    'parallelism.default',
    'sql-client.verbose',
    'execution.checkpointing.file-merging.max-subtasks-per-file',
    'state.backend.rocksdb.log.level',
    'my.key',
    'my.key',
  ]) {
    session.set(key, '1');
  }
  assert.deepEqual(
    session.takeNotices().map(({ key, kind }) => [key, kind]),
    [
      ['execution.checkpointing.file-merging.max-subtasks-per-file', 'no-effect'],
      ['state.backend.rocksdb.log.level', 'no-effect'],
      ['my.key', 'unknown'],
    ],
  );
  session.set('my.key', '2');
  assert.deepEqual(session.takeNotices(), []);
  assert.equal(session.text('my.key'), '2');
});

test('RESET of a key that nobody knows, and SET of what a server reads at its start', () => {
  const session = new Configuration([['my.own', '1']]);
  session.reset('fooo');
  session.reset('my.own');
  session.reset('pipeline.name');
  session.set('sql-gateway.endpoint.rest.port', '1');
  assert.deepEqual(session.takeNotices(), [
    { key: 'fooo', kind: 'unknown', text: "'fooo' is unknown to Millrace and to Flink." },
    {
      key: 'sql-gateway.endpoint.rest.port',
      kind: 'late',
      text: "'sql-gateway.endpoint.rest.port' is read when the server starts; a SET is too late",
    },
  ]);
});

test('an older key counts when the newer one is not set', () => {
  const timeout = option.duration({ key: 'new', fallback: ['old'], default: 1, doc: '' });
  const configuration = new Configuration([['old', '2 s']]);
  assert.equal(configuration.get(timeout), 2000);
  configuration.set('new', '3 s');
  assert.equal(configuration.get(timeout), 3000);
});

test('an option of any type can be declared', () => {
  const odd = new Option<number | undefined>(int({ max: 3 }), { key: 'odd', doc: '' });
  const kinds = option.enumeration({ key: 'kind', values: ['A', 'B'], default: 'B', doc: '' });
  const kind: 'A' | 'B' = new Configuration([['kind', 'a']]).get(kinds);
  assert.deepEqual([new Configuration([['odd', '3']]).get(odd), kind], [3, 'A']);
});

test('secrets are not shown, nor told in an error', () => {
  const configuration = new Configuration([
    ['s3.access-key', 'AK'],
    ['s3.secret-key', 'hidden'],
    ['my.token', 'hidden'],
  ]);
  assert.deepEqual(configuration.shown(), [
    ['my.token', '******'],
    ['s3.access-key', 'AK'],
    ['s3.secret-key', '******'],
  ]);
});
