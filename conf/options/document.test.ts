import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Configuration } from '../configuration.js';
import { isFlinkKey } from '../known-keys.js';
import { configPage, pageFile } from './document.js';
import { topics } from './schema.js';
import { LOCAL_TIME_ZONE } from './table.js';

const options = topics.flatMap((topic) => topic.options);

test('docs/config.md is what the schema makes; `npm run docs` renews it', () => {
  assert.equal(readFileSync(pageFile, 'utf8'), configPage());
});

test("each key is Flink's or begins with millrace.", () => {
  const foreign = options.filter(({ key }) => !key.startsWith('millrace.') && !isFlinkKey(key));
  assert.deepEqual(
    foreign.map(({ key }) => key),
    [],
  );
  assert.equal(new Set(options.map(({ key }) => key)).size, options.length);
});

test('each default is a value that its own type allows', () => {
  for (const { key, type, default: value } of options) {
    if (value === undefined || value === null) continue;
    const text = type.write(value);
    assert.deepEqual(type.read(text), value, `${key} = ${text}`);
  }
});

test('time zones: names, offsets, default', () => {
  const configuration = new Configuration();
  for (const zone of ['default', 'UTC', 'America/Los_Angeles', 'GMT-08:00', 'GMT+05:30']) {
    configuration.set(LOCAL_TIME_ZONE.key, zone);
    assert.equal(configuration.get(LOCAL_TIME_ZONE), zone);
  }
  for (const zone of ['Mars/Olympus', '+08:00', 'GMT+8', '']) {
    assert.throws(() => configuration.set(LOCAL_TIME_ZONE.key, zone), { code: 'CONFIG_VALUE' });
  }
});
