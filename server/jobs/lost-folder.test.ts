/** A job whose folder was touched while no server ran says what is gone, and never begins anew. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { checkpoint, ended, json, Place, submit } from './test-place.js';

const root = mkdtempSync(join(tmpdir(), 'millrace-lost-folder-'));
after(() => rmSync(root, { recursive: true, force: true }));

const DAY = '"2001-01-01 00:00:00"';

const SETTINGS = { 'state.backend.type': 'forst', 'restart-strategy.type': 'none' };
const METADATA = /_metadata$/;
const STATE = /\.sst$/;

/** The last in order of its path. */
function fileOf(folder: string, name: RegExp): string {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const last = paths
    .filter((path) => name.test(path))
    .sort()
    .at(-1);
  assert.ok(last !== undefined, `${name} is in ${folder}`);
  return join(folder, last);
}

/** A server runs the job until it has made a row visible, and is closed. */
async function firstLife(place: Place): Promise<{ job: string; folder: string }> {
  const server = await place.start(SETTINGS);
  place.feed('a,1,2001-01-01 00:00:01', 'b,2,2001-01-01 00:00:11', 'c,4,2001-01-01 00:00:12');
  const job = await submit(server, place);
  await checkpoint(server, job, 3);
  await server.close();
  return { job, folder: join(place.folder, 'checkpoints', job) };
}

function lost(name: RegExp): (folder: string) => string {
  return (folder) => {
    const file = fileOf(folder, name);
    rmSync(file);
    return file;
  };
}

function cut(name: RegExp, bytes: number): (folder: string) => string {
  return (folder) => {
    const file = fileOf(folder, name);
    truncateSync(file, bytes);
    return file;
  };
}

type Loss = readonly [
  name: string,
  /** @returns the file that the error names; null: the folder is gone */
  lose: (folder: string) => string | null,
  code: string,
  reason: RegExp,
];

const LOSSES: readonly Loss[] = [
  [
    'the folder was deleted',
    (folder) => {
      rmSync(folder, { recursive: true });
      return null;
    },
    'CHECKPOINT_MISSING',
    /The checkpoints of the job are gone: its log is empty\. It is not begun from nothing/,
  ],
  [
    'the log was deleted but for its first entry',
    (folder) => {
      for (const name of readdirSync(join(folder, 'log')).sort().slice(1)) {
        rmSync(join(folder, 'log', name));
      }
      return join(folder, 'log');
    },
    'CHECKPOINT_MISSING',
    /The checkpoints of the job are gone: its log names none\./,
  ],
  [
    'the metadata was deleted',
    lost(METADATA),
    'CHECKPOINT_MISSING',
    /its metadata file is missing/,
  ],
  ['the metadata was cut', cut(METADATA, 100), 'STATE_CORRUPT', /has the checksum [0-9a-f]{8}; /],
  [
    'a file of state was deleted',
    lost(STATE),
    'CHECKPOINT_MISSING',
    /is not whole: of \d files? of state 1 /,
  ],
  [
    'a file of state was cut',
    cut(STATE, 7),
    'STATE_CORRUPT',
    /The file has 7 bytes; \d+ are expected/,
  ],
];

for (const [name, lose, code, reason] of LOSSES) {
  test(`${name}: the job is FAILED, and writes nothing`, async () => {
    const place = new Place(root, name.replaceAll(' ', '-'));
    const { job, folder } = await firstLife(place);
    const lost = lose(folder);
    const second = await place.start(SETTINGS);
    const { state, error = '' } = await ended(second, job);
    await second.close();
    assert.equal(state, 'FAILED');
    assert.ok(error.startsWith(`[${code}] file://${lost ?? join(folder, 'log')}: `), error);
    assert.match(error, reason);
    assert.deepEqual(place.rows(), [`a,${DAY},1`]);
    assert.equal(existsSync(folder), lost !== null, 'Nothing is written into a lost folder');
    const third = await place.start(SETTINGS);
    assert.deepEqual(await json(`${third.url}/jobs`), { jobs: [] });
    await third.close();
  });
}

test('another job has its checkpoints there: they are left alone', async () => {
  const place = new Place(root, 'foreign');
  const mine = await firstLife(place);
  const other = await firstLife(new Place(root, 'other'));
  rmSync(mine.folder, { recursive: true });
  cpSync(other.folder, mine.folder, { recursive: true });
  const metadata = fileOf(mine.folder, METADATA);
  const settings = {
    ...SETTINGS,
    'execution.checkpointing.externalized-checkpoint-retention': 'NO_EXTERNALIZED_CHECKPOINTS',
  };
  const server = await place.start(settings);
  const { state, error = '' } = await ended(server, mine.job);
  await server.close();
  assert.equal(state, 'FAILED');
  assert.ok(error.startsWith(`[CHECKPOINT_MISSING] file://${mine.folder}: `), error);
  assert.ok(error.includes(`are those of job ${other.job}, `), error);
  assert.ok(existsSync(metadata));
});

test('without a checkpoint nothing was visible, and the job begins anew', async () => {
  const place = new Place(root, 'young');
  const settings = { ...SETTINGS, 'execution.checkpointing.interval': '1 h' };
  const first = await place.start(settings);
  const job = await submit(first, place);
  await first.close();
  rmSync(join(place.folder, 'checkpoints', job), { recursive: true });
  const second = await place.start(settings);
  place.feed('a,1,2001-01-01 00:00:01', 'b,2,2001-01-01 00:00:11');
  await checkpoint(second, job, 2);
  assert.deepEqual(place.rows(), [`a,${DAY},1`]);
  await second.close();
});
