import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listGrowing, type TableFile } from './listing.js';

function files(names: string): TableFile[] {
  return [...names].map((path) => ({ path, sizeBytes: 1, modifiedMs: 0, partition: {} }));
}

async function grown(first: string, known: number, second: string | null): Promise<string> {
  const again = (): Promise<TableFile[]> => {
    assert.ok(second !== null, 'Nothing is new');
    return Promise.resolve(files(second));
  };
  const listed = await listGrowing(files(first), known, again);
  return listed.map(({ path }) => path).join('');
}

test('A file that a listing passed over comes with those that were added behind it', async () => {
  assert.equal(await grown('abe', 2, 'abcdeg'), 'abcde');
  assert.equal(await grown('abcdeg', 5, 'abcdefgi'), 'abcdefg');
});

test('Where nothing is new a folder is listed once', async () => {
  assert.equal(await grown('abc', 3, null), 'abc');
  assert.equal(await grown('', 0, null), '');
});
