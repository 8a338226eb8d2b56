/** What every file system of state does; run by each one's tests. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { FileSystem } from '../fs/file-system.js';

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const bytesOf = (value: string): Uint8Array => Buffer.from(value, 'latin1');

async function listed(fs: FileSystem, folder: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of fs.list(folder)) paths.push(path);
  return paths;
}

/**
 * @param make a file system over an empty root
 * @param again another one over the same root, as a second process would have
 * @param options.races how often 16 writers race for a path
 */
export function testFileSystem(
  name: string,
  make: () => Promise<FileSystem>,
  again: (fs: FileSystem) => Promise<FileSystem>,
  options: { readonly races: number } = { races: 50 },
): void {
  const check = (what: string, body: (fs: FileSystem) => Promise<void>): void => {
    test(`${name}: ${what}`, async () => {
      const fs = await make();
      try {
        await body(fs);
      } finally {
        await fs.close();
      }
    });
  };
  testReadsAndWrites(check);
  testListsAndDeletions(check);
  testPutIfAbsent(check, again, options.races);
}

const WRITERS = 16;
/** Races at a time: a server may let those who lose wait for seconds. */
const AT_ONCE = 125;

type Check = (what: string, body: (fs: FileSystem) => Promise<void>) => void;

function testReadsAndWrites(check: Check): void {
  check('a file is read whole and in ranges, which end where it ends', async (fs) => {
    await fs.write('a/b/file', bytesOf('0123456789'));
    assert.equal(text(await fs.readAll('a/b/file')), '0123456789');
    assert.equal(text(await fs.read('a/b/file', 3, 4)), '3456');
    assert.equal(text(await fs.read('a/b/file', 8, 100)), '89');
    assert.equal((await fs.read('a/b/file', 10, 5)).length, 0);
    assert.equal(await fs.size('a/b/file'), 10);
    const near = fs.readNow?.('a/b/file', 3, 4);
    if (near !== undefined) assert.equal(text(near), '3456');
  });

  check('a write replaces; the caller may use its bytes again', async (fs) => {
    const bytes = bytesOf('first');
    await fs.write('file', bytes);
    assert.equal(text(await fs.read('file', 0, 5)), 'first');
    bytes.fill(0);
    assert.equal(text(await fs.readAll('file')), 'first');
    await fs.write('file', bytesOf('2'));
    assert.equal(text(await fs.readAll('file')), '2');
    assert.equal(text(await fs.read('file', 0, 5)), '2');
    await fs.write('empty', new Uint8Array(0));
    assert.equal(await fs.size('empty'), 0);
  });

  check('a file in parts is there when it is finished, not before', async (fs) => {
    const writer = await fs.create('folder/parts');
    const memory = new Uint8Array(bytesOf('one '));
    await writer.append(memory);
    memory.fill(0);
    await writer.append(bytesOf('two'));
    assert.deepEqual(await listed(fs, ''), []);
    await assert.rejects(fs.readAll('folder/parts'), { code: 'FILE_MISSING' });
    await writer.finish();
    assert.equal(text(await fs.readAll('folder/parts')), 'one two');
    const given = await fs.create('folder/given-up');
    await given.append(bytesOf('x'));
    await given.abort();
    assert.deepEqual(await listed(fs, ''), ['folder/parts']);
  });

  check('a missing file is FILE_MISSING and named', async (fs) => {
    const missing = { code: 'FILE_MISSING', message: /no\/such/ };
    await assert.rejects(fs.readAll('no/such'), missing);
    await assert.rejects(fs.read('no/such', 0, 1), missing);
    await assert.rejects(fs.size('no/such'), missing);
    await assert.rejects(fs.copy('no/such', 'to'), missing);
  });

  check('copies', async (fs) => {
    await fs.write('from/file', bytesOf('content'));
    await fs.write('to/file', bytesOf('old'));
    await fs.copy('from/file', 'to/file');
    assert.equal(text(await fs.readAll('to/file')), 'content');
    assert.equal(text(await fs.readAll('from/file')), 'content');
  });
}

function testListsAndDeletions(check: Check): void {
  check('lists files below a folder at any depth, in order of their paths', async (fs) => {
    const paths = ['a', 'b-c/x', 'b/c/d', 'b/c0', 'b/y/1', 'b/y/2', 'bb/z'];
    for (const path of [...paths].reverse()) await fs.write(path, bytesOf(path));
    assert.deepEqual(await listed(fs, ''), paths);
    assert.deepEqual(await listed(fs, 'b'), ['b/c/d', 'b/c0', 'b/y/1', 'b/y/2']);
    assert.deepEqual(await listed(fs, 'b/y'), ['b/y/1', 'b/y/2']);
    assert.deepEqual(await listed(fs, 'nothing'), []);
    for await (const entry of fs.list('bb')) {
      assert.equal(entry.sizeBytes, 4);
      assert.ok(Math.abs(entry.modifiedAt - Date.now()) < 3_600_000);
    }
  });

  check('deletes; what is missing is no failure', async (fs) => {
    for (const path of ['x/1', 'x/2', 'x/3']) await fs.write(path, bytesOf(path));
    await fs.read('x/1', 0, 1);
    await fs.delete(['x/1', 'x/3', 'x/none']);
    assert.deepEqual(await listed(fs, 'x'), ['x/2']);
    await assert.rejects(fs.read('x/1', 0, 1), { code: 'FILE_MISSING' });
  });

  check('a file reads to its end after many others were opened', async (fs) => {
    for (let i = 0; i < 40; i++) await fs.write(`many/${i}`, bytesOf(`number ${i}`));
    const all = Array.from({ length: 120 }, (_, i) => fs.read(`many/${i % 40}`, 7, 9));
    assert.deepEqual(
      (await Promise.all(all)).map(text),
      all.map((_, i) => String(i % 40)),
    );
  });
}

function testPutIfAbsent(
  check: Check,
  again: (fs: FileSystem) => Promise<FileSystem>,
  races: number,
): void {
  check('putIfAbsent keeps what stands', async (fs) => {
    assert.equal(await fs.putIfAbsent('log/1', bytesOf('mine')), 'written');
    assert.equal(await fs.putIfAbsent('log/1', bytesOf('other')), 'exists');
    assert.equal(text(await fs.readAll('log/1')), 'mine');
    assert.deepEqual(await listed(fs, ''), ['log/1']);
  });

  check('of 16 writers of one path just one has written', async (fs) => {
    const others = await Promise.all(Array.from({ length: WRITERS - 1 }, () => again(fs)));
    const writers = [fs, ...others];
    const race = async (path: string): Promise<void> => {
      const answers = await Promise.all(
        writers.map((writer, i) => writer.putIfAbsent(path, bytesOf(`writer ${i}`))),
      );
      assert.equal(answers.filter((answer) => answer === 'written').length, 1);
      const winner = answers.indexOf('written');
      assert.equal(text(await fs.readAll(path)), `writer ${winner}`);
    };
    for (let from = 0; from < races; from += AT_ONCE) {
      const count = Math.min(AT_ONCE, races - from);
      await Promise.all(Array.from({ length: count }, (_, i) => race(`race/${from + i}`)));
    }
    for (const other of others) if (other !== fs) await other.close();
  });
}
