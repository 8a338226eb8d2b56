import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { Configuration } from '../../conf/configuration.js';
import { Random } from '../../conf/random.js';
import type { StateHandle } from '../api/snapshot.js';
import { CachedFileSystem } from '../cache/cached-file-system.js';
import { FileCaches } from '../cache/file-caches.js';
import { Content } from '../contract/content.js';
import { durableContract } from '../contract/durable.js';
import type { FileSystem } from '../fs/file-system.js';
import { LocalFileSystem } from '../fs/local.js';
import { S3FileSystem } from '../fs/s3.js';
import { ForstBackend } from './backend.js';
import { InlineBackground } from './background.js';
import { BlockCache } from './block-cache.js';
import { type Home, openHome } from './home.js';
import { TableMemory } from './table-memory.js';

const base = mkdtempSync(join(tmpdir(), 'millrace-home-'));
after(() => rmSync(base, { recursive: true }));

const ALL = { first: 0, last: 15, of: 16 };

function home(
  name: 'forst' | 'rocksdb',
  checkpoints: FileSystem,
  settings: Readonly<Record<string, string>>,
  attempt = 0,
): Home {
  const all = { 'state.backend.forst.local-dir': join(base, 'local'), ...settings };
  const context = { checkpoints, owner: { jobId: 'job', attempt, part: 0 } };
  const caches = new FileCaches({ mostBytes: 1e6, charge: () => undefined });
  return openHome(name, { settings: Configuration.of(all), ...context }, caches);
}

function backend(at: Home): ForstBackend {
  const random = new Random(1);
  const parts = {
    fileSystem: at.fileSystem,
    folder: at.folder,
    cache: new BlockCache(20_000),
    background: new InlineBackground(),
    settings: {
      blockBytes: 256,
      bloomBitsPerKey: 10,
      codecs: ['NONE'],
      levels: { baseBytes: 3000, newestFiles: 3 },
      targetFileBytes: 2000,
      readParallelism: 4,
      compacts: true,
    },
    tables: new TableMemory({ memoryBytes: 1, writeBufferBytes: 4000 }),
    random: () => random.nextUint32(),
  } as const;
  return new ForstBackend(parts, at);
}

async function pathsOf(files: FileSystem): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of files.list('')) paths.push(path);
  return paths;
}

const OWN = { 'state.backend.forst.primary-dir': `file://${join(base, 'primary')}` };

durableContract('forst, a folder of its own', (files) => backend(home('forst', files, OWN)), [1]);
durableContract('rocksdb', (files) => backend(home('rocksdb', files, {})), [1]);

test('checkpoint-dir: files are where checkpoints are, and stay', async () => {
  const checkpoints = new LocalFileSystem(join(base, 'checkpoints-1'));
  const near = home('forst', checkpoints, {});
  assert.equal(near.fileSystem, checkpoints);
  assert.deepEqual([near.name, near.folder, near.checkpoints], ['forst', 'shared', null]);
  await checkpoints.write('shared/file', new Uint8Array(1));
  await near.close();
  assert.deepEqual(await pathsOf(checkpoints), ['shared/file']);
});

test('checkpoints that are far have a file cache, unless both its bounds are off', async () => {
  const s3 = { endpoint: 'http://127.0.0.1:9', region: 'r', isPathStyle: true, keys: undefined };
  const checkpoints = new S3FileSystem('bucket/job', s3);
  const far = home('forst', checkpoints, { 'state.backend.forst.cache.dir': join(base, 'cached') });
  assert.ok(far.fileSystem instanceof CachedFileSystem);
  assert.equal(far.fileSystem.root, checkpoints.root);
  assert.equal(far.fileSystem.readNow('shared/file', 0, 10), undefined);
  assert.deepEqual(far.fileCache?.(), {
    cacheHits: 0,
    cacheMisses: 0,
    cacheEvictions: 0,
    cacheUsedBytes: 0,
  });
  assert.ok(existsSync(join(base, 'cached')));
  await far.close();
  const off = home('forst', checkpoints, { 'state.backend.forst.cache.reserve-size': '0' });
  assert.equal(off.fileSystem, checkpoints);
  await off.close();
});

test('local-dir: a folder below the local one, which goes at the end', async () => {
  const checkpoints = new LocalFileSystem(join(base, 'checkpoints-2'));
  const settings = {
    'state.backend.forst.primary-dir': 'local-dir',
    'state.backend.forst.local-dir': join(base, 'another'),
  };
  const local = home('forst', checkpoints, settings);
  assert.equal(local.checkpoints, checkpoints);
  await local.fileSystem.write('shared/file', new Uint8Array(1));
  assert.match(local.fileSystem.root, /\/another\/[0-9a-f]{16}$/);
  await local.close();
  assert.deepEqual(readdirSync(join(base, 'another')), []);
});

test('a folder of its own: checkpoints copy what is new, and it goes at the end', async () => {
  const checkpoints = new LocalFileSystem(join(base, 'checkpoints-3'));
  const folder = join(base, 'own');
  const settings = { 'state.backend.forst.primary-dir': `${folder}/` };
  const random = new Random(2);
  let handles: StateHandle[] = [];
  let before: Content | undefined;
  const shared = new Set<string>();
  for (let attempt = 1; attempt < 5; attempt++) {
    const at = home('forst', checkpoints, settings, attempt);
    assert.equal(at.folder, `${attempt}-0`);
    const stores = backend(at);
    const store = await stores.open(ALL, handles);
    const content = before === undefined ? new Content(store) : before.on(store);
    await content.check();
    for (let i = 0; i < 10; i++) await content.change(random);
    const sealed = store.seal(attempt);
    const target = { shared: `shared/${attempt}`, exclusive: 'x', isFull: false };
    const restored = handles.flatMap(({ files }) => files.map(({ path }) => path));
    const handle = await sealed.write({ fileSystem: checkpoints, ...target });
    sealed.release(true);
    const paths = handle.files.map(({ path }) => path);
    if (paths.some((path) => restored.includes(path))) shared.add('restored');
    if (paths.some((path) => path.startsWith(`shared/${attempt}/`))) shared.add('copied');
    handles = [handle];
    before = content;
    const own = (await pathsOf(new LocalFileSystem(folder))).map((path) => path.split('/')[1]);
    assert.ok(own.includes(`${attempt}-0`));
    // A death of the process leaves it; the next attempt that ends takes it away.
    if (attempt % 2 === 1) continue;
    await stores.close();
    assert.deepEqual(await pathsOf(new LocalFileSystem(folder)), []);
  }
  assert.deepEqual([...shared].sort(), ['copied', 'restored']);
});

test('a local folder that cannot be is named', () => {
  mkdirSync(join(base, 'no'), { recursive: true });
  writeFileSync(join(base, 'no', 'folder'), '');
  const s3 = { endpoint: 'http://127.0.0.1:9', region: 'r', isPathStyle: true, keys: undefined };
  const checkpoints = new S3FileSystem('bucket/job', s3);
  const settings = { 'state.backend.forst.cache.dir': join(base, 'no', 'folder', 'cache') };
  assert.throws(() => home('forst', checkpoints, settings), {
    code: 'FILE_REFUSED',
    message: /no\/folder\/cache/,
  });
});
