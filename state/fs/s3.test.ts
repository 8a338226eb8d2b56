/** Against a real server where there is one; `s3-faults.test.ts` needs none. */
import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import type { StateHandle } from '../api/snapshot.js';
import { testFileSystem } from '../contract/file-system.js';
import { findWeed, makeBucket, SEAWEEDFS_HINT, startSeaweedFS } from '../contract/seaweedfs.js';
import { KeyedExecution } from '../v2/keyed-execution.js';
import { openBackend } from '../v2/open.js';
import { serializers } from '../v2/serializers.js';
import { openFileSystem } from './open.js';
import { S3FileSystem } from './s3.js';

const weed = findWeed();
if (weed === undefined) {
  process.stderr.write(`${SEAWEEDFS_HINT}\n`);
} else {
  const server = await startSeaweedFS(weed);
  after(() => server.stop());
  await makeBucket(server, 'state');
  const { settings } = server;
  let made = 0;

  testFileSystem(
    's3',
    async () => new S3FileSystem(`state/folder ${made++}/ü`, settings),
    async (fs) => new S3FileSystem(fs.root.slice('s3://'.length), settings),
    { races: process.env.CI === undefined ? 50 : 1000 },
  );

  test('long files go in parts, up and in copies; more than a page is listed', async () => {
    const fs = new S3FileSystem('state/long', settings, { copyBytes: 6 * 2 ** 20 });
    const writer = await fs.create('parts');
    const chunk = new Uint8Array(3 * 2 ** 20);
    for (let i = 0; i < 6; i++) await writer.append(chunk.fill(i));
    await writer.finish();
    assert.equal(await fs.size('parts'), 18 * 2 ** 20);
    await fs.copy('parts', 'copy');
    assert.equal(await fs.size('copy'), 18 * 2 ** 20);
    const all = await fs.readAll('copy');
    const wanted = Array.from({ length: 6 }, (_, i) => Buffer.alloc(chunk.length, i));
    assert.ok(Buffer.concat(wanted).equals(all));
    const given = await fs.create('given-up');
    for (let i = 0; i < 4; i++) await given.append(chunk);
    await given.abort();
    assert.equal(fs.spec.s3, settings);
    const other = openFileSystem(fs.spec);
    const names = Array.from({ length: 1010 }, (_, i) => `many/${String(i).padStart(4, '0')}`);
    for (let i = 0; i < names.length; i += 101) {
      const some = names.slice(i, i + 101);
      await Promise.all(some.map((name) => other.write(name, new Uint8Array(1))));
    }
    const listed: string[] = [];
    for await (const { path } of fs.list('')) listed.push(path);
    assert.deepEqual(listed, ['copy', ...names, 'parts']);
    await fs.delete(names);
    for await (const { path } of fs.list('many')) assert.fail(path);
    await fs.close();
    await other.close();
  });

  test('a refusal is FILE_REFUSED with the word of S3; no secret stands in it', async () => {
    const stranger = { access: 'nobody', secret: 'hidden-secret' };
    const wrong = { access: 'millrace', secret: 'hidden-secret' };
    const check = async (folder: string, keys: typeof wrong, hint: RegExp): Promise<void> => {
      const fs = new S3FileSystem(folder, { ...settings, keys });
      for (const action of [() => fs.write('a/b', new Uint8Array(1)), () => fs.read('a/b', 0, 1)]) {
        await assert.rejects(action, (error: Error & { code?: string; hint?: string }) => {
          assert.equal(error.code, 'FILE_REFUSED');
          assert.match(error.message, new RegExp(`^s3://${folder}/a/b: `));
          assert.match(error.hint ?? '', hint);
          assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)}`, /hidden-secret/);
          assert.equal(error.cause, undefined);
          return true;
        });
      }
      await fs.close();
    };
    await check('state', stranger, /s3\.access-key/);
    await check('state', wrong, /s3\.secret-key/);
    const { keys } = settings;
    assert.ok(keys !== undefined);
    await check('no-such-bucket', keys, /Create the bucket/);
  });

  test('state on S3 is written by threads, and found again by another process', async () => {
    const configuration = new Configuration([
      ['s3.endpoint', settings.endpoint ?? ''],
      ['s3.path.style.access', 'true'],
      ['s3.access-key', settings.keys?.access ?? ''],
      ['s3.secret-key', settings.keys?.secret ?? ''],
    ]);
    const keys = Array.from({ length: 300 }, (_, i) => `key ${i}`);
    const counted = async (restored: readonly StateHandle[]): Promise<StateHandle> => {
      const files = openBackend('s3://state/public', configuration);
      const { backend, fileSystem } = files;
      const run = await KeyedExecution.open({ keyType: serializers.string, backend, restored });
      const count = run.valueState({ name: 'count', type: serializers.double });
      const seen: unknown[] = [];
      for (const key of keys) {
        await run.process(key, () => {
          const next = count.asyncValue().thenApply((before = 0) => before + 1);
          next.thenCompose((n) => count.asyncUpdate(n)).thenAccept(() => undefined);
          next.thenAccept((n) => seen.push(n));
        });
      }
      const target = { fileSystem, shared: 'shared', exclusive: 'own', isFull: false };
      const handle = await (await run.snapshot()).write(target);
      assert.deepEqual(
        seen,
        keys.map(() => restored.length + 1),
      );
      await run.close();
      await files.close();
      return handle;
    };
    const first = await counted([]);
    await counted([first]);
  });
}
