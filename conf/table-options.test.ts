import assert from 'node:assert/strict';
import { test } from 'node:test';
import { option } from './option.js';
import { perName, readTableOptions, TableOptions } from './table-options.js';

const connector = {
  path: option.string({ key: 'path', required: true, doc: 'The folder.' }),
  interval: option.duration({ key: 'source.monitor-interval', doc: 'How often.' }),
  skip: option.int({ key: 'skip', default: 0, min: 0, doc: 'Lines.' }),
  kinds: perName(
    option.enumeration({ key: 'fields.#.kind', values: ['random', 'sequence'], doc: 'Kind.' }),
  ),
};
const format = {
  delimiter: option.string({ key: 'field-delimiter', default: ',', doc: 'Between fields.' }),
};
const owner = "connector 'files'";

test('options are read with their types, defaults and names', () => {
  const read = readTableOptions(
    connector,
    { path: '/a', skip: '2', 'fields.id.kind': 'Sequence', 'fields.a.b.kind': 'random' },
    owner,
  );
  const path: string = read.path;
  const interval: number | undefined = read.interval;
  const kinds: ReadonlyMap<string, 'random' | 'sequence'> = read.kinds;
  assert.deepEqual([path, interval, read.skip], ['/a', undefined, 2]);
  assert.deepEqual(
    [...kinds],
    [
      ['id', 'sequence'],
      ['a.b', 'random'],
    ],
  );
});

test('a format takes its options under its prefix from the same record', () => {
  const options = new TableOptions(owner, { path: '/a', 'csv.field-delimiter': ';' });
  assert.equal(options.read(connector).path, '/a');
  assert.equal(options.read(format, 'csv.').delimiter, ';');
  options.refuseRest();
});

test('an unknown option is refused with the nearest, or with all that are known', () => {
  const where = { line: 3, column: 8 };
  const read = (key: string, keys = new Map([[key, where]])): void => {
    const options = new TableOptions(owner, { path: '/a', [key]: 'x' }, { keys });
    options.read(connector);
    options.read(format, 'csv.');
    options.refuseRest();
  };
  assert.throws(() => read('csv.field-delimter'), {
    code: 'TABLE_OPTION',
    reason: "Option 'csv.field-delimter' is unknown to connector 'files'",
    hint: "Did you mean 'csv.field-delimiter'?",
    place: where,
  });
  assert.throws(() => read('topic'), {
    hint: 'Known are: csv.field-delimiter, fields.#.kind, path, skip, source.monitor-interval.',
  });
});

test('a missing option and a bad value are refused at their place', () => {
  const where = { line: 1 };
  assert.throws(() => readTableOptions(connector, {}, owner, { where }), {
    code: 'TABLE_OPTION',
    reason: "Option 'path' is required by connector 'files'",
    place: where,
  });
  const read = (key: string, text: string): unknown =>
    readTableOptions(connector, { path: '/a', [key]: text }, owner, { where });
  assert.throws(() => read('skip', '-1'), {
    code: 'TABLE_OPTION',
    reason: "Option 'skip' is '-1'; allowed is an integer, at least 0",
    place: where,
  });
  assert.throws(() => read('fields.id.kind', 'odd'), {
    reason: "Option 'fields.id.kind' is 'odd'; allowed is random, sequence",
  });
});
