/** All entries of a handle, in ascending order of their keys, deleted ones left out. */
import { assert } from '../../conf/errors/error.js';
import type { StateHandle } from '../api/snapshot.js';
import type { FileSystem } from '../fs/file-system.js';
import type { Entries } from './entries.js';
import { SortedFileReader } from './sorted-file-reader.js';

export async function* readHandle(
  fileSystem: FileSystem,
  handle: StateHandle,
): AsyncGenerator<Entries> {
  const [file, second] = handle.files;
  if (file === undefined) return;
  assert(second === undefined, 'A handle of the heap has one file');
  const reader = await SortedFileReader.open(fileSystem, file);
  yield* reader.scan();
}
